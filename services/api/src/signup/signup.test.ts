import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { NewUser } from '@site/platform/identity-admin';
import { silentLogger } from '@site/platform/logging';
import { sql } from 'drizzle-orm';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import { processSignups } from './signup-worker';

const ALL_BUT_DATE = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const form = async (change: Record<string, unknown> = {}) => ({
  full_name: 'Grace Hopper',
  email: 'grace@example.com',
  phone: '+12345678901',
  location: 'Albany, New York',
  has_accepted_privacy: true,
  has_accepted_terms: true,
  code: 'SELF-4E',
  recaptchaToken: await api.botToken('signup'),
  ...change,
});
const send = async (change: Record<string, unknown> = {}) => api.call('POST', '/signup', { body: await form(change) });
const settled = async () => {
  const waiting = () => api.database.db.execute(sql`select 1 from api.signup where outcome is null limit 1`);
  while ((await waiting()).rows.length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
};

describe('POST /signup', () => {
  it('200: creates the account, its invitation, and consents with the version of the legal text', async () => {
    const answer = await send();
    expect(answer).toMatchObject({ status: 200, body: { overall: ['Thank you for signing up', 'Check your email for the next step'] } });
    expect(Object.keys(answer.body as object)).toEqual(['overall']);
    await settled();
    expect([...api.identity.users.values()].map(({ email, fullName }) => [email, fullName])).toEqual([
      ['grace@example.com', 'Grace Hopper'],
    ]);
    const { rows } = await api.database.db.execute(sql`select document, version, accepted_at from api.consent order by document`);
    expect(rows).toMatchObject([
      { document: 'privacy', version: '11/5/2025' },
      { document: 'terms', version: '11/5/2025' },
    ]);
    expect(Date.now() - new Date(rows[0]?.accepted_at as string).getTime()).toBeLessThan(60_000);
    expect((await api.mails()).map(({ to, subject }) => [to, subject])).toEqual([['grace@example.com', 'Your invitation']]);
  });

  it('200: answers a known address exactly as an unknown one, and only its owner learns of it', async () => {
    const unknown = await send({ email: 'unknown@example.com' });
    const known = await send({ email: 'GRACE@example.com', full_name: 'Somebody Else' });
    expect(known.body).toEqual(unknown.body);
    expect(known.status).toBe(unknown.status);
    await settled();
    const mails = (await api.mails()).filter(({ to }) => to === 'grace@example.com').map(({ subject }) => subject);
    expect(mails).toEqual(['Your invitation', 'Somebody signed up with your address']);
    expect([...api.identity.users.values()].find(({ email }) => email === 'grace@example.com')?.fullName).toBe('Grace Hopper');
  });

  it('200: the first call of the new player finds a profile with what was written when signing up', async () => {
    await settled();
    const subject = [...api.identity.users.values()].find(({ email }) => email === 'grace@example.com')?.username ?? '';
    const authorization = `Bearer ${await api.identity.tokenFor(subject)}`;
    const { body } = await api.call('GET', '/user/profile', { as: { authorization } });
    expect(body).toMatchObject({ full_name: 'Grace Hopper', location: 'Albany, New York', email: 'grace@example.com', tessera_rank: 0 });
  });

  it.each([
    ['full_name', '', { Name: ['Enter your full name'] }],
    ['email', 'grace', { Email: ['Enter a valid email address'] }],
    ['phone', '+123', { Phone: ['Enter a full phone number starting with a plus sign'] }],
    ['location', undefined, { Location: ['Enter your city and state'] }],
    ['code', 'no code!', { Code: ['English alphabet, digits or dashes: 2-10 characters'] }],
    ['code', 'NOBODY', { Code: ['This access code is not known'] }],
    ['has_accepted_privacy', false, { Privacy: ['You must agree before submitting.'] }],
    ['has_accepted_terms', undefined, { Terms: ['You must agree before submitting.'] }],
  ])('400: tells what is wrong with %s %j under the field', async (field, value, expected) => {
    const before = await api.countRows('api.signup');
    const answer = await send({ [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { code: 'form-refused', overall: ['Some fields need a correction'], ...expected } });
    expect(await api.countRows('api.signup')).toBe(before);
  });

  it('400: refuses a closed code; 200: accepts a code in any case', async () => {
    await api.database.db.execute(sql`insert into api.peer_group (code, name, is_open) values ('CLOSED', 'Closed', false)`);
    expect(await send({ code: 'CLOSED' })).toMatchObject({ status: 400, body: { Code: ['This access code is not known'] } });
    expect((await send({ code: 'self-4e', email: 'case@example.com' })).status).toBe(200);
  });

  it('403: a refused sign-up costs its token, so that codes cannot be guessed with one proof of work', async () => {
    const recaptchaToken = await api.botToken('signup');
    expect((await send({ recaptchaToken, code: 'GUESS-1' })).status).toBe(400);
    expect(await send({ recaptchaToken, code: 'SELF-4E' })).toMatchObject({ status: 403, body: { code: 'bot-check-failed' } });
  });

  it('200: codes that are refused keep nobody from signing up with the address', async () => {
    const limited = await createTestApi({ RECIPIENT_LIMIT: '1' });
    const signUp = async (code: string) =>
      limited.call('POST', '/signup', { body: await form({ code, recaptchaToken: await limited.botToken('signup') }) });
    const statuses = [];
    for (const code of ['GUESS-1', 'GUESS-2', 'SELF-4E', 'SELF-4E']) statuses.push((await signUp(code)).status);
    await limited.close();
    expect(statuses).toEqual([400, 400, 200, 429]);
  });

  it('200: 50 parallel equal sign-ups make one row, one account and one invitation', async () => {
    const body = await form({ email: 'parallel@example.com' });
    const answers = await Promise.all(Array.from({ length: 50 }, () => api.call('POST', '/signup', { body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await settled();
    const { rows } = await api.database.db.execute(sql`select 1 from api.signup where email = 'parallel@example.com'`);
    expect(rows).toHaveLength(1);
    expect((await api.mails()).filter(({ to }) => to === 'parallel@example.com')).toHaveLength(1);
  });
});

describe('the worker that makes accounts', () => {
  let idle: TestApi;
  beforeAll(async () => {
    idle = await createTestApi();
    // Its own worker would take the sign-ups from the one that is looked at.
    await idle.server.close();
  });
  afterAll(() => idle.close());

  const add = (name: string) =>
    idle.database.db.execute(sql`insert into api.signup (email, full_name, phone, location, code)
      values (${`${name}@example.com`}, 'Later', '+12345678901', 'Albany', 'SELF-4E')`);
  const servicesWith = (prepareInvitation: typeof idle.identity.admin.prepareInvitation) => ({
    database: idle.database,
    identityAdmin: { ...idle.identity.admin, prepareInvitation },
    logger: silentLogger(),
  });

  it('ends with the account that it is making when it is stopped, however many wait', async () => {
    let stopped = false;
    const services = servicesWith(() => {
      stopped = true;
      return idle.identity.admin.prepareInvitation();
    });
    for (const name of ['first', 'second']) await add(name);
    expect(await processSignups(services, () => stopped)).toBe(1);
    expect(await processSignups(services, () => false)).toBe(1);
  });

  it('has a password ready before the transaction begins in which an account is made', async () => {
    const steps: string[] = [];
    const services = servicesWith(async () => {
      const invite = await idle.identity.admin.prepareInvitation();
      steps.push('ready');
      return invite;
    });
    const transaction: typeof idle.database.transaction = (work) => {
      steps.push('begins');
      return idle.database.transaction(work);
    };
    await add('ready');
    expect(await processSignups({ ...services, database: { ...idle.database, transaction } })).toBe(1);
    expect(steps).toEqual(['ready', 'begins']);
  });

  it('keeps a sign-up while the identity provider is down, and tries again', async () => {
    const prepareInvitation = jest.fn(idle.identity.admin.prepareInvitation).mockRejectedValueOnce(new Error('unreachable'));
    const services = servicesWith(prepareInvitation);
    await add('later');
    expect(await processSignups(services)).toBe(0);
    expect(await processSignups(services)).toBe(0);
    expect(prepareInvitation).toHaveBeenCalledTimes(1);
    expect(prepareInvitation).toHaveBeenLastCalledWith('visitor');
    await idle.database.db.execute(sql`update api.signup set attempt_after = now() - interval '1 second' where outcome is null`);
    expect(await processSignups(services)).toBe(1);
    expect([...idle.identity.users.values()].map(({ email }) => email)).toContain('later@example.com');
  });

  const due = () => idle.database.db.execute(sql`update api.signup set attempt_after = now() - interval '1 second' where outcome is null`);
  const outcomeOf = async (name: string) => {
    const { rows } = await idle.database.db.execute(sql`select outcome from api.signup where email = ${`${name}@example.com`}`);
    return rows;
  };
  const failing = (first: (user: NewUser) => unknown) => {
    const prepareInvitation = jest.fn(idle.identity.admin.prepareInvitation);
    return prepareInvitation.mockResolvedValueOnce(async (user) => {
      await first(user);
      throw new Error('throttled');
    });
  };

  /** Once in vain, and again when the sign-up is due. */
  const tryTwice = async (services: Parameters<typeof processSignups>[0]) => {
    expect(await processSignups(services)).toBe(0);
    await due();
    expect(await processSignups(services)).toBe(1);
  };

  it('gives a sign-up that is tried again no account that was there before it came', async () => {
    const { subject } = await idle.identity.addAccount('staff@example.com');
    idle.identity.users.set(subject, { ...idle.identity.users.get(subject)!, createdAt: new Date(Date.now() - 60_000) });
    await add('staff');
    const services = servicesWith(failing(() => undefined));
    await tryTwice(services);
    expect(await outcomeOf('staff')).toEqual([{ outcome: 'known' }]);
  });

  it('gives a sign-up the account that the provider made in an attempt that failed', async () => {
    await add('outside');
    const services = servicesWith(failing((user) => idle.identity.admin.createUser(user)));
    await tryTwice(services);
    expect(await outcomeOf('outside')).toEqual([{ outcome: 'created' }]);
  });

  it('leaves a sign-up as it was settled when a slower attempt ends after it', async () => {
    await add('twice');
    let attempts = 0;
    const services = servicesWith(async () => {
      attempts += 1;
      if (attempts === 1) {
        await due();
        await processSignups(services);
      }
      return idle.identity.admin.prepareInvitation();
    });
    await processSignups(services);
    expect(attempts).toBe(2);
    expect(await outcomeOf('twice')).toEqual([{ outcome: 'created' }]);
  });
});

describe('a sign-up on a machine whose clock is slow', () => {
  afterEach(() => void jest.useRealTimers());

  it('becomes an account at once, because the clock of the database decides', async () => {
    jest.useFakeTimers({ now: Date.now() - 60_000, doNotFake: [...ALL_BUT_DATE] });
    await send({ email: 'slow@example.com' });
    await settled();
    expect([...api.identity.users.values()].some(({ email }) => email === 'slow@example.com')).toBe(true);
  });
});
