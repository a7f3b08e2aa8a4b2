import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { given, givenLive, json, page, release, root, useRegistry } from '../testing/release-command';

useRegistry();

/** Looks which revision a link shows, and ends with the code that `CODES` has for it, else with 0. */
const LOOK = `
const { revision } = JSON.parse(Buffer.from(new URL(process.env.RELEASE_URL).pathname.split('/')[2].split('.')[0], 'base64url'));
process.exit(Number(JSON.parse(process.env.CODES)[revision.number] ?? 0));
`;

/** Revision 4 has a release with a reason; the others are about something else. */
beforeEach(async () => {
  await givenLive();
  await page('mf-demo', 'second()');
  await given('mf-demo', '1.0.1');
  await release(['disable', 'mf-demo', '--message', 'Soon.']);
  await release(['enable', 'mf-demo']);
  await release(['promote', 'mf-demo@1.0.1', '--reason', 'A better page']);
  await release(['policy', '--open-tabs', 'notice']);
  await release(['policy', '--open-tabs', 'next-load']);
  await writeFile(join(root, 'look.mjs'), LOOK);
});

const bisect = (codes: Record<number, number>, ...args: string[]) =>
  release(['bisect', '--good', '1', '--bad', '6', ...args, '--', process.execPath, join(root, 'look.mjs')], {
    env: { CODES: JSON.stringify(codes) },
  });
const looked = (steps: { revision: number }[]) => steps.map(({ revision }) => revision);

describe('the search for what broke something', () => {
  it('ends with the first bad revision, who made it, why, and what it changed', async () => {
    const run = await bisect({ 4: 1, 5: 127 });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toMatch(
      /^Revision 4: bad\nRevision 3: good\n\nRevision 4 is the first bad one: promote by local-promote, just now: A better page\nmf-demo 1\.0\.0 -> 1\.0\.1\n/,
    );
    expect(run.out).toMatch(/What is different: .*npx release diff 3 4\n$/);
    expect(json(await bisect({ 4: 1, 5: 1 }, '--json'))).toMatchObject({
      firstBad: { number: 4, cause: 'promote', createdBy: 'local-promote', reason: 'A better page', changes: [{ to: '1.0.1' }] },
      steps: [
        { revision: 4, verdict: 'bad' },
        { revision: 3, verdict: 'good' },
      ],
    });
  });

  it('goes around what the program cannot judge, and says so when that may be the first bad one', async () => {
    const found = json(await bisect({ 3: 1, 4: 125, 5: 1 }, '--json'));
    expect([found.firstBad.number, looked(found.steps)]).toEqual([3, [4, 3, 2]]);
    const run = await bisect({ 3: 125, 4: 1, 5: 1 }, '--json');
    expect([run.code, json(run).error]).toMatchObject([6, { code: 'bisect-undecided', details: { suspects: [3, 4] } }]);
  });

  it('skips what has a yanked release, and says why', async () => {
    await release(['promote', 'mf-demo@1.0.0']);
    await release(['yank', 'mf-demo@1.0.1']);
    const run = await bisect({});
    expect(run.code).toBe(6);
    expect(run.out).toContain('Revision 4: skip. mf-demo@1.0.1 was yanked and is not shown.');
    expect(run.err).toBe('One of the revisions 4, 5, 6 is the first bad one. The others of them were skipped.\n');
  });

  it('ends when the program is killed, is none, or there is nobody to ask', async () => {
    const killed = await bisect({ 4: 130 });
    expect([killed.code, killed.err]).toEqual([9, expect.stringContaining('ended with 130: the search ends.')]);
    const none = await release(['bisect', '--good', '1', '--bad', '6', '--', 'no-such-program']);
    expect([none.code, none.err]).toEqual([2, expect.stringContaining("'no-such-program' cannot be run")]);
    const nobody = await release(['bisect', '--good', '1', '--bad', '6']);
    expect([nobody.code, nobody.err]).toEqual([2, expect.stringContaining('Nobody can be asked here')]);
    const order = await release(['bisect', '--good', '6', '--bad', '1', '--', 'true']);
    expect([order.code, order.err]).toEqual([2, 'The good revision comes before the bad one.\n']);
    expect((await release(['bisect', '--good', '1', '--bad', '9', '--', 'true'])).code).toBe(6);
  });
});
