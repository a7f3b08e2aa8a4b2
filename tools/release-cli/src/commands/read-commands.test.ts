import { describe, expect, it } from '@jest/globals';
import { given, givenLive, givenSecond, json, page, release, started, useRegistry } from '../testing/release-command';

useRegistry();

describe('a team that looks', () => {
  it('sees that nothing is live yet', async () => {
    expect(await release(['status'])).toMatchObject({ code: 0, out: 'Nothing is live yet.\n' });
  });

  it('sees what is live', async () => {
    await givenSecond();
    const run = await release(['status', '--json']);
    expect(json(run)).toMatchObject({
      revision: { number: 2, epoch: 1, cause: 'promote', createdBy: 'local-promote', reason: 'A better page' },
      lock: null,
      edges: [],
      releases: [
        { name: 'mf-demo', version: '1.0.1', fallback: '1.0.0', candidate: null, disabled: null },
        { name: 'shell', version: '1.0.0', fallback: null },
      ],
    });
    expect((await release(['status'])).out).toMatch(/mf-demo +1\.0\.1 +1\.0\.0 +mf-demo/);
    expect(json(await release(['list', 'mf-demo', '--json'])).releases).toMatchObject([
      { version: '1.0.1', live: true },
      { version: '1.0.0', live: false },
    ]);
    const newest = (await release(['list', 'mf-demo', '--limit', '1'])).out;
    expect([newest.includes('1.0.0'), newest]).toEqual([false, expect.stringContaining('Older ones: --before 1.0.1')]);
    expect(json(await release(['list', 'mf-demo', '--before', '1.0.1', '--json'])).releases).toMatchObject([{ version: '1.0.0' }]);
    expect(await release(['list', 'mf-demo', '--before', '1.0.0'])).toMatchObject({ code: 6 });
    expect(json(await release(['list', '--json'])).remotes).toMatchObject([
      { name: 'mf-demo', live: '1.0.1', releases: 2 },
      { name: 'shell' },
    ]);
  });
});

it('status says what holds promotions back: a freeze, and proposals that wait', async () => {
  await givenSecond();
  expect(json(await release(['status', '--json']))).toMatchObject({ frozen: null, proposals: 0 });
  await release(['environment', 'rules', '--approvals', '1']);
  await release(['promote', 'mf-demo@1.0.0', '--propose', '--reason', 'Back']);
  await release(['freeze', '2020-01-01T00:00Z - 2999-12-31T23:00Z: for good']);
  const said = (await release(['status'])).out;
  expect(said).toContain(
    '\nproduction is frozen until 2999-12-31 23:00 UTC: for good.\n1 proposal waits for approval: release proposals\n',
  );
  const frozen = { until: '2999-12-31T23:00:00.000Z', reason: 'for good' };
  expect(json(await release(['status', '--json']))).toMatchObject({ frozen, proposals: 1 });
  expect(json(await release(['status', '--json'], { env: { DATA_DIR: 'nowhere' } }))).toMatchObject({ frozen: null, proposals: null });
});

describe('what has happened', () => {
  it('is told from the newest on, and further back from any revision', async () => {
    await givenSecond();
    const newest = (await release(['history', '--limit', '1'])).out;
    expect(newest).toMatch(/^2 +promote .* mf-demo 1\.0\.0 -> 1\.0\.1 +A better page\n\nOlder ones: --before 2$/m);
    const before = await release(['history', '--before', '2']);
    expect([before.out.includes('A better page'), before.out]).toEqual([false, expect.stringMatching(/^1 +promote /m)]);
    expect(before.out).not.toContain('Older ones');
    expect((await release(['history', '--before', '1'])).out).toBe('There is no revision before 1.\n');
  });

  it('is on record by who did it, what it was, and where', async () => {
    await givenLive();
    await release(['environment', 'create', 'staging', '--copies', 'production']);
    await release(['promote', 'mf-demo@9.9.9']);
    const entries = async (...filter: string[]) => json(await release(['audit', '--json', ...filter])).entries;
    expect(await entries('--action', 'refused')).toMatchObject([{ actor: 'local-promote', environment: 'production' }]);
    expect(await entries('--by', 'local-publish')).toMatchObject([{ subject: 'mf-demo@1.0.0' }, { subject: 'shell@1.0.0' }]);
    const staging = await entries('--environment', 'staging');
    expect(new Set(staging.map((entry: { environment: string }) => entry.environment))).toEqual(new Set(['staging']));
    const [first, second] = await entries();
    expect(await entries('--before', String(first.id), '--limit', '1')).toEqual([second]);
    expect((await release(['audit', '--limit', '1'])).out).toMatch(new RegExp(`\n\nOlder ones: --before ${first.id}\n$`));
    expect((await release(['audit', '--by', 'nobody'])).out).toBe('Nothing of that is on record.\n');
  });
});

describe('a team that watches', () => {
  it('sees what is live at once and at each change, a line each in JSON, until Ctrl-C', async () => {
    await givenLive();
    const watching = started(['status', '--watch', '--json']);
    const numbers = async () => JSON.parse(await watching.line()).revision.number;
    expect(await numbers()).toBe(1);
    await release(['disable', 'mf-demo', '--message', 'Soon.']);
    expect(await numbers()).toBe(2);
    await release(['enable', 'mf-demo']);
    expect(await numbers()).toBe(3);
    expect(await watching.interrupt()).toEqual({ code: 0, signal: null, err: '' });
  });

  it('is done where nobody reads it any more', async () => {
    await givenLive();
    const watching = started(['status', '--watch']);
    await watching.line();
    watching.leave();
    await release(['disable', 'mf-demo', '--message', 'Soon.']);
    expect(await watching.ended).toEqual({ code: 0, signal: null });
  });

  it('5: without a token', async () => {
    const run = await release(['status', '--watch'], { env: { DATA_DIR: 'nowhere' } });
    expect([run.code, run.err]).toEqual([5, expect.stringContaining('No token to ask with.')]);
  });
});

describe('without a token', () => {
  const env = { DATA_DIR: 'nowhere' };

  it('what is live is shown, and what is missing is said', async () => {
    await givenSecond();
    await page('mf-demo', 'third()');
    await given('mf-demo', '1.0.2');
    expect((await release(['status'], { env })).out).toMatch(/mf-demo +1\.0\.1 +1\.0\.0/);
    const list = await release(['list', 'mf-demo', '--json'], { env });
    expect(json(list).releases).toMatchObject([{ version: '1.0.1' }, { version: '1.0.0' }]);
    expect(list.err).toBe('Only what is live is shown. To see all releases, give --token or RELEASE_TOKEN.\n');
    const show = await release(['show', 'mf-demo@1.0.2'], { env });
    expect([show.code, show.err]).toEqual([5, 'A token is needed. Sign in with npx release login, or give --token or RELEASE_TOKEN.\n']);
    expect((await release(['show', 'mf-demo@1.0.2'])).code).toBe(0);
  });

  it('5: nothing of it is live', async () => {
    await given('mf-demo');
    const run = await release(['list', 'mf-demo'], { env });
    expect([run.code, run.err]).toEqual([5, expect.stringContaining('Nothing of mf-demo is live. To see what else was published, give')]);
  });
});
