import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createRegistryClient } from '../registry-client';
import { given, givenLive, json, page, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

/** A plan of three steps that waits at its first. @returns Its number. */
async function givenPlan(): Promise<number> {
  await givenLive();
  await page('mf-demo', 'second()');
  await given('mf-demo', '1.0.1');
  return json(await release(['promote', 'mf-demo@1.0.1', '--plan', '5%:wait,25%:wait,100%', '--json'])).id;
}

/** Somebody else continues it, and its next step is taken. */
async function continuedByAnother(id: number): Promise<void> {
  const client = createRegistryClient({ registry: registry.address, token: registry.tokens.promote });
  const { step } = await client.changePlan(id, 'continue');
  while ((await client.plan(id)).step === step) await delay(20);
}

const planNow = async (id: number) => json(await release(['plan', 'show', String(id), '--json']));

describe('a plan that several people continue', () => {
  it('takes no step by a line for another step than the one it is at', async () => {
    const id = await givenPlan();
    const line = ['continue', String(id), '--step', '1'];
    expect((await release(line)).code).toBe(0);
    const repeated = await release([...line, '--json']);
    expect([repeated.code, json(repeated).error]).toEqual([
      3,
      expect.objectContaining({ code: 'plan-state-conflict', message: `Plan ${id} has gone on to step 2 since.` }),
    ]);
    expect(await planNow(id)).toMatchObject({ state: 'waiting', step: 2 });
    expect((await release(['continue', String(id), '--step', '0'])).code).toBe(2);
  });

  it('takes no step for a yes to a question that was asked before somebody else continued it', async () => {
    const id = await givenPlan();
    const run = await release(['continue', 'mf-demo'], { answer: () => continuedByAnother(id).then(() => 'y') });
    expect(run.err).toContain('Take step 2 of 3, for 25% of the visitors? [y/N] ');
    expect([run.code, run.err]).toEqual([3, expect.stringContaining(`Plan ${id} has gone on to step 2 since.`)]);
    expect(await planNow(id)).toMatchObject({ state: 'waiting', step: 2 });
  });

  it('stays where it is at a no, and asks nobody who said yes before', async () => {
    const id = await givenPlan();
    const declined = await release(['continue', 'mf-demo'], { answer: () => 'n' });
    expect([declined.code, declined.err]).toEqual([9, expect.stringContaining('Nothing was changed.')]);
    expect(await planNow(id)).toMatchObject({ state: 'waiting', step: 1 });
    const unasked = await release(['continue', 'mf-demo', '--yes'], { answer: () => 'n' });
    expect([unasked.code, unasked.err]).toEqual([0, expect.not.stringContaining('[y/N]')]);
    expect(await planNow(id)).toMatchObject({ state: 'waiting', step: 2 });
  });

  it('asks nothing where there is no step to take, and says why', async () => {
    const id = await givenPlan();
    await release(['pause', 'mf-demo']);
    const run = await release(['continue', 'mf-demo'], { answer: () => 'n' });
    expect([run.code, run.err]).toEqual([3, `Plan ${id} is paused.\n`]);
  });
});
