/** What really changed from one build to the next: files that differ in more than the names, hashes and versions of others. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);
/** Integrity values, hashes in names, and versions. */
const NAMES_OF_OTHERS = /sha384-[\w+/]{64}|\b[0-9a-f]{8,}\b|\b\d+\.\d+\.\d+(?:-bench\.\d+)?\b/g;

async function contentsOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(?:js|json)$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name));
  return new Map(await Promise.all(files.map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8')] as const)));
}

/**
 * @param folders Of the two builds.
 * @param asked Paths in the release that a visit asks for.
 * @returns Their bytes in brotli.
 */
export async function changedBytes(folders: { before: string; after: string }, asked: ReadonlySet<string>): Promise<number> {
  const known = new Set([...(await contentsOf(folders.before)).values()].map(withoutNames));
  const changed = [...(await contentsOf(folders.after))].filter(([path, text]) => asked.has(path) && !known.has(withoutNames(text)));
  const bytes = await Promise.all(changed.map(async ([, text]) => (await compress(text)).length));
  return bytes.reduce((sum, length) => sum + length, 0);
}

const withoutNames = (text: string): string => text.replaceAll(NAMES_OF_OTHERS, '#');
