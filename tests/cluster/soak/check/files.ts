/** Whether the store has what the database names, and nothing else. */
import { DESCRIPTOR, releaseKey } from '@site/release-model/release-id';
import { PHOTO_SIZES } from '@site/api/photo/picture';

export interface Named {
  /** Names of the pictures that members show. */
  photos: readonly string[];
  /** Names of pictures that nobody shows and that housekeeping removes. */
  unshown: readonly string[];
  /** Hashes of the members who are erased, of which housekeeping leaves a note each. */
  erased: readonly string[];
  /** Releases that are not collected, with the paths of their files. */
  releases: readonly { name: string; version: string; paths: readonly string[] }[];
}

/** The forms in which a file of a release may be stored. */
const FORMS = ['', '.br'];

/** @param stored Keys of all files of the store. */
export function fileFindings(stored: ReadonlySet<string>, { photos, unshown, erased, releases }: Named): string[] {
  const picturesOf = (photo: string) => PHOTO_SIZES.map((size) => `photos/${photo}-${size}.jpg`);
  const filesOf = releases.flatMap(({ name, version, paths }) => [DESCRIPTOR, ...paths].map((path) => releaseKey(name, version, path)));
  const wanted = [...photos.flatMap(picturesOf), ...filesOf];
  const known = new Set([...photos, ...unshown].flatMap(picturesOf));
  for (const hash of erased) known.add(`erasures/${hash}`);
  for (const key of filesOf) for (const form of FORMS) known.add(key + form);
  return [
    ...wanted.filter((key) => !stored.has(key)).map((key) => `${key} is named by the database, and is not in the store`),
    ...[...stored].filter((key) => !known.has(key)).map((key) => `${key} is in the store, and nothing names it`),
  ];
}
