/** Where things are: the root of the checkout and the packages in it. Plain Node, usable before anything is installed. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

/** @returns {string[]} Folders named by one entry of `workspaces`: a folder, or all folders of one (`shared/*`). */
function expand(entry) {
  if (!entry.endsWith('/*')) return [entry];
  const parent = entry.slice(0, -2);
  return readdirSync(path.join(root, parent)).map((child) => `${parent}/${child}`);
}

/** @returns {Map<string, string>} Folder of every workspace package (slash-separated, from the root) by its package name. */
export function workspaces() {
  const folders = readJson('package.json').workspaces.flatMap(expand);
  const packages = folders.filter((folder) => existsSync(path.join(root, folder, 'package.json')));
  return new Map(packages.map((folder) => [readJson(`${folder}/package.json`).name, folder]));
}
