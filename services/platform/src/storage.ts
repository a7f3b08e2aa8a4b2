/** Files by key: on disk by default, in an S3 bucket by configuration. */
import type { Readable } from 'node:stream';
import { KeyNormalizer } from 'flydrive';
import type { DriverContract } from 'flydrive/types';
import { ConfigError } from './config';
import { DiskDriver } from './storage-disk-driver';

/** Characters of a key. The library's own set lacks some that names of npm packages and built files have. */
KeyNormalizer.allowedCharacterSet = /^[A-Za-z0-9_@~+./-]*$/;
const SEGMENT = /^[A-Za-z0-9_@~+-](?:[A-Za-z0-9_@~+.-]*[A-Za-z0-9_@~+-])?$/;

export interface StoredFile {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** Keys are slash-separated plain names. A file appears complete or not at all, and what is not there reads as null. */
export interface Storage {
  put(key: string, bytes: Uint8Array): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  stream(key: string): Promise<Readable | null>;
  stat(key: string): Promise<StoredFile | null>;
  exists(key: string): Promise<boolean>;
  /** Deleting what is not there is fine. */
  delete(key: string): Promise<void>;
  /** All keys in the folder `prefix`, at any depth, sorted. */
  list(prefix: string): Promise<string[]>;
}

export interface StorageOptions {
  /** `s3://bucket?region=...&endpoint=...&pathStyle=true`. Credentials come from the environment as usual for AWS. */
  url?: string | undefined;
  /** Directory for the files when there is no address. */
  dir: string;
  /** How long a bucket may neither take nor send a byte until the attempt has failed. A file that is under way may take longer. */
  silenceMs?: number;
}

const CONNECTION_TIMEOUT_MS = 10_000;

export async function openStorage({ url, dir, silenceMs = 30_000 }: StorageOptions): Promise<Storage> {
  return createStorage(url ? await openBucket(url, silenceMs) : new DiskDriver(dir));
}

async function openBucket(url: string, silenceMs: number): Promise<DriverContract> {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (address?.protocol !== 's3:' || !address.hostname || !['', '/'].includes(address.pathname)) {
    throw new ConfigError('STORAGE_URL', 'it is not of the form s3://bucket?region=...');
  }
  const { S3Driver } = await import('flydrive/drivers/s3');
  const endpoint = address.searchParams.get('endpoint');
  return new S3Driver({
    bucket: address.hostname,
    visibility: 'private',
    supportsACL: false,
    region: address.searchParams.get('region') ?? 'us-east-1',
    forcePathStyle: address.searchParams.get('pathStyle') === 'true',
    ...(endpoint && { endpoint }),
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: silenceMs },
    // Stores other than AWS do not know the checksums that the client would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Storage over a flydrive driver. */
export function createStorage(driver: DriverContract): Storage {
  const stat = (key: string) =>
    orNull(async () => {
      const { contentLength, lastModified } = await driver.getMetaData(checkKey(key));
      return { size: contentLength, modifiedAt: lastModified };
    });
  return {
    put: (key, bytes) => driver.put(checkKey(key), bytes),
    get: (key) => orNull(async () => Buffer.from(await driver.getBytes(checkKey(key)))),
    stream: async (key) => ((await stat(key)) ? orNull(() => driver.getStream(key)) : null),
    stat,
    exists: async (key) => (await stat(key)) !== null,
    delete: (key) => driver.delete(checkKey(key)),
    list: (prefix) => listAll(driver, `${checkKey(prefix.replace(/\/$/, ''))}/`),
  };
}

async function listAll(driver: DriverContract, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  let paginationToken: string | undefined;
  do {
    const page = await driver.listAll(prefix, { recursive: true, ...(paginationToken && { paginationToken }) });
    for (const object of page.objects) if (object.isFile) keys.push(object.key);
    paginationToken = page.paginationToken;
  } while (paginationToken);
  return keys.sort();
}

function checkKey(key: string): string {
  if (key.length > 1024 || !key.split('/').every((segment) => SEGMENT.test(segment)))
    throw new Error(`'${key}' is not a key of the storage`);
  return key;
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  const { code = '', name, $metadata } = error as { code?: string; name?: string; $metadata?: { httpStatusCode?: number } };
  // What is read or listed in a bucket of a wrong name must not look as if nothing had ever been stored. Whether a file is there is asked
  // by HEAD, whose answer has no body to tell the two apart.
  if (name === 'NoSuchBucket') return false;
  return ['ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'E_RUNTIME_EXCEPTION'].includes(code) || $metadata?.httpStatusCode === 404;
}
