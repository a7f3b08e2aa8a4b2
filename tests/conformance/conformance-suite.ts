/**
 * Every route of the API against its own document: requests that follow it and requests that break it, `CONFORMANCE_RUNS` of them a
 * route (default 25; `CONFORMANCE_RUNS=10000` before a release that changes the API). No answer is a 5xx, and no answer is outside the document.
 */
import { afterAll, expect, it } from '@jest/globals';
import { createAltchaCheck } from '@site/api/bot-check/altcha-check';
import { seedDevelopmentData } from '@site/api/seed/seed-development-data';
import { createTestApi } from '@site/api/testing/create-test-api';
import { headersFor } from '@site/api/testing/desk-caller';
import { solve } from '@site/api/testing/solve';
import { TEST_PASSWORD } from '@site/api/testing/test-identity';
import type { BotAction, BotChallenge } from '@site/contracts/api/bot-check';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import type { Knowledge } from './arbitrary-from-schema';
import { expectDocumented } from './documented';
import { type GeneratedRequest, type Operation, operationsOf, requestsTo } from './operations';

const RUNS = Number(process.env.CONFORMANCE_RUNS ?? 25);
/** Of RUNS requests each, until one was answered well: of those to sign up one in twelve is. */
const MOST_ROUNDS = 20;
const TIMEOUT_MS = 60_000 + MOST_ROUNDS * RUNS * 60;
/** Stands for the version that there is when the request is sent. */
const SEEN = 'seen';
const BOT_CHECK_SECRET = 'a secret of the conformance suite';

const api = await createTestApi({ BOT_CHECK_SECRET });
await seedDevelopmentData(api.database);
const staff = await api.identity.addAccount('staff@example.com', { groups: ['staff'] });
const players = await Promise.all(Array.from({ length: 60 }, (_, index) => api.identity.addAccount(`player-${index}@example.com`)));
/** Players who own `OWNED` demos and playbooks each, with the smallest ids. They are two, so that every second request names what its caller owns. */
const owners = players.slice(0, 2);
const OWNED = 8;
for (const as of [staff, ...players]) await api.call('GET', '/user/profile', { as });
await giveEverybodySomething();

const altcha = createAltchaCheck({ secret: BOT_CHECK_SECRET, maxWork: 2, lifeSeconds: 3600 });
const tokens = (action: BotAction) =>
  Promise.all(Array.from({ length: Math.min(4 * RUNS, 400) }, async () => solve((await altcha.createChallenge(action)) as BotChallenge)));
