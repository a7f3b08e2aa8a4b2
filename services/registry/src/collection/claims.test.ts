import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { claimVersion, completePublication } from '../publish/publication.repository';
import { fixtureRelease, forget, promote, publish, startTestRegistry, type TestRegistry } from '../testing';

let registry: TestRegistry;
beforeAll(async () => {
  // Later than any time of the machine: whatever was published is more than 30 days old.
  registry = await startTestRegistry({ now: () => new Date('2100-01-01T12:00:00Z') });
});
afterAll(() => registry.stop());

const OLD = ['1.0.0', '1.0.1'];
const release = (name: string, version: string) => ({ name, version, files: { '_/shared.js': `shared of ${name}` } });

beforeEach(async () => {
  await forget(registry);
  await registry.database.query('truncate registry.releases, registry.collections, registry.publications cascade');
  await publish(registry, { name: 'shell', version: '1.0.0' });
  for (const name of ['mf-a', 'mf-b']) for (const version of OLD) await publish(registry, release(name, version));
  await promote(registry, 0, 'shell@1.0.0');
});
afterEach(() => void jest.restoreAllMocks());

async function collect() {
  const headers = { authorization: `Bearer ${registry.tokens.admin}` };
  const answer = await registry.server.inject({ method: 'POST', url: '/registry/v1/collections', headers, payload: {} });
  return answer.json<{ releases: { name: string }[]; skipped: string[] }>();
}

/** Does something before the first file of a collection goes. */
function beforeAnythingGoes(act: () => Promise<unknown>): void {
  const remove = registry.storage.delete;
  let acted: Promise<unknown> | undefined;
  jest.spyOn(registry.storage, 'delete').mockImplementation(async (key) => {
    await (acted ??= act());
    await remove(key);
  });
}

const expireClaim = (name: string) =>
  registry.database.query(`update registry.collections set expires_at = now() - interval '1 minute' where name = $1`, [name]);

/** The claim of the collection expires, and somebody publishes a release of the part and makes it live. */
async function overtake(name: string): Promise<void> {
  await expireClaim(name);
  expect((await publish(registry, release(name, '2.0.0'))).statusCode).toBe(201);
  expect((await promote(registry, 1, `${name}@2.0.0`)).statusCode).toBe(201);
}

const stored = (name: string) => registry.storage.list(`releases/${name}`);
async function expectCollected(name: string): Promise<void> {
  const kept = (await stored(name)).join(' ');
  for (const version of OLD) expect(kept).not.toContain(`/${version}/`);
}
const partsOf = ({ releases }: { releases: { name: string }[] }) => [...new Set(releases.map(({ name }) => name))];

describe('a release that was published while a collection went on', () => {
  it('keeps the files that it shares with collected ones, where the collection came to its part later', async () => {
    beforeAnythingGoes(() => overtake('mf-b'));
    expect(await collect()).toMatchObject({ releases: { length: 4 }, skipped: [] });
    expect(await stored('mf-b')).toContain('releases/mf-b/_/shared.js.br');
    await expectCollected('mf-b');
  });

  it('keeps them where the claim of the collection expired while it removed files of its part, and the rest goes with the next one', async () => {
    beforeAnythingGoes(() => overtake('mf-a'));
    expect((await collect()).skipped).toEqual(['mf-a']);
    expect(await stored('mf-a')).toEqual(expect.arrayContaining(['releases/mf-a/_/shared.js', 'releases/mf-a/1.0.1/release.json']));
    expect(await stored('mf-b')).not.toContain('releases/mf-b/1.0.0/release.json');
    expect(await collect()).toEqual({ releases: [], bytes: 0, skipped: [] });
    expect(await stored('mf-a')).toContain('releases/mf-a/_/shared.js');
    await expectCollected('mf-a');
  });

  it('lets its part be left for another time while it is on its way, with nothing on record', async () => {
    beforeAnythingGoes(async () => {
      await expireClaim('mf-b');
      await registry.database.query(
        `insert into registry.publications (name, version, release_id, expires_at) values ('mf-b', '2.0.0', 'x', now() + interval '1 minute')`,
      );
    });
    const answer = await collect();
    expect([partsOf(answer), answer.skipped]).toEqual([['mf-a'], ['mf-b']]);
    expect(await stored('mf-b')).toContain('releases/mf-b/1.0.0/release.json');
  });

  it('keeps them where another collection has claimed the part since', async () => {
    beforeAnythingGoes(async () => {
      await overtake('mf-a');
      await registry.database.query(`update registry.collections set expires_at = now() + interval '9 minutes' where name = 'mf-a'`);
    });
    expect((await collect()).skipped).toEqual(['mf-a']);
    expect(await stored('mf-a')).toContain('releases/mf-a/_/shared.js');
  });
});

