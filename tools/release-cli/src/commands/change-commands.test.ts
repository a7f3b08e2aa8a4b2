import { describe, expect, it } from '@jest/globals';
import { edgeServes, given, givenLive, givenSecond, json, page, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

describe('a team that promotes', () => {
  it('promotes, and is told what changed and how to undo it', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const run = await release(['promote', 'mf-demo@1.0.1', '--reason', 'A better page']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('mf-demo 1.0.0 -> 1.0.1');
    expect(run.out).toContain('Revision 2 is decided; no edge of this environment reports to the registry.');
    expect(run.out).toContain(`Undo: RELEASE_REGISTRY=${registry.address}/registry npx release rollback --to 1`);
  });

  it('is told how to undo it there, and nowhere else', async () => {
    await givenLive();
    await release(['environment', 'create', 'staging', '--copies', 'production']);
    const there = ['--environment', 'staging'];
    const undo = `Undo: RELEASE_REGISTRY=${registry.address}/registry npx release enable mf-demo --environment staging\n`;
    expect((await release(['disable', 'mf-demo', '--message', 'Soon.', ...there])).out).toContain(undo);
    await page('mf-demo', 'second()');
    const published = await release(['publish', 'mf-demo', ...there]);
    expect(published.out).toContain('npx release promote mf-demo@1.0.1 --environment staging\n');
    const planned = await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:10m,100%', ...there]);
    expect(planned.out).toContain('npx release abort mf-demo --environment staging\n');
  });

  it('is told how to take a canary back alone, and what else a rollback ends', async () => {
    await givenLive();
    for (const version of ['1.0.1', '1.0.2']) {
      await page('mf-demo', `of${version}()`);
      await given('mf-demo', version);
    }
    await page('shell', 'next()');
    await given('shell', '1.0.1');
    const undoOf = async (...command: string[]) => / npx release (.*(?:\n.+)?)\n$/.exec((await release(['promote', ...command])).out)?.[1];
    expect(await undoOf('mf-demo@1.0.1', '--canary', '5%')).toBe('abort mf-demo');
    expect(await undoOf('mf-demo@1.0.1', '--canary', '25%')).toBe('promote mf-demo@1.0.1 --canary 5%');
    expect(await undoOf('shell@1.0.1')).toBe('rollback --to 3\nThat also ends what is shown of mf-demo.');
    expect(await undoOf('mf-demo@1.0.2', '--canary', '10%')).toBe('promote mf-demo@1.0.1 --canary 25%');
    expect(await undoOf('mf-demo@1.0.1')).toBe('rollback --to 5');
  });

  it('does nothing, successfully, when all of it is live', async () => {
    await givenSecond();
    expect(await release(['promote', 'mf-demo@1.0.1'])).toMatchObject({ code: 0, out: 'All of this is live already, in revision 2.\n' });
  });

  it('rolls back, and finds it all in the history', async () => {
    await givenSecond();
    const run = await release(['rollback', '--json']);
    expect(json(run)).toEqual({
      revision: 3,
      changes: [{ name: 'mf-demo', field: 'stable', from: '1.0.1', to: '1.0.0' }],
      endsPlans: [],
      edges: { serving: 0, known: 0 },
    });
    expect((await release(['rollback', '--to', '2'])).code).toBe(0);
    const { revisions } = json(await release(['history', '--json']));
    expect(revisions).toMatchObject([
      { number: 4, cause: 'rollback', restores: 2, changes: [{ name: 'mf-demo', from: '1.0.0', to: '1.0.1' }] },
      { number: 3, cause: 'rollback', restores: 1 },
      { number: 2, cause: 'promote', reason: 'A better page' },
      { number: 1, cause: 'promote', changes: [{ name: 'mf-demo', from: null, to: '1.0.0' }, { name: 'shell' }] },
    ]);
    expect(json(await release(['history', '--json', '--limit', '1'])).revisions).toMatchObject([
      { number: 4, changes: [{ from: '1.0.0', to: '1.0.1' }] },
    ]);
  });
});

describe('whoever rolls back right after somebody else', () => {
  it('is told what that returned to, and how to go further back or elsewhere, without a token in it', async () => {
    await givenSecond();
    expect((await release(['rollback'])).code).toBe(0);
    const mine = ['rollback', '--reason', 'It is broken', '--token', registry.tokens.second];
    const run = await release(mine);
    const here = `RELEASE_REGISTRY=${registry.address}/registry npx release`;
    expect([run.code, run.out, run.err]).toEqual([
      3,
      '',
      [
        'local-promote has just rolled back, with revision 3.',
        'That returned to revision 1. Elsewhere: --to <number>',
        `Further back: ${here} rollback --reason 'It is broken' --again`,
        '',
      ].join('\n'),
    ]);
    expect(json(await release([...mine, '--json'])).error).toMatchObject({ code: 'just-rolled-back', details: { number: 3, restores: 1 } });
  });
});

it('whoever has to give a reason is told the command with one', async () => {
  await givenSecond();
  expect((await release(['environment', 'rules', '--require-reason'])).code).toBe(0);
  const run = await release(['rollback', '--to', '1']);
  expect([run.code, run.err]).toEqual([
    4,
    `The rules of this environment ask for a reason.\nGo on: RELEASE_REGISTRY=${registry.address}/registry npx release rollback --to 1 --reason 'why'\n`,
  ]);
});

describe('live is what edges serve', () => {
  it('says so when all of them do', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await edgeServes('a', 1);
    await edgeServes('b', 1);
    const promotion = release(['promote', 'mf-demo@1.0.1']);
    await edgeServes('a', 2);
    await edgeServes('b', 2);
    expect((await promotion).out).toContain('Revision 2 is live: 2 of 2 edges serve it.');
    expect((await release(['status'])).out).toContain('2 of 2 edges serve it\n\n');
    await edgeServes('b', 2, ['Target 1 is older than 2 and is refused.']);
    expect((await release(['status'])).out).toContain(
      '2 of 2 edges serve it\n  b serves revision 2\n    Target 1 is older than 2 and is refused.\n\n',
    );
  });

  it('10: decided, and an edge does not serve it in time; it is named, with why', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await edgeServes('a', 1);
    await edgeServes('b', 1, ['mf-demo@1.0.1 cannot be read']);
    const run = await release(['promote', 'mf-demo@1.0.1', '--timeout', '1']);
    expect(run.code).toBe(10);
    expect(run.err).toContain(
      'Revision 2 is decided, and 0 of 2 edges serve it:\n  a serves revision 1\n  b serves revision 1\n    mf-demo@1.0.1 cannot be read',
    );
    expect((await release(['status'])).out).toContain(
      '0 of 2 edges serve it\n  a serves revision 1\n  b serves revision 1\n    mf-demo@1.0.1 cannot be read\n\n',
    );
    expect((await release(['promote', 'mf-demo@1.0.0', '--no-wait'])).out).toContain('Revision 3 is decided.\n');
  });
});