const genuineTokens = [...(await tokens('contact')), ...(await tokens('signup'))];

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const known: Knowledge = {
  id: fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: 70 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 99_999_999 }) },
  ),
  demo_kind_id: fc.integer({ min: 1, max: 14 }),
  playbook_id: fc.integer({ min: 1, max: 12 }),
  code: fc.constantFrom('SELF-4E', 'self-4e', 'UNKNOWN', 'NEW-1'),
  has_accepted_privacy: fc.constant(true),
  has_accepted_terms: fc.constant(true),
  recaptchaToken: fc.constantFrom(...genuineTokens),
  'if-match': fc.constantFrom(SEEN, SEEN, SEEN, '"1"', '"0"'),
  password: fc.constantFrom(TEST_PASSWORD, 'wrong'),
  groups: fc.constantFrom([], ['staff']),
  img_type: fc.constant('png'),
  img_base64_data: fc.constantFrom(PNG, `data:image/png;base64,${PNG}`, PNG.slice(0, 40)),
};
/** What is chosen or proven is compared and not kept: passwords have any characters. */
const isText = (name: string) => !(name in known);
/** Objects that belong to players: few owners, whose objects have the ids that are generated for these paths. */
const namesOwnObject = ({ path }: Operation) => path.includes('/player/{id}');
const playersOf = (operation: Operation) => (namesOwnObject(operation) ? owners : players);
/** What the parameters of single paths name. */
const knownOf = (operation: Operation): Knowledge => {
  const { path } = operation;
  if (namesOwnObject(operation)) return { ...known, id: fc.integer({ min: 1, max: owners.length * OWNED }) };
  if (operation.method === 'POST' && path === '/desk/peer-groups') return { ...known, code: fc.stringMatching(/^[A-Z]{2,10}$/) };
  if (/^\/desk\/(members|accounts)\//.test(path)) return { ...known, id: fc.constantFrom(...players.map(({ subject }) => subject)) };
  if (path.startsWith('/unsubscribe/')) return { ...known, token: fc.constantFrom(...unsubscribeTokens) };
  if (path.startsWith('/photos/')) return { ...known, file: fc.constantFrom(...photoFiles) };
  return known;
};

const { rows: tokenRows } = await api.database.db.execute<{ token: string }>(sql`select unsubscribe_token as token from api.member`);
const unsubscribeTokens = tokenRows.map(({ token }) => token);
const photo = await api.call('PUT', '/user/profile/photo', { as: staff, body: { img_type: 'png', img_base64_data: PNG } });
const photoFiles = [photo.body.profile_photo_url as string, photo.body.profile_photo_url_2x as string].map(
  (url) => url.split('/').at(-1) ?? '',
);

/**
 * Reads come first, because generated rows would only make lists long; removals last, because the others need what they remove; the
 * removal of demo kinds after all, because what belongs to a kind goes with it.
 */
const ORDER = ['GET', 'POST', 'PUT', 'DELETE'];
const orderOf = ({ method, path }: Operation) => ORDER.indexOf(method) + (path === '/desk/demo-kinds/{id}' ? 0.5 : 0);
const operations = operationsOf((await api.call('GET', '/openapi.json')).body as Parameters<typeof operationsOf>[0]).sort(
  (a, b) => orderOf(a) - orderOf(b),
);
const plainRefusal = operations.find(({ path }) => path === '/draft/demos')?.responses.default;

/** One test for each operation that `isMeant` picks. */
export function describeConformance(isMeant: (path: string) => boolean): void {
  afterAll(() => api.close());
  const reached = new Map<string, number>();

  it.each(operations.filter(({ path }) => isMeant(path)).map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
    '%s answers what it says, whatever it is sent',
    async (label, operation) => {
      const callers: Record<Operation['access'], fc.Arbitrary<{ authorization: string } | undefined>> = {
        public: fc.constant(undefined),
        player: fc.constantFrom(...playersOf(operation)),
        staff: fc.constant(staff),
      };
      const requests = requestsTo(
        operation,
        knownOf(operation),
        callers[operation.access].map((as) => as?.authorization),
        isText,
      );
      const property = fc.asyncProperty(requests, async (request) => {
        const status = await expectConformance(operation, request);
        if (request.isValid && status === 200) reached.set(label, (reached.get(label) ?? 0) + 1);
      });
      for (let round = 0; round === 0 || (round < MOST_ROUNDS && !reached.has(label)); round += 1)
        await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
      // Otherwise the suite would only ever test refusals.
      expect(reached.get(label) ?? 0).toBeGreaterThan(0);
    },
    TIMEOUT_MS,
  );
}

async function expectConformance(
  operation: Operation,
  { method, url, headers, payload, isValid, isUnreadable }: GeneratedRequest,
): Promise<number> {
  const seen = headers['if-match'] === SEEN ? await headersFor(api, method, url, staff) : {};
  const response = await api.server.inject({
    method: method as 'GET',
    url: `/api${url}`,
    headers: { ...headers, ...seen },
    ...(payload !== undefined && { payload }),
  });
  const { statusCode } = response;
  const body = String(response.headers['content-type']).startsWith('application/json') ? response.json<unknown>() : undefined;
  // A hostile path may name no route at all, or be too long for one.
  expectDocumented(operation, { statusCode, body, request: { method, url, payload } }, isValid ? undefined : plainRefusal);
  expect({ statusCode, payload, isTaken: isUnreadable && statusCode < 400 }).toMatchObject({ isTaken: false });
  return statusCode;
}

/** Objects with small ids, so that generated ids meet some. */
async function giveEverybodySomething(): Promise<void> {
  const { db } = api.database;
  const give = async (subject: string, count: number) => {
    await db.execute(sql`insert into api.player_demo (subject, demo_kind_id, url, description)
      select ${subject}, 1, 'https://example.com', 'Demo ' || n from generate_series(1, ${count}::int) n`);
    await db.execute(sql`insert into api.player_playbook (subject, playbook_id, role)
      select ${subject}, n, 'join' from generate_series(1, ${count}::int) n`);
  };
  for (const { subject } of owners) await give(subject, OWNED);
  for (const { subject } of [staff, ...players.slice(owners.length)]) await give(subject, 1);
  await db.execute(sql`insert into api.playbook (name, description_1, description_2, description_3, min_size, max_size, member_level, needs_subscription, needs_rank)
    select 'Playbook ' || n, 'One', 'Two', 'Three', 1, 2, 'Player', false, false from generate_series(1, 60) n`);
  await db.execute(sql`insert into api.demo_kind (name, description) select 'Kind ' || n, 'Of demo' from generate_series(1, 60) n`);
  await db.execute(
    sql`insert into api.project (name, description, url) select 'Project ' || n, 'One', 'https://example.com' from generate_series(1, 60) n`,
  );
  await db.execute(sql`insert into api.contact_message (goal, name, email, phone, message)
    select 'other', 'Ada', 'ada@example.com', '+12345678901', 'Message ' || n from generate_series(1, 70) n`);
  await db.execute(sql`insert into api.peer_group (code, name) values ('NEW-2', 'Second')`);
}
