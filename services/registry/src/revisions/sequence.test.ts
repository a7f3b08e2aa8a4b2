import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { openTarget, trust } from '@site/release-model/envelope';
import type { Revision } from '@site/release-model/revision';
import fc from 'fast-check';
import {
  byName,
  current,
  forget,
  promote,
  publish,
  rollBack,
  sendCommand,
  startTestRegistry,
  type TestRegistry,
  versions,
} from '../testing';

const base = '/registry/v1/environments/production';
const VERSIONS = ['1.0.0', '1.0.1', '1.0.2'];
const NAMES = ['shell', 'mf-a', 'mf-b'];

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  for (const name of NAMES) for (const version of VERSIONS) await publish(registry, { name, version });
});
beforeEach(() => forget(registry));
afterAll(() => registry.stop());

it('lets exactly one of 20 simultaneous promotions win, and tells the others what changed', async () => {
  await promote(registry, 0, 'shell@1.0.0');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => promote(registry, 1, `mf-${index % 2 ? 'a' : 'b'}@${VERSIONS[index % 3]}`)),
  );
  const winners = answers.filter(({ statusCode }) => statusCode === 201);
  expect(winners).toHaveLength(1);
  const won = winners[0]?.json() as Revision;
  const losers = answers.filter(({ statusCode }) => statusCode === 409);
  expect(losers).toHaveLength(19);
  for (const loser of losers) {
    expect(loser.json()).toMatchObject({
      code: 'revision-conflict',
      details: { expected: 1, current: 2, since: [{ number: 2, hash: won.hash, changes: won.changes }] },
    });
  }
});

it('is one sequence for all registries of a database, whichever of them is asked', async () => {
  const other = await startTestRegistry({ database: registry.database, storage: registry.storage, signingKey: registry.signingKey });
  await promote(registry, 0, 'shell@1.0.0');
  await promote(other, 1, 'shell@1.0.1');
  expect((await rollBack(registry, 2)).json()).toMatchObject({ number: 3, restores: 1 });
  expect((await rollBack(other, 3)).json().code).toBe('nothing-to-roll-back');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => promote(index % 2 ? registry : other, 3, `mf-a@${VERSIONS[index % 3]}`)),
  );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array.from({ length: 19 }, () => 409)]);
  expect(await current(other)).toEqual(await current(registry));
  await other.stop();
});

it('goes on when the database has another history than this process remembers', async () => {
  for (const [index, version] of VERSIONS.entries()) await promote(registry, index, `shell@${version}`);
  await forget(registry);
  await promote(registry, 0, 'shell@1.0.2');
  await promote(registry, 1, 'shell@1.0.0');
  await promote(registry, 2, 'shell@1.0.1');
  expect((await rollBack(registry, 3)).json()).toMatchObject({ number: 4, restores: 2 });
});

type Live = Record<string, string>;

it('equals a model after any promotions and rollbacks; every revision reads as it was made, signed and chained', async () => {
  await promote(registry, 0, 'shell@1.0.0');
  await promote(registry, 1, 'mf-a@1.0.0');
  const model: { live: Live; hash: string }[] = [];
  const remember = (revision: Revision) => model.push({ live: versions(revision), hash: revision.hash });
  for (const past of [1, 2]) remember((await registry.server.inject(`${base}/revisions/${past}`)).json() as Revision);

  const same = (one: Live, other: Live) => NAMES.every((name) => one[name] === other[name]);
  const parts = (number: number) => model[number - 1]?.live as Live;

  const step = fc.oneof(
    fc.record({
      kind: fc.constant('promote' as const),
      fixes: fc.boolean(),
      changes: fc.uniqueArray(fc.record({ name: fc.constantFrom(...NAMES), version: fc.constantFrom(...VERSIONS) }), {
        selector: ({ name }) => name,
        minLength: 1,
      }),
    }),
    fc.record({ kind: fc.constant('rollback' as const), back: fc.option(fc.nat(5), { nil: undefined }) }),
  );

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const taken of steps) {
        const { live } = model.at(-1) as { live: Live };
        let answer;
        let wanted: Live;
        if (taken.kind === 'promote') {
          const releases = byName(...taken.changes.map(({ name, version }) => `${name}@${version}`));
          wanted = { ...live, ...releases };
          answer = await sendCommand(registry, model.length, { kind: 'promote', releases, fixes: taken.fixes });
        } else if (taken.back === undefined) {
          answer = await rollBack(registry, model.length);
          if (answer.json().code === 'nothing-to-roll-back') continue;
          // Which one it is, is the release model's to say, and tested there.
          wanted = parts((answer.json() as Revision).restores ?? 0);
          expect(same(live, wanted)).toBe(false);
        } else {
          const to = Math.max(1, model.length - taken.back);
          wanted = parts(to);
          answer = await rollBack(registry, model.length, to);
        }
        if (same(live, wanted)) {
          // What is live stays, and what it falls back to may have changed.
          if (answer.statusCode === 409) expect(answer.json().code).toBe('nothing-changes');
          else remember(answer.json() as Revision);
          continue;
        }
        expect(answer.statusCode).toBe(201);
        const revision = answer.json() as Revision;
        expect([revision.number, versions(revision)]).toEqual([model.length + 1, wanted]);
        remember(revision);
      }
    }),
    { numRuns: 15 },
  );

  for (const [index, made] of model.entries()) {
    const revision = (await registry.server.inject(`${base}/revisions/${index + 1}`)).json() as Revision;
    expect([versions(revision), revision.hash]).toEqual([made.live, made.hash]);
    expect(revision.target.previousHash).toBe(model[index - 1]?.hash ?? null);
  }
  const { rows } = await registry.database.query<{ envelope: unknown }>('select envelope from registry.revisions');
  for (const { envelope } of rows) openTarget(envelope, trust(registry.signingKey), 'production');
  expect((await current(registry)).number).toBe(model.length);
});
