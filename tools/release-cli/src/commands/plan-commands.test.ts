import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { PlanInJson } from '@site/release-model/plan';
import { EXIT, Failure } from '../failure';
import type { RegistryClient } from '../registry-client';
import { localTime } from '../terminal';
import { given, givenLive, json, page, registry, release, useRegistry } from '../testing/release-command';
import { untilStep } from './plan-commands';

useRegistry();

afterEach(() => void jest.restoreAllMocks());

describe('a release manager', () => {
  it('makes a plan, continues it, and aborts another one with what it shows', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const dry = await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:wait,100%', '--dry-run']);
    expect(dry.out).toBe('mf-demo@1.0.1: 5%:wait,100%\nmf-demo 1.0.0 -> 1.0.1\nNothing was changed.\n');
    expect((await release(['plan', 'list'])).out).toContain('No plan is under way.');

    const made = await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:wait,100%', '--reason', 'A better page']);
    expect(made).toMatchObject({ code: 0, err: '' });
    expect(made.out).toMatch(
      /^Plan \d+: mf-demo@1\.0\.1\n5%:wait,100%, with a guard, by local-promote: A better page\nIt is waiting, step 1 of 2\n/,
    );
    const status = (await release(['status'])).out;
    expect(status).toMatch(/Plan \d+ for mf-demo@1\.0\.1 is waiting, step 1 of 2\n/);
    expect(status).toMatch(/mf-demo +1\.0\.0 +1\.0\.1 at 5%/);
    expect(json(await release(['status', '--json'])).plans).toMatchObject([{ state: 'waiting', step: 1 }]);
    expect((await release(['promote', 'mf-demo@1.0.1', '--plan', '100%'])).code).toBe(3);
    expect((await release(['resume', 'mf-demo'])).code).toBe(3);
    expect(json(await release(['pause', 'mf-demo', '--json', '--reason', 'lunch']))).toMatchObject({ state: 'paused', note: 'lunch' });
    expect(json(await release(['resume', 'mf-demo', '--json']))).toMatchObject({ state: 'waiting' });
    expect(json(await release(['continue', 'mf-demo', '--json']))).toMatchObject({ state: 'done', step: 2 });
    expect((await release(['history'])).out).toMatch(/plan \d+, step 2 of 2: A better page/);

    await page('mf-demo', 'third()');
    await given('mf-demo', '1.0.2');
    const next = json(await release(['promote', 'mf-demo@1.0.2', '--plan', '5%:1d,100%', '--no-guard', '--json']));
    expect(next).toMatchObject({ kind: 'automatic', state: 'running', guard: null });
    expect((await release(['plan', 'show', String(next.id)])).out).toContain(`running, step 1 of 2, next at ${localTime(next.dueAt)}`);
    expect(json(await release(['abort', 'mf-demo', '--json']))).toMatchObject({ plans: [{ id: next.id, state: 'aborted' }], revision: 5 });
    expect((await release(['status'])).out).not.toMatch(/at 5%|Plan/);
    expect(json(await release(['plan', 'list', '--all', '--json'])).plans).toHaveLength(2);
    expect((await release(['pause', 'mf-demo'])).code).toBe(6);

    await release(['environment', 'rules', '--guard', 'none']);
    const guarded = json(await release(['promote', 'mf-demo@1.0.2', '--plan', '5%:1d,100%', '--guard', '--json']));
    expect(guarded.guard).toEqual({ minimumDocuments: 100, errorRate: 0.01 });
  });

  it('is told how a plan goes on that waits for them or is paused, and what is live and how to undo it when it is done', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const command = (text: string) => `RELEASE_REGISTRY=${registry.address}/registry npx release ${text}\n`;
    const back = `Take it back: ${command('abort mf-demo')}`;
    const made = (await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:wait,25%:wait,100%'])).out;
    const id = /^Plan (\d+)/.exec(made)?.[1];
    const decided = (number: number) => `Revision ${number} is decided; no edge of this environment reports to the registry.\n`;
    const goesOn = (step: number) => `Go on: ${command(`continue ${id} --step ${step}`)}${back}`;
    expect(made).toContain(`\nIt is waiting, step 1 of 3\n${decided(2)}${goesOn(1)}`);
    expect((await release(['pause', 'mf-demo', '--reason', 'lunch'])).out).toContain(
      `\nIt is paused, step 1 of 3. lunch\nGo on: ${command(`resume ${id}`)}${back}`,
    );
    expect((await release(['plan', 'show', 'mf-demo'])).out).toContain(`Go on: ${command(`resume ${id}`)}`);
    expect((await release(['resume', 'mf-demo'])).out).toContain(`\nIt is waiting, step 1 of 3\n${goesOn(1)}`);
    expect((await release(['continue', 'mf-demo'])).out).toContain(`\nIt is waiting, step 2 of 3\n${decided(3)}${goesOn(2)}`);
    const done = `\nIt is done, step 3 of 3\n${decided(4)}Undo: ${command('rollback --to 3')}`;
    expect((await release(['continue', 'mf-demo'])).out.endsWith(done)).toBe(true);
    expect((await release(['rollback', '--to', '3'])).out).toContain('mf-demo 1.0.1 -> 1.0.0');
  });

  it('is told no command that goes on with a plan that does so by itself, or has ended', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const runs = [await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:1d,100%']), await release(['abort', 'mf-demo'])];
    expect(runs.map(({ code, out }) => [code, out.includes('Go on:')])).toEqual([
      [0, false],
      [0, false],
    ]);
  });

  it('goes on from what is shown already, with the same share or a larger one', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    expect((await release(['promote', 'mf-demo@1.0.1', '--canary', '5%'])).code).toBe(0);
    const same = await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:10m,100%', '--json']);
    expect([same.code, json(same)]).toMatchObject([0, { state: 'running', step: 1 }]);
    expect(json(await release(['status', '--json'])).revision.number).toBe(2);
    expect((await release(['abort', 'mf-demo'])).code).toBe(0);
    expect((await release(['promote', 'mf-demo@1.0.1', '--canary', '5%'])).code).toBe(0);
    expect((await release(['promote', 'mf-demo@1.0.1', '--plan', '25%:10m,100%'])).code).toBe(0);
    expect((await release(['status'])).out).toMatch(/mf-demo +1\.0\.0 +1\.0\.1 at 25%/);
  });

  it('is told what would be refused now, and is judged again when a plan is due', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await release(['lock', '--reason', 'The fair is on.']);
    const later = ['promote', 'mf-demo@1.0.1', '--at', new Date(Date.now() + 86_400_000).toISOString()];
    const dry = await release([...later, '--dry-run']);
    expect(dry.out).toMatch(/It is judged again when it is due:\n {2}local-promote has locked this environment: The fair is on\.\nNothing/);
    expect(json(await release([...later, '--dry-run', '--json']))).toMatchObject({
      changes: [{ name: 'mf-demo', to: '1.0.1' }],
      refusals: [{ code: 'environment-locked' }],
    });
    expect((await release(['promote', 'mf-demo@7.7.7', ...later.slice(2), '--dry-run'])).code).toBe(6);
    expect(await release(later)).toMatchObject({
      code: 0,
      out: expect.stringContaining('It is judged again when it is due:\n  local-promote'),
    });
    await release(['abort', 'mf-demo']);
    const held = await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:wait,100%']);
    expect([held.code, held.err]).toEqual([
      10,
      expect.stringMatching(/^Plan \d+ has not taken step 1 yet, and goes on by itself\. local-promote has locked this environment/),
    ]);
    await release(['unlock']);
  });

  it.each([[[]], [['--dry-run']]])('proposes no end of a plan, which needs no approval, and keeps it (%j)', async (more) => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:wait,100%']);
    const run = await release(['abort', 'mf-demo', '--propose', '--reason', 'Too soon', ...more]);
    expect([run.code, run.err]).toEqual([EXIT.usage, expect.stringContaining('Leave --propose out.')]);
    expect((await release(['plan', 'list'])).out).toContain('waiting, step 1 of 2');
  });

  it('takes back with a plan that has not begun what was shown of its part before', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const scheduled = ['promote', 'mf-demo@1.0.1', '--at', new Date(Date.now() + 86_400_000).toISOString()];
    await release(['promote', 'mf-demo@1.0.1', '--canary', '5%']);
    await release(scheduled);
    const ends = 'mf-demo candidate 1.0.1 at 5% -> (none)\n';
    expect((await release(['abort', 'mf-demo', '--dry-run'])).out).toContain(`${ends}This would be aborted. Nothing was changed.`);
    const aborted = await release(['abort', 'mf-demo', '--reason', 'Too soon']);
    expect(aborted).toMatchObject({
      code: 0,
      out: expect.stringMatching(/It is aborted \(person\)[^]*\nmf-demo candidate 1\.0\.1 at 5% -> \(none\)\n$/),
    });
    expect(json(await release(['history', '--json'])).revisions[0]).toMatchObject({ number: 3, cause: 'end-canary', reason: 'Too soon' });

    await release(['promote', 'mf-demo@1.0.1', '--canary', '5%']);
    await release(scheduled);
    expect(json(await release(['abort', 'mf-demo', '--json']))).toMatchObject({ plans: [{ state: 'aborted' }], revision: 5 });
    expect((await release(['status'])).out).not.toMatch(/at 5%|Plan/);
  });

  it('is told that a plan is aborted also where what is shown of its part cannot be taken back', async () => {
    const remote = (range: string) => ({ requires: { react: { range, singleton: true } } });
    await given('shell', '1.0.0', { provides: { react: { version: '19.0.0', files: [], consumes: [] } } });
    await given('mf-demo', '1.0.0', remote('>=19.0.0'));
    await release(['promote', 'shell@1.0.0', 'mf-demo@1.0.0']);
    await page('shell', 'second()');
    await given('shell', '1.0.1', { provides: { react: { version: '20.0.0', files: [], consumes: [] } } });
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1', remote('^20.0.0'));
    await release(['promote', 'shell@1.0.1', 'mf-demo@1.0.1', '--canary', '5%']);
    await release(['promote', 'shell@1.0.1', '--at', new Date(Date.now() + 86_400_000).toISOString()]);
    const run = await release(['abort', 'shell']);
    expect([run.code, run.err]).toEqual([
      EXIT.refused,
      expect.stringMatching(/It is aborted \(person\)[^]*\nWhat is shown of shell besides was not taken back: /),
    ]);
    expect((await release(['plan', 'list'])).out).toContain('No plan is under way.');
  });

  it('is told which plan a promotion ends, and whose it is: before, after and in the audit', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await page('mf-demo', 'third()');
    await given('mf-demo', '1.0.2');
    const { id } = json(await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:1d,100%', '--json']));
    const named = `plan ${id} of local-promote: mf-demo@1.0.1, step 1 of 2.`;
    expect((await release(['promote', 'mf-demo@1.0.2', '--dry-run'])).out).toContain(`This ends ${named}\n`);
    const dry = json(await release(['rollback', '--dry-run', '--json']));
    expect(dry.endsPlans).toMatchObject([{ id, createdBy: 'local-promote', step: 1, steps: 2 }]);
    expect((await release(['promote', 'mf-demo@1.0.2', '--reason', 'Urgent'])).out).toContain(`It ended ${named}\n`);
    expect((await release(['audit', '--action', 'promote', '--limit', '1'])).out).toContain(`Urgent / It ended ${named}`);
  });

  const options = (timeout: number) => ({ wait: true, timeout, registry: registry.address, environment: 'production' });
  const made = { id: 7, state: 'waiting', step: 1, note: null, endedBy: null } as PlanInJson;

  it('waits for a step while the registry is away, and is told with 10 that the plan goes on', async () => {
    const away = new Failure('It is away.', EXIT.unavailable);
    const begun = Date.now();
    const now = jest.spyOn(Date, 'now').mockReturnValue(begun);
    const plan = jest.fn<() => Promise<PlanInJson>>().mockRejectedValueOnce(away).mockResolvedValueOnce(made);
    plan.mockImplementation(async () => {
      now.mockReturnValue(begun + 1_000);
      throw away;
    });
    await expect(untilStep({ plan } as unknown as RegistryClient, made, 2, options(1))).rejects.toMatchObject({
      message: 'Plan 7 goes on by itself. Whether it has taken step 2, the registry cannot be asked at the moment: It is away.',
      exitCode: EXIT.pending,
      code: 'plan-pending',
      details: { plan: made },
    });
  });

  it.each([
    ['Plan 7 is paused: lunch', 'lunch'],
    ['Plan 7 is paused.', null],
  ])('is told how a plan goes on that was paused before the step that is waited for: %s', async (sentence, note) => {
    const plan = async () => ({ ...made, state: 'paused', note });
    await expect(untilStep({ plan } as unknown as RegistryClient, made, 2, options(60))).rejects.toMatchObject({
      message: expect.stringMatching(new RegExp(`^${sentence}\nGo on: .*npx release resume 7$`)),
      exitCode: EXIT.refused,
    });
  });

  it.each([
    ['guard', 'mf-demo@1.0.1 failed in 40 of 300 documents', 'its guard before its step 2. mf-demo@1.0.1 failed in 40 of 300 documents'],
    ['overtaken', 'mf-demo@1.0.1 was promoted beside the plan.', 'another change before its step 2. mf-demo@1.0.1 was promoted beside'],
    ['person', null, 'a person before its step 2.'],
  ])('is told at once when a plan is aborted whose step is waited for (%s)', async (endedBy, note, sentence) => {
    const plan = async () => ({ id: 7, state: 'aborted', step: 1, note, endedBy });
    await expect(untilStep({ plan } as unknown as RegistryClient, made, 2, options(60))).rejects.toMatchObject({
      message: expect.stringContaining(`Plan 7 was aborted by ${sentence}`),
      exitCode: EXIT.refused,
    });
  });

  it('promotes at a time, and not at one that has passed', async () => {
    await givenLive();
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    const at = new Date(Date.now() + 86_400_000).toISOString();
    expect((await release(['promote', 'mf-demo@1.0.1', '--at', at])).out).toContain(`It is scheduled for ${localTime(at)}\n`);
    expect((await release(['abort', 'mf-demo'])).out).toContain('It is aborted (person)');
    expect((await release(['promote', 'mf-demo@1.0.1', '--at', at, '--dry-run'])).out).toContain(`, from ${localTime(at)}\n`);
    const past = await release(['promote', 'mf-demo@1.0.1', '--at', '2020-01-01T00:00:00Z', '--json']);
    expect([past.code, json(past).error.code]).toEqual([4, 'plan-in-the-past']);
  });
});