describe('a release manager', () => {
  it('shows a release to a share of the visitors, to more of them, and takes it back', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const canary = await release(['promote', 'mf-demo@1.0.1', '--canary', '5%']);
    expect(canary.out).toContain('mf-demo candidate (none) -> 1.0.1 at 5%');
    expect(json(await release(['promote', 'mf-demo@1.0.1', '--canary', '12.5', '--json'])).changes).toEqual([
      { name: 'mf-demo', field: 'candidate', from: '1.0.1 at 5%', to: '1.0.1 at 12.5%' },
    ]);
    expect((await release(['status'])).out).toMatch(/mf-demo +1\.0\.0 +1\.0\.1 at 12\.5%/);
    expect((await release(['abort', 'mf-demo'])).out).toContain('mf-demo candidate 1.0.1 at 12.5% -> (none)');
    expect((await release(['abort', 'mf-demo', '--json'])).code).toBe(3);
  });

  it('is told what is still shown of a set of which one part is aborted', async () => {
    await givenLive();
    for (const name of ['mf-demo', 'shell']) {
      await page(name, `second${name.length}()`);
      await given(name, '1.0.1');
    }
    await release(['promote', 'mf-demo@1.0.1', 'shell@1.0.1', '--canary', '5%']);
    const still = 'shell@1.0.1 is of the same set, and is still shown to its visitors.';
    expect((await release(['abort', 'mf-demo', '--dry-run'])).out).toContain(still);
    expect((await release(['abort', 'mf-demo'])).out).toContain(still);
    expect((await release(['abort', 'shell'])).out).not.toContain('of the same set');
  });

  it('is told that a set with a release that everybody gets already is shown to nobody', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const run = await release(['promote', 'shell@1.0.0', 'mf-demo@1.0.1', '--canary', '5%']);
    expect(run).toMatchObject({ code: 3, out: '', err: 'Everybody gets shell@1.0.0 already: name the others alone.\n' });
    expect((await release(['promote', 'shell@1.0.0', 'mf-demo@1.0.0', '--canary', '5%'])).out).toContain('All of this is live already');
  });

  it('sees what a command would do, and nothing is done', async () => {
    await givenSecond();
    const run = await release(['promote', 'mf-demo@1.0.0', '--dry-run']);
    expect(run.out).toBe('mf-demo 1.0.1 -> 1.0.0\n\nThis would be revision 3. Nothing was changed.\n');
    expect(json(await release(['status', '--json'])).revision.number).toBe(2);
  });

  it('switches a part off and on again', async () => {
    await givenLive();
    const off = await release(['disable', 'mf-demo', '--message', 'Back at noon.']);
    expect(off.out).toContain('mf-demo disabled (none) -> Back at noon.');
    expect(off.out).toContain('npx release enable mf-demo');
    expect((await release(['status'])).out).toContain('switched off');
    expect((await release(['enable', 'mf-demo'])).code).toBe(0);
    expect(json(await release(['status', '--json'])).releases[0].disabled).toBeNull();
  });

  it('is told how to undo a switch for what was on, and for what was off with other words', async () => {
    await givenLive();
    const undoOf = async (parts: string[], message: string) =>
      (await release(['disable', ...parts, '--message', message])).out.split('\n').filter((line) => line.startsWith('Undo: '));
    const command = (text: string) => `Undo: RELEASE_REGISTRY=${registry.address}/registry npx release ${text}`;
    expect(await undoOf(['mf-demo'], 'Back at noon.')).toEqual([command('enable mf-demo')]);
    expect(await undoOf(['mf-demo'], "It's late.")).toEqual([command(`disable mf-demo --message 'Back at noon.'`)]);
    expect(await undoOf(['shell', 'mf-demo'], 'Soon.')).toEqual([
      command('enable shell'),
      command(`disable mf-demo --message 'It'\\''s late.'`),
    ]);
    await release(['enable', 'shell']);
    expect(await undoOf(['shell', 'mf-demo'], 'Soon.')).toEqual([command('enable shell')]);
  });

  it('yanks a release, which is not made live again', async () => {
    await givenSecond();
    expect(json(await release(['yank', 'mf-demo@1.0.1', '--json'])).error.code).toBe('release-live');
    await release(['rollback']);
    const yanked = await release(['yank', 'mf-demo@1.0.1', '--reason', 'It loses orders']);
    const told = /^mf-demo yanked \(none\) -> 1\.0\.1\nWhat is live stays as it is\.\n\nRevision 4 is decided/;
    expect([yanked.code, yanked.out]).toEqual([0, expect.stringMatching(told)]);
    expect((await release(['history'])).out).toMatch(/4 .*mf-demo yanked \(none\) -> 1\.0\.1/);
    expect((await release(['show', 'mf-demo@1.0.1'])).out).toMatch(/yanked +just now by local-promote: It loses orders/);
    expect(json(await release(['promote', 'mf-demo@1.0.1', '--json'])).error.code).toBe('release-yanked');
    expect((await release(['audit', '--limit', '2'])).out).toMatch(
      /local-promote +refused +production .*\n.*local-promote +yank +production +mf-demo@1\.0\.1 .*It loses orders/,
    );
  });

  it('restores what was yanked, which can become live again', async () => {
    await givenSecond();
    await release(['rollback']);
    expect((await release(['yank', 'mf-demo@1.0.1'])).out).toContain('Undo: ');
    const run = await release(['restore', 'mf-demo@1.0.1', '--reason', 'It was the proxy']);
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out).toContain('npx release yank mf-demo@1.0.1');
    expect((await release(['restore', 'mf-demo@1.0.1'])).out).toBe('mf-demo@1.0.1 is not yanked.\n');
    expect((await release(['promote', 'mf-demo@1.0.1'])).code).toBe(0);
  });

  it('says that what is replaced was bad: nothing falls back to it', async () => {
    await givenSecond();
    await page('mf-demo', 'third()');
    await given('mf-demo', '1.0.2');
    await release(['promote', 'mf-demo@1.0.2', '--fixes']);
    expect(json(await release(['history', '--json'])).revisions).toMatchObject([{ fixes: true }, { fixes: false }, { fixes: false }]);
    expect((await release(['history'])).out).toMatch(/^3 +promote, fixes /m);
    expect(json(await release(['status', '--json'])).releases[0]).toMatchObject({ version: '1.0.2', fallback: '1.0.0' });
  });
});
