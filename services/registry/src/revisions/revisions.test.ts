import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Revision } from '@site/contracts/revision';
import fc from 'fast-check';
import { promote, publish, rollBack, startTestRegistry, type TestRegistry } from '../testing';
import { applyChanges, type Entries } from './revision-changes';

const base = '/registry/v1/environments/production';

/** Nothing is live and nothing on record, as before the first promotion. The rows themselves cannot be deleted. */
const forget = ({ database }: TestRegistry) => database.query('truncate registry.revisions, registry.audit');

describe('a promotion', () => {
  let registry: TestRegistry;
  const promoteFirst = () => promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.0', 'mf-b@1.0.0');
  const current = async () => (await registry.server.inject(`${base}/revisions/current`)).json() as Revision;

  beforeAll(async () => {
    registry = await startTestRegistry();
    const provides = { react: '19.2.9' };
    const page = (path: string) => [{ path, page: './page', title: 'Page', access: 'public' as const }];
    await publish(registry, { name: 'shell', version: '1.0.0', provides });
    await publish(registry, { name: 'shell', version: '2.0.0', provides: { react: '20.0.0' } });
    await publish(registry, {
      name: 'mf-a',
      version: '1.0.0',
      routes: page('/a/:id'),
      requires: { react: { range: '^19.0.0', singleton: true } },
    });
    await publish(registry, { name: 'mf-a', version: '1.0.1', routes: page('/a/:id') });
    await publish(registry, { name: 'mf-b', version: '1.0.0', routes: page('/b') });
    await publish(registry, { name: 'mf-b', version: '2.0.0', routes: page('/a/:other?') });
    await publish(registry, { name: 'mf-c', version: '1.0.0', requires: { redux: { range: '^5.0.0', singleton: true } } });
  });
  beforeEach(() => forget(registry));
  afterAll(() => registry.stop());

  it('of nothing yet: the live revision answers 404 with a code', async () => {
    const answer = await registry.server.inject(`${base}/revisions/current`);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'no-revision']);
    expect((await rollBack(registry, 0)).json().code).toBe('nothing-to-roll-back');
  });

  it('that edges could not read, because the store does not answer, changes nothing and says so', async () => {
    const exists = jest.spyOn(registry.storage, 'exists').mockRejectedValue(new Error('connect ECONNREFUSED'));
    const answer = await promote(registry, 0, 'shell@1.0.0');
    exists.mockRestore();
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'service-unavailable', error: 'The store of releases does not answer. Nothing was changed.' }),
    ]);
    expect((await registry.server.inject(`${base}/revisions/current`)).statusCode).toBe(404);
  });

  it('without a shell is refused', async () => {
    const answer = await promote(registry, 0, 'mf-a@1.0.0');
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'shell-missing']);
  });

  it('makes revision 1 live, for everybody who asks', async () => {
    const answer = await promoteFirst();
    expect(answer.statusCode).toBe(201);
    const revision = await current();
    expect(revision).toEqual(answer.json());
    expect(revision).toMatchObject({
      number: 1,
      kind: 'promotion',
      copies: null,
      createdBy: 'local-promote',
      entries: { shell: { version: '1.0.0', previous: null }, 'mf-a': { version: '1.0.0', previous: null } },
    });
    const etag = '"production-1"';
    expect((await registry.server.inject({ url: `${base}/revisions/current`, headers: { 'if-none-match': etag } })).statusCode).toBe(304);
  });

  it('with an outdated expectation is refused, and told what changed since', async () => {
    await promoteFirst();
    const answer = await promote(registry, 0, 'mf-a@1.0.1');
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'revision-conflict']);
    expect(answer.json().details).toMatchObject({
      expected: 0,
      current: 1,
      since: [{ number: 1, createdBy: 'local-promote', changes: expect.arrayContaining([{ name: 'shell', from: null, to: '1.0.0' }]) }],
    });
  });

  it.each([
    ['an unknown release', 'mf-a@7.7.7', 404, 'release-not-found'],
    ['what is live already', 'mf-a@1.0.0', 409, 'nothing-changes'],
    ['a path that another remote owns', 'mf-b@2.0.0', 422, 'path-owned-twice'],
    ['a shell that lacks what a remote needs', 'shell@2.0.0', 422, 'shared-module-unmet'],
    ['a remote that needs what the shell lacks', 'mf-c@1.0.0', 422, 'shared-module-unmet'],
  ])('of %s is refused', async (_what, release, status, code) => {
    await promoteFirst();
    const answer = await promote(registry, 1, release);
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect((await current()).number).toBe(1);
  });

  it('names the offender of an unmet shared module', async () => {
    await promoteFirst();
    const { error, details } = (await promote(registry, 1, 'shell@2.0.0')).json();
    expect(error).toBe('mf-a@1.0.0 needs react ^19.0.0; shell@2.0.0 provides 20.0.0.');
    expect(details).toEqual({ remote: 'mf-a', version: '1.0.0', module: 'react', range: '^19.0.0', provided: '20.0.0', shell: '2.0.0' });
  });

  it('needs a token that allows to promote', async () => {
    await promoteFirst();
    const publisher = { ...registry, tokens: { ...registry.tokens, promote: registry.tokens.publish } };
    expect((await promote(publisher, 1, 'mf-a@1.0.1')).statusCode).toBe(403);
    expect((await promote({ ...registry, tokens: { ...registry.tokens, promote: 'none' } }, 1, 'mf-a@1.0.1')).statusCode).toBe(401);
  });

  it('remembers the version before, also through promotions of others, and a rollback copies an old revision', async () => {
    await promoteFirst();
    expect((await promote(registry, 1, 'mf-a@1.0.1')).json().entries['mf-a']).toEqual({ version: '1.0.1', previous: '1.0.0' });
    expect((await promote(registry, 2, 'shell@2.0.0')).json().entries).toMatchObject({
      'mf-a': { version: '1.0.1', previous: '1.0.0' },
      shell: { version: '2.0.0', previous: '1.0.0' },
    });
    const back = (await rollBack(registry, 3)).json() as Revision;
    expect(back).toMatchObject({ number: 4, kind: 'rollback', copies: 2 });
    const second = (await registry.server.inject(`${base}/revisions/2`)).json() as Revision;
    expect(back.entries).toEqual(second.entries);
    expect((await rollBack(registry, 4, 2)).json().code).toBe('nothing-changes');
    expect((await rollBack(registry, 4, 99)).json().code).toBe('revision-not-found');
    expect((await rollBack(registry, 4, 1)).json()).toMatchObject({ number: 5, copies: 1 });
  });

  it('is on record with its refusals: who, what, from which revision to which', async () => {
    await promoteFirst();
    await promote(registry, 1, 'mf-b@2.0.0');
    await promote(registry, 1, 'mf-a@1.0.1');
    await rollBack(registry, 2);
    const { entries } = (await registry.server.inject('/registry/v1/audit?limit=200')).json();
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'promote', actor: 'local-promote', subject: 'mf-a@1.0.1', fromRevision: 1, toRevision: 2 }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ action: 'rollback', fromRevision: 2, toRevision: 3 }));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: 'refused', details: expect.objectContaining({ code: 'path-owned-twice' }) }),
    );
  });

  it('cannot be changed afterwards, not even in the database', async () => {
    await promoteFirst();
    for (const statement of [
      'update registry.revisions set reason = null',
      'delete from registry.releases',
      'delete from registry.audit',
    ]) {
      await expect(registry.database.query(statement)).rejects.toThrow('are never changed');
    }
  });

  it('pages through history, newest first', async () => {
    await promoteFirst();
    await promote(registry, 1, 'mf-a@1.0.1');
    await promote(registry, 2, 'shell@2.0.0');
    await rollBack(registry, 3);
    const first = (await registry.server.inject(`${base}/revisions?limit=2`)).json().revisions as Revision[];
    const rest = (await registry.server.inject(`${base}/revisions?before=${first[1]?.number}`)).json().revisions as Revision[];
    expect([...first, ...rest].map(({ number }) => number)).toEqual([4, 3, 2, 1]);
  });

  it('in an unknown environment: 404', async () => {
    expect((await registry.server.inject('/registry/v1/environments/moon/revisions/current')).json().code).toBe('environment-not-found');
  });
});

