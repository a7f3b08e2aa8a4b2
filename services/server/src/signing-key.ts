/** The key with which a registry signs what is live. */
import type { KeyObject } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError } from '@site/platform/config';
import { generateSigningKey, readSigningKey } from '@site/release-model/envelope';

/** Reads the key, which is made when there is none. @throws ConfigError if the file has no Ed25519 key. */
export async function openSigningKey(file: string): Promise<KeyObject> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // Registries that share the folder and start together use the key of the first.
  await writeFile(file, generateSigningKey(), { mode: 0o600, flag: 'wx', flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  try {
    return readSigningKey(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ConfigError('SIGNING_KEY_FILE', `${file} cannot be used: ${(error as Error).message}`);
  }
}
