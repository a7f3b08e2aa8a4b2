/** What an edge needs to follow a registry: the keys that it trusts, and a token. The registry writes both into one folder. */
import { type KeyObject, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '@site/platform/config';
import type { Db } from '@site/platform/database';
import { findToken } from '@site/registry/tokens/token.repository';
import { keyId, publicKeyPem, readPublicKeys, type TrustedKeys } from '@site/release-model/envelope';
import type { ServerConfig } from './config';

type Folders = Pick<ServerConfig, 'dataDir' | 'edgeAccessDir'>;

const keysFile = (folder: string): string => join(folder, 'target.pub.pem');
const tokenFile = (folder: string): string => join(folder, 'registry.token');

/**
 * Lets edges trust `signingKey`, beside the keys that they trust already, and gives them the token that the registry made for them, unless they have
 * one that is valid: that of another registry, of which what they keep on disk depends.
 */
export async function admitEdges({ dataDir, edgeAccessDir }: Folders, signingKey: KeyObject, db: Db): Promise<void> {
  await mkdir(edgeAccessDir, { recursive: true });
  const known = await readTrustedKeys(edgeAccessDir);
  if (!known.has(keyId(signingKey))) {
    const pem = (await readOrNull(keysFile(edgeAccessDir))) ?? '';
    await replaceFile(keysFile(edgeAccessDir), pem + publicKeyPem(signingKey), 0o644);
  }
  const given = await readRegistryToken(edgeAccessDir);
  if (given !== null && (await isForEdges(db, given))) return;
  await replaceFile(tokenFile(edgeAccessDir), await readFile(join(dataDir, 'tokens', 'edge.token'), 'utf8'), 0o600);
}

async function isForEdges(db: Db, secret: string): Promise<boolean> {
  const token = await findToken(db, secret);
  return token?.state === 'valid' && token.verbs.includes('serve');
}

/** None while no registry has written any. @throws ConfigError if the file cannot be used. */
export async function readTrustedKeys(folder: string): Promise<TrustedKeys> {
  const text = (await readOrNull(keysFile(folder))) ?? '';
  try {
    return readPublicKeys(text);
  } catch (error) {
    throw new ConfigError('EDGE_ACCESS_DIR', `${keysFile(folder)} cannot be used: ${(error as Error).message}`);
  }
}

/** Null while no registry has written one. */
export const readRegistryToken = async (folder: string): Promise<string | null> => (await readOrNull(tokenFile(folder)))?.trim() || null;

async function replaceFile(file: string, text: string, mode: number): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, text, { mode, flush: true });
  await rename(unfinished, file);
}

const readOrNull = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
