import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { given, givenLive, json, page, release, root, useRegistry } from '../testing/release-command';

useRegistry();

/** Revision 2: the remote in a second version with another script and another title. */
async function givenOther() {
  await givenLive();
  await page('mf-demo', 'second()');
  await writeFile(join(root, 'mf-demo/title.txt'), 'Demonstration');
  await given('mf-demo', '1.1.0');
  expect((await release(['promote', 'mf-demo@1.1.0'])).code).toBe(0);
}

const difference = {
  name: 'mf-demo',
  from: '1.0.0',
  to: '1.1.0',
  routes: [{ path: '/demo', fields: [{ field: 'title', from: 'Demo', to: 'Demonstration' }] }],
  modules: [],
  files: [{ path: 'v/remoteEntry.js', from: 16, to: 8 }],
  size: { from: 16, to: 8 },
};

describe('what is different', () => {
  it('is shown between two revisions, and between one and what is live', async () => {
    await givenOther();
    const run = await release(['diff', '1', '2']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toBe(
      [
        'From revision 1 to revision 2',
        'mf-demo 1.0.0 -> 1.1.0',
        '',
        'mf-demo 1.0.0 -> 1.1.0, 1 KB -> 1 KB',
        '  ~ route /demo: title Demo -> Demonstration',
        '  ~ file v/remoteEntry.js 16 B -> 8 B',
        '',
      ].join('\n'),
    );
    const live = await release(['diff', '1', '--json']);
    expect(json(live)).toMatchObject({
      from: 'revision 1',
      to: 'production (revision 2)',
      changes: [{ name: 'mf-demo', field: 'stable', from: '1.0.0', to: '1.1.0' }],
      releases: [difference],
    });
    expect((await release(['diff', '2', 'production'])).out).toBe(
      'There is no difference between revision 2 and production (revision 2).\n',
    );
  });

  it('is shown between two releases, and between one and what is live of its part', async () => {
    await givenOther();
    expect(json(await release(['diff', 'mf-demo@1.0.0', 'mf-demo@1.1.0', '--json']))).toMatchObject({
      changes: [],
      releases: [difference],
    });
    expect(json(await release(['diff', 'mf-demo@1.0.0', '--json']))).toMatchObject({ to: 'mf-demo@1.1.0', releases: [difference] });
  });

  it('has parts that one side lacks, whole, and what is switched off', async () => {
    await givenOther();
    await release(['disable', 'mf-demo', '--message', 'Back at noon.']);
    await release(['retire', 'mf-demo']);
    const run = await release(['diff', '3', '4']);
    expect(run.out).toContain('mf-demo 1.1.0 -> (none)\nmf-demo disabled Back at noon. -> (none)');
    expect(run.out).toContain('  - route /demo: page ./demo, title Demonstration, access public\n  - file v/remoteEntry.js 8 B');
  });

  it('is refused between what cannot be compared, and for what there is not', async () => {
    await givenLive();
    const codes = [
      await release(['diff', '9', '1']),
      await release(['diff', 'nowhere', '1']),
      await release(['diff', 'mf-demo@9.9.9', 'mf-demo@1.0.0']),
      await release(['diff', 'mf-none@1.0.0']),
      await release(['diff', 'shell@1.0.0', 'mf-demo@1.0.0']),
      await release(['diff', '1', 'mf-demo@1.0.0']),
    ].map(({ code }) => code);
    expect(codes).toEqual([6, 6, 6, 6, 2, 2]);
  });
});
