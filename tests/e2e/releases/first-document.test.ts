/** What the document of a first visit costs on a site where people have promoted things: each part names what it falls back to then. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { mostBytesOf } from '../document-size';
import { expect } from '../fixtures';
import { alterBuild, createWorkshop, entryOf } from './changed-builds';
import { test } from './running-site';

const ROOT = path.resolve(import.meta.dirname, '../../..');
/** As of a site that nobody has changed anything of yet. */
const MOST_BYTES = 8_192;

test.use({ siteOf: import.meta.filename });

test(`the document of / has at most ${MOST_BYTES} bytes, with a new shell and a new home page and what each of them falls back to`, async ({
  manager,
}) => {
  const workshop = await createWorkshop();
  const before: string[] = [];
  for (const name of ['shell', 'mf-marketing']) {
    const dist = path.join(ROOT, name, 'dist');
    const entry = await entryOf(dist);
    before.push((JSON.parse(await readFile(path.join(dist, 'release.json'), 'utf8')) as { version: string }).version);
    const version = '1.12.13';
    const files = { [entry]: `${await readFile(path.join(dist, entry), 'utf8')};'${version}'` };
    await manager.publish(await alterBuild(dist, path.join(workshop.folder, name), { files, descriptor: { version } }));
    expect((await manager.release('promote', `${name}@${version}`)).code).toBe(0);
  }
  const html = await (await fetch(`${manager.address}/`)).text();
  expect(html).toContain(`"shell":{"version":"1.12.13","fallback":{"version":"${before[0]}"`);
  expect(html).toMatch(new RegExp(`"name":"mf-marketing",[^]*"fallback":\\{"version":"${before[1]}","entry":"[^"]+","integrity":"sha384-`));
  expect(mostBytesOf(html)).toBeLessThanOrEqual(MOST_BYTES);
  await workshop.close();
});
