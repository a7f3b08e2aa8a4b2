/** What the checker of a soak must find. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { createTestDatabase } from '@site/platform/testing';
import { prepareDatabase } from '@site/server/prepare-database';
import type { Act } from '../journal';
import { createRandom } from '../random';
import { ANY, lostActs } from './acts';
import { fileFindings } from './files';
import { DOMAIN, readKept, readNamed } from './kept';
import { growth, leakFindings, levelFindings } from './levels';
import { leftovers } from './leftovers';
import { logFindings } from './logs';

const said = (register: string, value: string | null): Act => ({ register, value, state: 'acknowledged' });
const sent = (register: string, value: string | null): Act => ({ register, value, state: 'unanswered' });
const has = (registers: Record<string, string>, erased: string[] = []) => ({
  registers: new Map(Object.entries(registers)),
  erased: new Set(erased),
});

describe('an act', () => {
  it.each<[string, Act[], Record<string, string>]>([
    ['that was acknowledged and is gone', [said('contact ada', '1')], {}],
    ['that was carried out twice', [said('contact ada', '1')], { 'contact ada': '2' }],
    ['that a later one replaced, when the earlier one is there', [said('rank ada', '1'), said('rank ada', '2')], { 'rank ada': '1' }],
    ['that took something away which is still there', [said('demo ada 1', 'a'), said('demo ada 1', null)], { 'demo ada 1': 'a' }],
    ['without an answer, when there is something else', [said('rank ada', '1'), sent('rank ada', '2')], { 'rank ada': '3' }],
    ['of before, when one without an answer followed and neither is there', [said('rank ada', '1'), sent('rank ada', '2')], {}],
  ])('%s is found', (_what, acts, kept) => expect(lostActs(acts, has(kept))).toHaveLength(1));

  it.each<[string, Act[], Record<string, string>]>([
    ['that was acknowledged', [said('contact ada', '1')], { 'contact ada': '1' }],
    ['without an answer that came to pass', [said('rank ada', '1'), sent('rank ada', '2')], { 'rank ada': '2' }],
    ['without an answer that did not', [said('rank ada', '1'), sent('rank ada', '2')], { 'rank ada': '1' }],
    ['without an answer as the first, when there is what a new one has', [sent('message ada', 'closed')], { 'message ada': 'new' }],
    ['without an answer as the first', [sent('contact ada', '1')], {}],
    ['without an answer, of which nobody knows the value', [sent('photo ada', ANY)], { 'photo ada': 'a' }],
  ])('%s is no finding', (_what, acts, kept) => expect(lostActs(acts, has(kept))).toEqual([]));

  it('of somebody who is erased is gone, and what is left of it is found', () => {
    expect(lostActs([said('profile ada', 'a')], has({}, ['ada']))).toEqual([]);
    expect(lostActs([said('profile ada', 'a')], has({ 'profile ada': 'a' }, ['ada']))).toHaveLength(1);
  });
});

describe('a file', () => {
  const release = { name: 'mf-a', version: '1.0.0', paths: ['v/x.js', '_/y.js'] };
  const named = { photos: ['a'], unshown: ['b'], erased: ['c'], releases: [release] };
  const stored = [
    'erasures/c',
    ...['a', 'b'].flatMap((photo) => [200, 400].map((size) => `photos/${photo}-${size}.jpg`)),
    ...['1.0.0/release.json', '1.0.0/v/x.js', '1.0.0/v/x.js.br', '_/y.js', '_/y.js.br'].map((file) => `releases/mf-a/${file}`),
  ];

  it('that the database names is no finding, stored in whichever form', () => expect(fileFindings(new Set(stored), named)).toEqual([]));

  it.each(['photos/a-400.jpg', 'releases/mf-a/_/y.js', 'releases/mf-a/1.0.0/release.json'])('%s that is missing is found', (missing) =>
    expect(fileFindings(new Set(stored.filter((key) => key !== missing)), named)).toHaveLength(1),
  );

  it.each(['photos/c-200.jpg', 'releases/mf-a/1.0.1/v/x.js', 'releases/mf-a/_/z.js', 'erasures/d', 'elsewhere'])(
    '%s that nothing names is found',
    (orphan) => expect(fileFindings(new Set([...stored, orphan]), named)).toHaveLength(1),
  );
});

describe('memory', () => {
  const random = createRandom('memory');
  const series = (perMinute: number, outlier = 0) => ({
    ...{ name: 'a, heap', unit: 'MiB', mayGrow: 16 },
    points: Array.from({ length: 40 }, (_, index): [number, number] => {
      const minutes = index / 4;
      return [minutes, 100 + perMinute * minutes + random.next() + (index === 30 ? outlier : 0)];
    }),
  });

  it('that grows by two mebibytes a minute is found', () => expect(levelFindings([series(2)])).toHaveLength(1));
  it('that keeps its level is no finding, whatever one measurement says', () => {
    expect(levelFindings([series(0), series(0, 200)])).toEqual([]);
    expect(growth(series(0, 200))).toBeCloseTo(0, 0);
  });
});

describe('open files', () => {
  it('beyond those after warming up are found, and fewer are not', () => {
    const before = new Map([['open files of a', 40]]);
    expect(leakFindings(before, new Map([['open files of a', 53]]), 12)).toHaveLength(1);
    expect(leakFindings(before, new Map([['open files of a', 52]]), 12)).toEqual([]);
    expect(leakFindings(before, new Map([['connections of api', 13]]), 12)).toHaveLength(1);
  });
});

describe('a log', () => {
  it('that holds a secret is found, and the finding does not repeat it', () => {
    const [finding] = logFindings(new Map([['a', 'x s3cret y']]), [{ name: 'a password', text: 's3cret' }]);
    expect(finding).toBe('a logs a password');
  });
  it('of a failure that nobody handled is found', () =>
    expect(logFindings(new Map([['a', 'fine\nUnhandledPromiseRejection\n']]), [])).toHaveLength(1));
});

describe('the database', () => {
  let database: Database;
  beforeAll(async () => {
    database = await createTestDatabase();
    await prepareDatabase(database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    for (const table of ['api.member', 'api.contact_message', 'api.signup', 'api.project', 'api.erased_member', 'platform.outbox'])
      await database.query(`truncate ${table} cascade`);
  });

  const email = `ada@${DOMAIN}`;
  const addMember = () =>
    database.query(
      `insert into api.member (subject, email, full_name, location, phone, unsubscribe_token, photo_key, goals, tessera_rank)
       values ('s', $1, 'Ada', 'London', '+1', 'u', 'k', '{"league": true, "elevate-1": true, "interviews": false}', 3)`,
      [email],
    );

  it('is read in the registers of the journal', async () => {
    await addMember();
    for (let times = 0; times < 2; times += 1)
      await database.query(
        `insert into api.contact_message (goal, name, email, phone, message) values ('other', 'Ada', $1, '+1', 'How?')`,
        [email],
      );
    await database.query(`insert into api.demo_kind (id, name, description) values (1, 'A', 'A') on conflict do nothing`);
    await database.query(`insert into api.player_demo (subject, demo_kind_id, url, description) values ('s', 1, 'https://a', 'old')`);
    const { registers, erased } = await readKept(database, new Map([['ada', 's']]));
    expect(Object.fromEntries(registers)).toMatchObject({
      'contact ada': '2',
      'message ada': 'new',
      'profile ada': 'f|private|elevate-1 league|',
      'photo ada': 'k',
      'rank ada': '3',
      'demo ada https://a': 'old',
    });
    expect(erased.size).toBe(0);
    expect((await readNamed(database)).photos).toEqual(['k']);
  });

  it('knows who is erased', async () => {
    await database.query(`insert into api.erased_member (subject_hash) values (encode(sha256('s'), 'hex'))`);
    expect([...(await readKept(database, new Map([['ada', 's']]))).erased]).toEqual(['ada']);
  });

  it.each([
    ['a mail that waits', `insert into platform.outbox (id, mail) values (gen_random_uuid(), '{}')`],
    [
      'a sign-up without an account',
      `insert into api.signup (email, full_name, phone, location, code) values ('a', 'a', 'a', 'a', 'SELF-4E')`,
    ],
  ])('tells of %s', async (_what, statement) => {
    expect(await leftovers(database)).toEqual([]);
    await database.query(statement);
    expect(await leftovers(database)).toHaveLength(1);
  });
});
