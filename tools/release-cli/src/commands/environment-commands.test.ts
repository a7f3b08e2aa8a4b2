import { describe, expect, it } from '@jest/globals';
import { createRegistryClient } from '../registry-client';
import { given, givenLive, json, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

describe('a release manager', () => {
  it('environments are made as a copy, listed, and removed while they are unused', async () => {
    await givenLive();
    const made = await release(['environment', 'create', 'staging', '--copies', 'production']);
    expect(made.out).toContain('The environment staging is made. What is stable in production is live there, as revision 1.');
    expect(json(await release(['environment', 'list', '--json'])).environments).toMatchObject([
      { name: 'production', revision: 1 },
      { name: 'staging', revision: 1 },
    ]);
    const kept = await release(['environment', 'remove', 'staging', '--json']);
    expect([kept.code, json(kept).error.code]).toEqual([3, 'environment-in-use']);
    expect((await release(['environment', 'create', 'empty'])).out).toContain('Nothing is live there yet.');
    const removed = await release(['environment', 'remove', 'empty', '--reason', 'Nobody used it']);
    expect(removed.out).toContain('The environment empty is removed.');
    expect(json(await release(['audit', '--json', '--limit', '1'])).entries).toMatchObject([
      { action: 'remove-environment', environment: 'empty', reason: 'Nobody used it' },
    ]);
  });

  it('a freeze keeps promotions back until it is taken away, or broken with a reason', async () => {
    await givenLive();
    await given('mf-demo', '1.0.1');
    const freeze = '2020-01-01T00:00Z - 2999-01-01T00:00Z: the fair';
    expect((await release(['freeze', freeze])).out).toContain('1. 2020-01-01T00:00:00.000Z - 2999-01-01T00:00:00.000Z: the fair');
    const held = await release(['promote', 'mf-demo@1.0.1', '--json']);
    expect([held.code, json(held).error.code]).toEqual([4, 'environment-frozen']);
    expect((await release(['promote', 'mf-demo@1.0.1', '--force'])).code).toBe(2);
    expect((await release(['promote', 'mf-demo@1.0.1', '--force', '--reason', 'Urgent'])).code).toBe(0);

    const weekend = 'fri 16:00 - mon 08:00 Europe/Berlin: weekend';
    const changed = await release(['environment', 'rules', '--unfreeze', '1', '--freeze', weekend, '--require-reason']);
    expect(changed.out).toContain(
      `version 2:\napprovals: 0\na reason: required\na rehearsal: not asked for\nguard of plans: from 100 documents on, 1% false alarms\nfreezes:\n  1. ${weekend}`,
    );
    expect(json(await release(['unfreeze', '1', '--json']))).toMatchObject({ version: 3, rules: { freezes: [], requireReason: true } });
    expect((await release(['unfreeze', '1'])).code).toBe(6);
    const guarded = json(await release(['environment', 'rules', '--guard', '500:0.5%', '--json']));
    expect(guarded).toMatchObject({ version: 4, rules: { requireReason: true, guard: { minimumDocuments: 500, errorRate: 0.005 } } });
    for (const bounds of ['500', '500:50%', '0:1%']) expect((await release(['environment', 'rules', '--guard', bounds])).code).toBe(2);
    expect(json(await release(['environment', 'rules', '--guard', 'default', '--json'])).rules).not.toHaveProperty('guard');
    expect((await release(['freeze', 'at some time'])).code).toBe(2);
    expect((await release(['freeze', '2026-02-28T00:00Z - 2026-02-30T00:00Z: no day'])).code).toBe(2);
  });
});

describe('a freeze that is taken away', () => {
  const freezes = ['fri 16:00 - mon 08:00 Europe/Berlin: weekend', 'mon,tue 22:00 - 06:00 UTC: nights', 'wed 10:00 - 12:00 UTC: the fair'];
  const [weekend = '', nights = '', fair = ''] = freezes;

  async function givenFreezes(): Promise<void> {
    for (const freeze of freezes) expect((await release(['freeze', freeze])).code).toBe(0);
  }
  /** Somebody else takes the first one away. */
  async function firstIsTaken(): Promise<void> {
    const client = createRegistryClient({ registry: registry.address, token: registry.tokens.admin });
    const { version, rules } = await client.rules();
    await client.setRules({ version, rules: { ...rules, freezes: rules.freezes.slice(1) } });
  }
  const listed = async () => (await release(['environment', 'rules'])).out.split('\n').filter((line) => /^ {2}\d\./.test(line));

  it('is named in the question, so that a number which means another one by now takes none at a no', async () => {
    await givenFreezes();
    expect((await listed())[1]).toBe(`  2. ${nights}`);
    await firstIsTaken();
    const declined = await release(['unfreeze', '2'], { answer: () => 'n' });
    expect(declined.err).toContain(`Take this freeze of production away: ${fair} [y/N] `);
    expect([declined.code, declined.out]).toEqual([9, '']);
    expect(await listed()).toEqual([`  1. ${nights}`, `  2. ${fair}`]);
    const rules = await release(['environment', 'rules', '--unfreeze', '2', '--approvals', '1'], { answer: () => 'n' });
    expect([rules.code, rules.err]).toEqual([9, expect.stringContaining(`away: ${fair} [y/N] `)]);
    expect(await listed()).toEqual([`  1. ${nights}`, `  2. ${fair}`]);
  });

  it('is none for a yes to a question that was asked before somebody else changed the rules', async () => {
    await givenFreezes();
    const run = await release(['unfreeze', '2'], { answer: () => firstIsTaken().then(() => 'y') });
    expect([run.code, run.err]).toEqual([3, expect.stringContaining(`away: ${nights} [y/N] `)]);
    expect(await listed()).toEqual([`  1. ${nights}`, `  2. ${fair}`]);
  });

  it('is the one with the text that a script names, whatever its number is by now', async () => {
    await givenFreezes();
    await firstIsTaken();
    const run = await release(['unfreeze', nights]);
    expect([run.code, run.out]).toEqual([
      0,
      expect.stringMatching(new RegExp(`^Taken away: ${nights}\nRules of production, version 5:\n`)),
    ]);
    expect(await listed()).toEqual([`  1. ${fair}`]);
    const gone = await release(['unfreeze', weekend]);
    expect([gone.code, gone.err]).toEqual([6, `There is no freeze '${weekend}' in production.\n`]);
    for (const text of ['0', 'the fair']) expect((await release(['unfreeze', text])).code).toBe(2);
    expect(await listed()).toEqual([`  1. ${fair}`]);
  });

  it('is named in the answer, where nobody was asked', async () => {
    await givenFreezes();
    await firstIsTaken();
    expect((await release(['unfreeze', '2'])).out).toContain(`Taken away: ${fair}\n`);
    const once = '2020-01-01T00:00:00.000Z - 2999-01-01T00:00:00.000Z: the fair';
    await release(['freeze', once]);
    expect(json(await release(['unfreeze', once, '--json']))).toMatchObject({
      version: 7,
      rules: { freezes: [{ reason: 'nights' }] },
      unfrozen: { from: '2020-01-01T00:00:00.000Z', reason: 'the fair' },
    });
  });
});
