import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { givenLive, release, root, started, startedByNpx, useRegistry } from '../testing/release-command';

useRegistry();

/** A development server that announces itself twice, notes where a page of its site leads, and leaves a note when it is ended. */
const DEV = `
import { writeFileSync } from 'node:fs';
process.once('SIGTERM', () => { writeFileSync('ended.txt', ''); process.exit(0); });
const routes = [{ path: '/demo', page: './demo', title: 'Demo', access: 'public' }];
const body = JSON.stringify({ entry: 'http://localhost:4300/v/remoteEntry.js', moreEntries: [], routes, build: 'b1' });
for (const time of [1, 2]) {
  const { ok } = await fetch(process.env.SITE_ORIGIN + '/_dev/remotes/mf-demo', { method: 'PUT', body });
  if (!ok) writeFileSync('not-taken.txt', '');
}
const page = await fetch(process.env.SITE_ORIGIN + '/demo', { redirect: 'manual' });
writeFileSync('shown-at.txt', page.headers.get('location') ?? '');
setInterval(() => undefined, 60_000);
`;

beforeEach(async () => {
  await givenLive();
  const file = join(root, 'mf-demo/package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...manifest, scripts: { ...manifest.scripts, dev: 'node dev.mjs' } }));
  await writeFile(join(root, 'mf-demo/dev.mjs'), DEV);
});

describe('release dev', () => {
  it.each([
    ['Ctrl-C', 'SIGINT'],
    ['its terminal', 'SIGHUP'],
  ] as const)('makes one link to the remote as its development server serves it, and ends that with %s', async (_what, signal) => {
    expect((await release(['environment', 'rules', '--local-previews'])).out).toContain('local previews: allowed\n');
    const dev = started(['dev', 'mf-demo', '--to', '/demo', '--json']);
    const { url, token, entry } = JSON.parse(await dev.line());
    expect(entry).toBe('http://localhost:4300/v/remoteEntry.js');
    expect(new URL(url).pathname).toBe(`/_preview/${token}`);
    expect(JSON.parse(Buffer.from(token.split('.')[0], 'base64url').toString())).toMatchObject({
      schema: 3,
      parts: {},
      local: { 'mf-demo': { entry, routes: [{ path: '/demo' }] } },
    });
    // The address that the development server names leads there, with whatever path somebody tries.
    const note = join(root, 'mf-demo/shown-at.txt');
    while (!existsSync(note)) await setTimeout(20);
    expect(await readFile(note, 'utf8')).toBe(url);
    expect(await dev.interrupt(signal)).toMatchObject({ code: 0 });
    expect(existsSync(join(root, 'mf-demo/ended.txt'))).toBe(true);
  });

  it('leaves no server behind where npx is told to end', async () => {
    await release(['environment', 'rules', '--local-previews']);
    const dev = startedByNpx(['dev', 'mf-demo', '--json']);
    await dev.line();
    await dev.interrupt('SIGTERM');
    expect(existsSync(join(root, 'mf-demo/ended.txt'))).toBe(true);
  });

  it('says why the environment does not take it, and leaves no server behind', async () => {
    const refused = await release(['dev', 'mf-demo']);
    expect([refused.code, refused.err]).toEqual([4, expect.stringContaining('do not allow previews with parts')]);
    expect(existsSync(join(root, 'mf-demo/ended.txt'))).toBe(true);
    // Which would say so too, and that it goes on trying.
    expect(existsSync(join(root, 'mf-demo/not-taken.txt'))).toBe(false);
  });

  it.each([
    [['dev', 'shell'], 'The shell is developed with npm run dev -w shell'],
    [['dev', 'mf-none'], 'is not a package that can be released'],
    [['dev', 'mf-demo', '--to', 'https://elsewhere.example'], 'is not a path of the site'],
  ])('%j is wrong usage', async (args, text) => {
    const run = await release(args);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining(text)]);
  });
});
