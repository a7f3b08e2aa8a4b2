import { readdir, readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { RehearsedPage } from '@site/release-model/rehearsal';
import { createRegistryClient } from '../registry-client';
import { given, givenLive, json, page, registry, release, root, useRegistry } from '../testing/release-command';

useRegistry();

/** A machine without a browser. */
const NO_BROWSER = { CHROMIUM_PATH: '/nowhere/chromium', HEADLESS_SHELL_PATH: '' };
const PNG = Buffer.from('a picture');
const picture = { sha256: createHash('sha256').update(PNG).digest('hex'), bytes: PNG.length };

const rehearsed = (more: Partial<RehearsedPage>): RehearsedPage => ({
  path: '/demo/one',
  width: 360,
  findings: [],
  layoutShift: 0.0123,
  pixels: { total: 1000, changed: 25, unstable: 4 },
  pictures: { live: null, candidate: picture, difference: picture },
  ...more,
});

async function candidate(): Promise<void> {
  await givenLive();
  await page('mf-demo', 'second()');
  await given('mf-demo', '1.1.0');
}

/** A rehearsal of the candidate as a browser could have made it. */
async function givenRehearsal(pages: RehearsedPage[]): Promise<number> {
  const client = createRegistryClient({ registry: registry.address, token: registry.tokens.publish });
  const { id } = await client.addRehearsal({ 'mf-demo': '1.1.0' }, 1, {
    notRun: null,
    pages,
    unvisited: [{ path: '/item/:id', reason: 'It has a parameter.' }],
  });
  await client.sendPicture(id, picture.sha256, PNG);
  return id;
}

describe('without a browser', () => {
  it('a rehearsal was not run, which is kept and holds nothing back', async () => {
    await candidate();
    const run = await release(['rehearse', 'mf-demo@1.1.0', '--json'], { env: NO_BROWSER });
    expect(run.code).toBe(0);
    expect(json(run)).toMatchObject({
      verdict: 'not-run',
      revision: 1,
      notRun: 'There is no Chromium on this machine. Name one with CHROMIUM_PATH.',
      pages: [],
    });
    const promoted = await release(['promote', 'mf-demo@1.1.0', '--rehearse'], { env: NO_BROWSER });
    expect([promoted.code, promoted.out]).toEqual([0, expect.stringContaining(`rehearsal ${json(run).id + 1} not run`)]);
  });

  it('a dry run of a promotion keeps no rehearsal: it is refused', async () => {
    await candidate();
    const run = await release(['promote', 'mf-demo@1.1.0', '--rehearse', '--dry-run'], { env: NO_BROWSER });
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('Rehearse apart: release rehearse.')]);
    expect((await release(['rehearsal', 'list'])).out).toBe('Nothing was rehearsed yet.\n');
  });

  it.each([
    [['--propose'], 'Say why, with --reason.'],
    [['--propose', '--plan', '5%:10m,100%'], 'Say why, with --reason.'],
    [['--force'], 'Say why, with --reason.'],
    [['--canary', '5%', '--fixes'], '--fixes goes with a promotion for everybody, not with --canary.'],
    [['--at', '14:30', '--canary', '5%'], 'A plan goes without --canary, --fixes and --force.'],
    [['--no-guard'], '--guard, --no-guard and --again go with --plan or --at.'],
  ])('nothing is rehearsed for a promotion that is written wrongly: %j', async (options, sentence) => {
    await candidate();
    const run = await release(['promote', 'mf-demo@1.1.0', '--rehearse', ...options], { env: NO_BROWSER });
    expect(run).toEqual({ code: 2, out: '', err: `${sentence}\n` });
    expect((await release(['rehearsal', 'list'])).out).toBe('Nothing was rehearsed yet.\n');
  });

  it('unless the environment needs one that has passed', async () => {
    await candidate();
    expect((await release(['environment', 'rules', '--rehearsal', 'required'])).out).toContain('a rehearsal: required');
    const run = await release(['promote', 'mf-demo@1.1.0', '--rehearse', '--json'], { env: NO_BROWSER });
    expect([run.code, json(run).error.code]).toEqual([4, 'rehearsal-needed']);
  });
});

describe('a rehearsal that was made', () => {
  it('is shown page by page, with its findings, and its pictures as files', async () => {
    await candidate();
    const thrown = { kind: 'uncaught-error' as const, text: 'It is broken.', isLive: false };
    const id = await givenRehearsal([rehearsed({ findings: [thrown, { ...thrown, kind: 'console-error', isLive: true }] })]);
    const folder = join(root, 'pictures');
    const { code, out } = await release(['rehearsal', 'show', String(id), '--pictures', folder]);
    expect(code).toBe(0);
    for (const line of [
      `Rehearsal ${id} of mf-demo@1.1.0 beside revision 1: failed`,
      '/demo/one  360    failed   2.50% (25 px), unstable 4 px  0.012',
      '/demo/one at 360 px: uncaught-error: It is broken.\n',
      '/demo/one at 360 px: console-error: It is broken. (so is the live page)',
      '/item/:id was not opened: It has a parameter.',
    ])
      expect(out).toContain(line);
    expect(await readdir(folder)).toEqual(['demo-one-360-candidate.png', 'demo-one-360-difference.png']);
    expect(await readFile(join(folder, 'demo-one-360-candidate.png'))).toEqual(PNG);
    expect((await release(['rehearsal', 'list'])).out).toMatch(new RegExp(`${id}\\s+mf-demo@1.1.0\\s+1\\s+failed`));
  });

  it('is told to whoever promotes, and stands in the history', async () => {
    await candidate();
    const id = await givenRehearsal([rehearsed({})]);
    const dry = await release(['promote', 'mf-demo@1.1.0', '--dry-run']);
    expect(dry.out).toContain(`rehearsal ${id} passed (RELEASE_REGISTRY=${registry.address}/registry npx release rehearsal show ${id})`);
    expect(json(await release(['promote', 'mf-demo@1.1.0', '--dry-run', '--json'])).rehearsal).toMatchObject({ id, verdict: 'passed' });
    expect((await release(['promote', 'mf-demo@1.1.0'])).out).toContain(`rehearsal ${id} passed`);
    expect((await release(['history'])).out).toContain(`promote, rehearsal ${id} passed`);
  });
});
