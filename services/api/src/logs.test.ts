import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { INTERESTS } from '@site/contracts/api/contact';
import { createLogger } from '@site/platform/logging';
import { createFailingQueries, type FailingQueries } from '@site/platform/testing/failing-queries';
import { eraseDueAccounts } from './privacy/erasure';
import { seedDevelopmentData } from './seed/seed-development-data';
import { processSignups } from './signup/signup-worker';
import { createTestApi, type TestApi, type TestRoute } from './testing/create-test-api';
import { headersFor } from './testing/desk-caller';
import type { TestAccount } from './testing/test-identity';

/** Whatever a person typed, owns or is known by carries this. */
const MARK = 'swordfish';
const PHONE = '+12025550173';
const PERSONAL = new RegExp(`.{0,80}(${MARK}|${PHONE.slice(1)})`);

let api: TestApi;
let staff: TestAccount;
let queries: FailingQueries;
let logged = '';
const logger = createLogger({ destination: { write: (line) => void (logged += line) } });

beforeAll(async () => {
  api = await createTestApi({}, logger);
  await seedDevelopmentData(api.database);
  staff = await api.identity.addAccount(`${MARK}@example.com`, { groups: ['staff'], subject: `${MARK}-subject` });
  await api.call('GET', '/user/profile', { as: staff });
});
beforeEach(() => {
  logged = '';
  queries = createFailingQueries();
});
afterEach(() => queries.restore());
afterAll(() => api.close());

/** Fields of every body, with values that any route takes: each takes those that it knows. */
const everyField = {
  goal: INTERESTS[0].label,
  goals: {},
  goals_personal: {},
  profile_visibility: 'private',
  ...Object.fromEntries(
    ['name', 'full_name', 'message', 'location', 'description', 'description_1', 'description_2', 'description_3', 'vertical'].map(
      (name) => [name, MARK],
    ),
  ),
  memberLevel: MARK,
  password: MARK,
  subject: MARK,
  text: MARK,
  endorsements: [MARK],
  groups: ['staff'],
  email: `${MARK}@example.org`,
  phone: PHONE,
  url: `https://${MARK}.example.org`,
  status: 'new',
  code: 'SELF-4E',
  role: 'join',
  confirm: true,
  has_accepted_privacy: true,
  has_accepted_terms: true,
  sponsored: true,
  is_meta_demo: false,
  is_open: true,
  is_listed: true,
  needs_subscription: false,
  needs_rank: false,
  notify_opt_in: true,
  min_size: 1,
  max_size: 9,
  tessera_rank: 1,
  subscription_until: null,
  demo_kind_id: 1,
  playbook_id: 1,
  id: 1,
};

const label = ({ method, path }: TestRoute) => `${method} ${path}`;

describe('when a query fails, the logs name the statement and nobody', () => {
  it('in every route', async () => {
    const { rows } = await api.database.query<{ token: string }>('select unsubscribe_token as token from api.member');
    const known: Record<string, string> = {
      ':id': '1',
      ':token': rows[0]?.token ?? '',
      ':code': 'SELF-4E',
      ':subject': staff.subject,
      ':act': 'disable',
    };
    const untouched: string[] = [];
    const refused: string[] = [];
    for (const route of api.routes) {
      const path = route.path.replace('/members/:id', `/members/${staff.subject}`).replace(/:\w+/g, (name) => known[name] ?? MARK);
      const headers = await headersFor(api, route.method, path, staff);
      let status = 0;
      const failures = await queries.failEach(async () => {
        const query = route.method === 'GET' && route.path === '/desk/members' ? `?search=${MARK}&after=${MARK}` : '';
        ({ status } = await api.call(route.method, path + query, { as: staff, headers, body: await bodyOf(route) }));
      });
      if (failures === 0) untouched.push(label(route));
      if ([400, 412, 428].includes(status)) refused.push(label(route));
    }
    expect(logged).toContain('"statement":"insert into platform.outbox');
    expect(PERSONAL.exec(logged)?.[0]).toBeUndefined();
    // What reads no rows, and what takes no fields.
    expect(untouched).toEqual(['GET /openapi.json', 'GET /reference', 'GET /bot-check/challenge', 'GET /photos/:file']);
    expect(refused).toEqual(['GET /bot-check/challenge', 'PUT /user/profile/photo', 'GET /photos/:file']);
  });

  it('in the workers', async () => {
    const idle = await createTestApi({}, logger);
    const due = await idle.identity.addAccount(`${MARK}@example.com`, { subject: `${MARK}-subject` });
    await idle.call('GET', '/user/profile', { as: due });
    // Its own workers would take what these tests have for theirs.
    await idle.server.close();
    const services = { database: idle.database, identityAdmin: idle.identity.admin, logger };
    const config = { SITE_URL: 'https://www.example.com', BRAND: 'Practice', DELETION_GRACE_DAYS: 14 } as never;
    const store = async () => {
      await idle.database.query(`insert into api.signup (email, full_name, phone, location, code)
        values ('${MARK}@example.net', '${MARK}', '${PHONE}', '${MARK}', 'SELF-4E')`);
    };
    const failures = await queries.failEach(async () => {
      await store();
      await processSignups(services).catch((err: unknown) => logger.warn({ err }, 'sign-ups cannot be read'));
    });
    await idle.database.query(`update api.member set deletion_due_at = now() - interval '1 day'`);
    const deletePhoto = jest.fn(async () => undefined);
    const erasures = await queries.failEach(async () => {
      await eraseDueAccounts({ ...services, config, deletePhoto }).catch((err: unknown) => logger.warn({ err }, 'housekeeping failed'));
    });
    expect(failures).toBeGreaterThan(2);
    expect(erasures).toBeGreaterThan(3);
    expect(logged).toContain('an account could not be created');
    expect(logged).toContain('housekeeping failed');
    expect(PERSONAL.exec(logged)?.[0]).toBeUndefined();
    await idle.close();
  });
});

async function bodyOf({ method, path }: TestRoute): Promise<object | undefined> {
  if (method === 'GET' || method === 'DELETE') return undefined;
  if (path !== '/contact' && path !== '/signup') return everyField;
  return { ...everyField, recaptchaToken: await api.botToken(path === '/contact' ? 'contact' : 'signup') };
}
