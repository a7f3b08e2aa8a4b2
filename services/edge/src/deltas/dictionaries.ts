/**
 * Compression dictionaries (RFC 9842): which files of earlier releases a browser may hold that a file of a later one can be told from. A file
 * follows another one when both have the same address but for the version or the hash of the contents in it.
 */
import type { ReleaseDescriptor, ReleaseFile } from '@site/contracts/release';
import { memoize } from '@site/release-model/memoize';

/** A file with the release that it is of. */
export interface OwnedFile extends ReleaseFile {
  name: string;
  version: string;
}

export interface PlannedDeltas {
  file: OwnedFile;
  /** What it may follow, the likeliest first. */
  dictionaries: OwnedFile[];
}

/** Files that are compressed at all. */
const COMPRESSIBLE = /\.(?:css|js|json|mjs|svg|txt|webmanifest)$/;
const HASHED = /^(_\/.+)\.[0-9a-f]{8,}(\.\w+)$/;
/** Bytes. Of a smaller file the headers are as long; a larger one would take its encoder seconds, and many megabytes. */
const [SMALLEST, LARGEST] = [200, 2_000_000];
/** Most earlier files that one file is told from. */
const MOST_OF_A_FILE = 8;

/**
 * Pattern (URL Pattern, RFC 9842 section 2.1.1) of the addresses of what follows a file; null for a file that is no dictionary: a picture, one
 * that is too small or too large, and one whose name says nothing of others.
 */
export function dictionaryPattern({ name, path, size }: Omit<OwnedFile, 'integrity' | 'version'>): string | null {
  if (!COMPRESSIBLE.test(path) || size < SMALLEST || size > LARGEST) return null;
  if (path.startsWith('v/')) return `/assets/${name}/*/${path.slice('v/'.length)}`;
  const hashed = HASHED.exec(path);
  return hashed && `/assets/${name}/${hashed[1]}.*${hashed[2]}`;
}

/**
 * @param releases Releases whose files browsers may ask for, those first that they ask for sooner.
 * @param held Releases whose files browsers may have, the likeliest first.
 */
export function planDeltas(releases: readonly ReleaseDescriptor[], held: readonly ReleaseDescriptor[]): PlannedDeltas[] {
  const earlier = new Map<string, OwnedFile[]>();
  for (const { pattern, file } of dictionariesOf(held)) {
    const known = earlier.get(pattern) ?? [];
    if (known.every((other) => !isSame(other, file))) earlier.set(pattern, [...known, file]);
  }
  const planned = new Map<string, PlannedDeltas>();
  for (const { pattern, file } of dictionariesOf(releases)) {
    const plan: PlannedDeltas = planned.get(file.integrity) ?? { file, dictionaries: [] };
    const { dictionaries } = plan;
    for (const other of earlier.get(pattern) ?? []) {
      const isNew = !isSame(other, file) && dictionaries.every(({ integrity }) => integrity !== other.integrity);
      if (isNew && dictionaries.length < MOST_OF_A_FILE) dictionaries.push(other);
    }
    if (dictionaries.length > 0) planned.set(file.integrity, plan);
  }
  return [...planned.values()];
}

/** Whether both are the same bytes at the same address. An unchanged file that lies under the version of its release has another one in the next. */
const isSame = (one: OwnedFile, other: OwnedFile): boolean =>
  one.integrity === other.integrity && (one.version === other.version || !one.path.startsWith('v/'));

const dictionariesOf = (releases: readonly ReleaseDescriptor[]) => releases.flatMap(filesByPattern);

/** A target has most of its releases in common with the one before. */
const filesByPattern = memoize(({ name, version, files }: ReleaseDescriptor): { pattern: string; file: OwnedFile }[] =>
  files.flatMap((listed) => {
    const file = { ...listed, name, version };
    const pattern = dictionaryPattern(file);
    return pattern === null ? [] : [{ pattern, file }];
  }),
);