describe('the sequence of revisions', () => {
  let registry: TestRegistry;
  const versions = ['1.0.0', '1.0.1', '1.0.2'];
  const names = ['shell', 'mf-a', 'mf-b'];

  beforeAll(async () => {
    registry = await startTestRegistry();
    for (const name of names) for (const version of versions) await publish(registry, { name, version });
  });
  beforeEach(() => forget(registry));
  afterAll(() => registry.stop());

  it('lets exactly one of 20 simultaneous promotions win', async () => {
    await promote(registry, 0, 'shell@1.0.0');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => promote(registry, 1, `mf-${index % 2 ? 'a' : 'b'}@${versions[index % 3]}`)),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
    expect(answers.filter(({ statusCode, body }) => statusCode === 409 && body.includes('revision-conflict'))).toHaveLength(19);
  });

  it('equals a model after any promotions and rollbacks, and every revision reads as it was made', async () => {
    const read = async (number: number) => (await registry.server.inject(`${base}/revisions/${number}`)).json() as Revision;
    await promote(registry, 0, 'shell@1.0.0');
    await promote(registry, 1, 'mf-a@1.0.0');
    let number = 2;
    const model: Entries[] = [{}, (await read(1)).entries, (await read(2)).entries];
    // For each revision, the promotion that made what it has.
    const origins = [0, 1, 2];

    const step = fc.oneof(
      fc.record({
        kind: fc.constant('promote' as const),
        changes: fc.uniqueArray(fc.record({ name: fc.constantFrom(...names), version: fc.constantFrom(...versions) }), {
          selector: ({ name }) => name,
          minLength: 1,
        }),
      }),
      fc.record({ kind: fc.constant('rollback' as const), back: fc.option(fc.nat(5), { nil: undefined }) }),
    );
    const sameVersions = (a: Entries | undefined, b: Entries | undefined) =>
      names.every((name) => a?.[name]?.version === b?.[name]?.version);

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        for (const taken of steps) {
          const live = model[number] ?? {};
          let wanted: Entries | undefined;
          let target: number | null = null;
          let answer;
          if (taken.kind === 'promote') {
            wanted = applyModel(live, taken.changes);
            answer = await promote(registry, number, ...taken.changes.map(({ name, version }) => `${name}@${version}`));
          } else {
            const to = taken.back === undefined ? undefined : Math.max(1, number - taken.back);
            target = to ?? (origins[number] ?? 0) - 1;
            wanted = model[target];
            answer = await rollBack(registry, number, to);
            if (target === 0) {
              expect(answer.json().code).toBe('nothing-to-roll-back');
              continue;
            }
          }
          if (sameVersions(live, wanted)) {
            expect(answer.json().code).toBe('nothing-changes');
            continue;
          }
          expect(answer.statusCode).toBe(201);
          number += 1;
          model[number] = wanted ?? {};
          origins[number] = target === null ? number : (origins[target] ?? 0);
          expect(answer.json()).toMatchObject({ number, entries: model[number] });
        }
      }),
      { numRuns: 15 },
    );

    for (let past = 1; past <= number; past += 1) expect((await read(past)).entries).toEqual(model[past]);
    const live = (await registry.server.inject(`${base}/revisions/current`)).json() as Revision;
    expect(live.number).toBe(number);
  });

  /** The rule in its plainest form, written apart from the code that is tested. */
  function applyModel(live: Entries, changes: { name: string; version: string }[]): Entries {
    const next = structuredClone(live);
    for (const { name, version } of changes) {
      if (next[name]?.version === version) continue;
      next[name] = { version, previous: next[name]?.version ?? null };
    }
    return next;
  }

  it('keeps the previous version of what does not change', () => {
    const entries = { shell: { version: '1.0.1', previous: '1.0.0' } };
    expect(applyChanges(entries, [{ name: 'shell', version: '1.0.1' }])).toEqual(entries);
  });
});