it('a release that is collected while it is published again is not said to be there, and has its files when it is published once more', async () => {
  const read = registry.storage.get;
  let collected: Promise<unknown> | undefined;
  jest.spyOn(registry.storage, 'get').mockImplementation(async (key) => {
    const found = await read(key);
    await (collected ??= collect());
    return found;
  });
  const again = await publish(registry, release('mf-a', '1.0.0'));
  expect([again.statusCode, again.json().code, again.headers['retry-after']]).toEqual([409, 'publication-in-progress', '5']);
  expect((await publish(registry, release('mf-a', '1.0.0'))).statusCode).toBe(201);
  expect(await stored('mf-a')).toEqual(expect.arrayContaining(['releases/mf-a/1.0.0/release.json', 'releases/mf-a/_/shared.js.br']));
});

describe('a publication that takes longer than a collection waits for it', () => {
  /** Does something before the last file of a publication of mf-a 2.0.0 is stored, once. */
  function beforeItEnds(act: () => Promise<unknown>): void {
    const { put } = registry.storage;
    let acted = false;
    jest.spyOn(registry.storage, 'put').mockImplementation(async (key, bytes) => {
      if (key === 'releases/mf-a/2.0.0/release.json' && !acted) {
        acted = true;
        await act();
      }
      await put(key, bytes);
    });
  }
  const expire = () => registry.database.query(`update registry.publications set expires_at = now() - interval '61 minutes'`);
  const tooLong = [409, 'publication-in-progress', expect.stringMatching(/took so long .* Publish it again\.$/)];

  it('is not completed without the files that the collection has taken, and has them when it is published once more', async () => {
    beforeItEnds(async () => {
      await expire();
      expect(partsOf(await collect())).toEqual(['mf-a', 'mf-b']);
    });
    const answer = await publish(registry, release('mf-a', '2.0.0'));
    expect([answer.statusCode, answer.json().code, answer.json().error]).toEqual(tooLong);
    expect((await publish(registry, release('mf-a', '2.0.0'))).statusCode).toBe(201);
    expect(await stored('mf-a')).toEqual(expect.arrayContaining(['releases/mf-a/_/shared.js', 'releases/mf-a/_/shared.js.br']));
    expect((await promote(registry, 1, 'mf-a@2.0.0')).statusCode).toBe(201);
  });

  it('is not completed either where the same release is being published again by then', async () => {
    const { descriptor } = fixtureRelease(release('mf-a', '2.0.0'));
    await claimVersion(registry.database, descriptor);
    const expiresAt = new Date(Date.now() - 61 * 60_000);
    await expect(completePublication(registry.database, descriptor, { expiresAt, actor: 'x', reason: null })).rejects.toMatchObject({
      code: 'publication-in-progress',
    });
  });

  it('is completed where it ends before that', async () => {
    beforeItEnds(async () => {
      await registry.database.query(`update registry.publications set expires_at = now() - interval '59 minutes'`);
      expect(partsOf(await collect())).toEqual(['mf-b']);
    });
    expect((await publish(registry, release('mf-a', '2.0.0'))).statusCode).toBe(201);
    expect((await promote(registry, 1, 'mf-a@2.0.0')).statusCode).toBe(201);
  });
});
