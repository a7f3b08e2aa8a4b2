/** What identifies a release, and where its files lie. */
import { type ReleaseDescriptor, semverSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { canonicalJson } from './canonical-json';
import { sha256 } from './sha256';

/** SHA-256 in hex. */
export const hashSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A release as a target names it. The version is in the id already; it says where the files lie. */
export const releaseRefSchema = z.object({ version: semverSchema, id: hashSchema });

export type ReleaseRef = z.infer<typeof releaseRefSchema>;

/** Identity of a release: the hash of its descriptor, which names every file with its hash. From which commit it was built makes no other release. */
export function releaseId({ commit: _, ...descriptor }: ReleaseDescriptor): string {
  return sha256(canonicalJson(descriptor));
}

/** Identity of what a release consists of, whatever its version is called. Releases of the same sources share it. */
export function contentDigest({ commit: _, version: __, ...descriptor }: ReleaseDescriptor): string {
  return sha256(canonicalJson(descriptor));
}

export const refOf = (descriptor: ReleaseDescriptor): ReleaseRef => ({ version: descriptor.version, id: releaseId(descriptor) });

/** Path of the descriptor among the files of a release. */
export const DESCRIPTOR = 'release.json';

/**
 * Key of a release's file in the store: `releases/<name>/<version>/<path>`, or `releases/<name>/_/<file>` for a file with a hash in its name,
 * which versions share.
 */
export const releaseKey = (name: string, version: string, path: string): string =>
  path.startsWith('_/') ? `releases/${name}/${path}` : `releases/${name}/${version}/${path}`;
