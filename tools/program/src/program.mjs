/**
 * Programs of this repository run from their TypeScript sources, each as one file, which is made again when a source has changed. Loading one
 * file takes a third of the time of translating and loading the thousand that it is made of.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUNDLER = fileURLToPath(new URL('./bundle.mjs', import.meta.url));
const PROGRAMS = path.join(ROOT, '.cache', 'programs');
/** Folders of the packages that programs consist of. */
const PARENTS = ['services', 'shared', 'tools'];
/** A bundle that another one replaced may be what a process is about to load. */
const KEPT_MS = 60 * 60_000;

/**
 * The file to run for a program, which is made if there is none of its present sources.
 * @param {string} entry The program's first source, from the root of the repository.
 * @returns {Promise<string>} Absolute path.
 * @throws With what is wrong with which source, or that the file cannot be written and what to do.
 */
export async function programOf(entry) {
  const folder = path.join(PROGRAMS, entry.replaceAll(/[^a-z0-9]+/gi, '-'));
  const made = readMade(folder);
  // Before the bundle is made of them: what is saved meanwhile makes the next start begin anew.
  const given = readAll(['package-lock.json', ...manifests(), path.relative(ROOT, BUNDLER)]);
  if (made && existsSync(path.join(folder, made.file)) && isOf(made, given)) return path.join(folder, made.file);

  prepareFolder(folder, entry);
  const { bundle } = await import('./bundle.mjs');
  const file = path.join(folder, `${randomBytes(8).toString('hex')}.mjs`);
  const bundled = await bundle({ entry: path.join(ROOT, entry), file });
  const sources = [...bundled].map(([source, contents]) => [path.relative(ROOT, source), contents]).sort(([a], [b]) => (a < b ? -1 : 1));
  removeReplaced(folder, [made?.file, path.basename(file)]);
  const digest = digestOf([...given, ...sources]);
  writeWhole(
    path.join(folder, 'made.json'),
    JSON.stringify({ file: path.basename(file), sources: sources.map(([source]) => source), digest }),
  );
  return file;
}

/**
 * Loads a program into this process. Errors name the lines of its sources.
 * @param {string} entry As of {@link programOf}.
 * @returns {Promise<any>} What its first source exports.
 */
export async function loadProgram(entry) {
  const file = await programOf(entry);
  process.setSourceMapsEnabled(true);
  return import(pathToFileURL(file).href);
}

function prepareFolder(folder, entry) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const command = `node tools/program/bin/make.mjs ${entry}`;
    throw new Error(
      `The program ${entry} has to be made, and ${folder} cannot be written (${error.code}). As somebody who may, run: ${command}`,
    );
  }
}

/** @returns {{ file: string, sources: string[], digest: string } | null} */
function readMade(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'made.json'), 'utf8'));
  } catch {
    return null;
  }
}

function isOf({ sources, digest }, given) {
  try {
    return digestOf([...given, ...readAll(sources)]) === digest;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** @returns {[string, Buffer][]} Files with what is in them. */
const readAll = (files) => files.map((file) => [file, readFileSync(path.join(ROOT, file))]);

/** Of the packages of this repository. They say which file an import means, and which files do nothing but export. */
const manifests = () =>
  PARENTS.flatMap((parent) => readdirSync(path.join(ROOT, parent)).map((name) => path.join(parent, name, 'package.json'))).filter((file) =>
    existsSync(path.join(ROOT, file)),
  );

/** Of what a bundle follows from: packages, how it is made, and sources. */
function digestOf(files) {
  const hash = createHash('sha256');
  for (const [file, contents] of files) hash.update(`${file}\0`).update(contents).update('\0');
  return hash.digest('base64url');
}

/** @param kept What was made last and what is made now, whose age is no matter: clocks differ. */
function removeReplaced(folder, kept) {
  const before = Date.now() - KEPT_MS;
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (!/\.mjs(\.map)?$/.test(name) || kept.includes(name.replace(/\.map$/, ''))) continue;
    if (statSync(file).mtimeMs < before) rmSync(file, { force: true });
  }
}

function writeWhole(file, text) {
  const unfinished = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
}
