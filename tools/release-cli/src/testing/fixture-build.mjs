/** For tests only: a build that any package could have. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Writes `dist/` with the text of `page.txt` as its script and, for a remote, a page with the title of `title.txt`.
 * @param {string} folder of the package
 * @param {string} [version] that of `package.json` without one
 * @throws Error if the text cannot be built.
 */
export function build(folder, version) {
  const textOf = (file) => readFileSync(path.join(folder, file), 'utf8');
  const manifest = JSON.parse(textOf('package.json'));
  const { name } = manifest;
  const text = textOf('page.txt');
  if (text === 'broken') throw new Error('page.txt: line 1 is broken');
  const isShell = name === 'shell';
  const entry = isShell ? 'v/main.js' : 'v/remoteEntry.js';
  const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
  mkdirSync(path.join(folder, 'dist/v'), { recursive: true });
  writeFileSync(path.join(folder, 'dist', entry), text);
  const descriptor = {
    schema: 1,
    name,
    team: name,
    version: version || manifest.version,
    contract: 1,
    routes: isShell ? [] : [{ path: '/demo', page: './demo', title: textOf('title.txt'), access: 'public' }],
    entries: [entry],
    files: [{ path: entry, size: Buffer.byteLength(text), integrity }],
    exposes: isShell ? {} : { './demo': { files: [entry], consumes: [] } },
    provides: {},
    requires: {},
    server: null,
    commit: null,
  };
  writeFileSync(path.join(folder, 'dist/release.json'), JSON.stringify(descriptor));
}
