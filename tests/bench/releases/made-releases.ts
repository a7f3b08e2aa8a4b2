/** Releases of any number of parts and files, written as a build leaves them. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ReleaseDescriptor, SHELL_NAME } from '@site/contracts/release';
import { CONTRACT_VERSION } from '@site/contracts/remote-config';

interface MadeRelease {
  name: string;
  version: string;
  /** Number of the files beside the entry, and bytes of each. */
  files?: number;
  bytes?: number;
}

const PAGES = 5;

/** @returns The folder. */
export async function makeRelease(folder: string, { name, version, files = 0, bytes = 0 }: MadeRelease): Promise<string> {
  const isShell = name === SHELL_NAME;
  const entry = isShell ? 'v/main.js' : 'v/remoteEntry.js';
  // Hexadecimal digits halve when they are compressed, which is somewhat like a script.
  const chunks = Array.from({ length: files }, (_, file) => [`_/chunk-${file}.${hex(8)}.js`, hex(bytes)] as const);
  // An entry has the hashes of what it loads.
  const loaded = JSON.stringify(chunks.map(([, text]) => integrityOf(text)));
  const texts = new Map([[entry, `globalThis.release = ['${name}@${version}', ${loaded}];\n`], ...chunks]);
  const pages = isShell ? [] : Array.from({ length: PAGES }, (_, page) => `./page-${page}`);
  const react = { range: '^19.0.0', singleton: true };
  const descriptor: ReleaseDescriptor = {
    schema: 1,
    name,
    team: 'bench',
    version,
    contract: CONTRACT_VERSION,
    routes: pages.map((page) => ({ path: `/${name}/${page.slice(2)}`, page, title: 'Page', access: 'public' })),
    entries: [entry],
    files: [...texts].map(([path, text]) => ({ path, size: Buffer.byteLength(text), integrity: integrityOf(text) })),
    exposes: Object.fromEntries(pages.map((page) => [page, { files: [entry], consumes: ['react'] }])),
    provides: isShell ? { react: { version: '19.2.9', files: [entry], consumes: [] } } : {},
    requires: isShell ? {} : { react },
    server: null,
    commit: null,
  };
  for (const [path, text] of [...texts, ['release.json', JSON.stringify(descriptor)] as const]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

const hex = (length: number): string => randomBytes(Math.ceil(length / 2)).toString('hex');
const integrityOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;
