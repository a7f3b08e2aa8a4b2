/**
 * For tests only: an object store in memory that speaks the protocol of S3 over HTTP, as far as the site uses it: put, get, head and delete
 * of an object and ListObjectsV2, path style. It checks signatures and payload hashes, and asks for a length, as the real one does.
 */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Credentials, sha256, signatureProblem } from './s3-signature';

interface StoredObject {
  bytes: Buffer;
  modifiedAt: Date;
}

export interface S3Server {
  /** `http://` address. */
  endpoint: string;
  objects: Map<string, StoredObject>;
  /** Of each request: method, path and query. */
  requests: string[];
  /** Statuses with which the next requests are answered, instead of doing anything. */
  outages: number[];
  /** From now on requests get no answer. @returns What ends that: those that came meanwhile get theirs then. */
  hang(): () => void;
  close(): Promise<void>;
}

export interface S3ServerOptions extends Credentials {
  bucket: string;
}

/** Most keys of one page of a list, as S3 has it. */
const PAGE = 1_000;

const STATUS: Record<string, number> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  XAmzContentSHA256Mismatch: 400,
  NotImplemented: 501,
};

export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let mayAnswer = Promise.resolve();
  const store: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects: new Map(),
    requests: [],
    outages: [],
    hang() {
      let end = () => {};
      mayAnswer = new Promise((resolve) => (end = resolve));
      return end;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return store;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', store.endpoint);
    const [bucket = '', ...rest] = decodeURIComponent(pathname).slice(1).split('/');
    store.requests.push(`${request.method} ${request.url}`);
    // Throws when the client gives up half-way: nothing is stored then.
    const body = await bodyOf(request);
    await mayAnswer;
    const outage = store.outages.shift();
    if (outage !== undefined) return refuse(response, 'InternalError', outage);
    const problem = signatureProblem(request, options) ?? bodyProblem(request, body) ?? (bucket === options.bucket ? null : 'NoSuchBucket');
    if (problem) return refuse(response, problem);
    const key = rest.join('/');
    if (key === '') return request.method === 'GET' ? list(response, searchParams) : refuse(response, 'MethodNotAllowed');
    return answerObject(request.method ?? '', key, body, response);
  }

  function answerObject(method: string, key: string, body: Buffer, response: ServerResponse): void {
    if (method === 'PUT') {
      store.objects.set(key, { bytes: body, modifiedAt: new Date() });
      response.writeHead(200, { etag: etagOf(body) }).end();
    } else if (method === 'DELETE') {
      store.objects.delete(key);
      response.writeHead(204).end();
    } else if (method === 'GET' || method === 'HEAD') {
      const found = store.objects.get(key);
      if (!found) return refuse(response, 'NoSuchKey');
      const { bytes, modifiedAt } = found;
      response.writeHead(200, { 'content-length': bytes.length, etag: etagOf(bytes), 'last-modified': modifiedAt.toUTCString() });
      response.end(method === 'GET' ? bytes : undefined);
    } else refuse(response, 'MethodNotAllowed');
  }

  function list(response: ServerResponse, query: URLSearchParams): void {
    if (query.get('list-type') !== '2' || query.get('delimiter')) return refuse(response, 'NotImplemented');
    const prefix = query.get('prefix') ?? '';
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
    const keys = [...store.objects.keys()].filter((key) => key.startsWith(prefix)).sort(byBytes);
    const left = after ? keys.filter((key) => byBytes(key, after) > 0) : keys;
    const page = left.slice(0, Math.min(Number(query.get('max-keys') ?? PAGE), PAGE));
    const isTruncated = page.length < left.length;
    const contents = page.map((key) => {
      const { bytes, modifiedAt } = store.objects.get(key) as StoredObject;
      const etag = escape(etagOf(bytes));
      return `<Contents><Key>${escape(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${etag}</ETag><Size>${bytes.length}</Size></Contents>`;
    });
    const next = isTruncated
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64url')}</NextContinuationToken>`
      : '';
    xml(
      response,
      200,
      `<ListBucketResult><Name>${escape(options.bucket)}</Name><Prefix>${escape(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
    );
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function bodyProblem({ method, headers }: IncomingMessage, body: Buffer): string | null {
  if (method === 'PUT' && headers['content-length'] === undefined) return 'MissingContentLength';
  const claimed = String(headers['x-amz-content-sha256']);
  if (claimed === 'UNSIGNED-PAYLOAD') return null;
  if (!/^[0-9a-f]{64}$/.test(claimed)) return 'NotImplemented';
  return claimed === sha256(body) ? null : 'XAmzContentSHA256Mismatch';
}

const refuse = (response: ServerResponse, code: string, status = STATUS[code] ?? 403) =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);

function xml(response: ServerResponse, status: number, content: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>\n${content}`);
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
