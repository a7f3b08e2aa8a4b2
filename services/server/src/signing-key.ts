/** The key with which a registry signs what is live. */
import { type KeyObject, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '@site/platform/config';
import { generateSigningKey, readSigningKey } from '@site/release-model/envelope';

/** Reads the key, which is made when there is none. @throws ConfigError if the file has no Ed25519 key. */
export async function openSigningKey(file: string): Promise<KeyObject> {
  const text = (await readOrNull(file)) ?? (await makeKey(file));
  try {
    return readSigningKey(text);
  } catch (error) {
    throw new ConfigError('SIGNING_KEY_FILE', `${file} cannot be used: ${(error as Error).message}`);
  }
}

/** Registries that share the file and start together use the key of the first, which appears whole. */
async function makeKey(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const made = `${file}.${randomUUID()}`;
  await writeFile(made, generateSigningKey(), { mode: 0o600, flush: true });
  try {
    await link(made, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(made);
  }
  return readFile(file, 'utf8');
}

const readOrNull = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
