import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { parseConfig } from '@site/platform/config';
import { silentLogger } from '@site/platform/logging';
import { enqueueMail } from '@site/platform/outbox';
import { sql } from 'drizzle-orm';
import { apiConfigSchema } from '../config';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import { TEST_PASSWORD, type TestAccount } from '../testing/test-identity';
import { eraseDueAccounts } from './erasure';
import { keepErasures } from './kept-erasures';

let api: TestApi;
let ada: TestAccount;
let count = 0;
beforeAll(async () => {
  api = await createTestApi();
});
beforeEach(async () => {
  count += 1;
  ada = await api.identity.addAccount(`ada${count}@example.com`);
  await api.call('GET', '/user/profile', { as: ada });
});
afterAll(() => api.close());

const requestDeletion = (body: unknown, as: { authorization: string } = ada) => api.call('POST', '/user/deletion', { as, body });
const tokenOf = async (subject: string) =>
  (await api.database.query<{ token: string }>('select unsubscribe_token as token from api.member where subject = $1', [subject])).rows[0]
    ?.token;
const mailsTo = async (email: string) => (await api.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
const services = (deletePhoto = deleteFiles) => ({
  database: api.database,
  storage: api.storage,
  identityAdmin: api.identity.admin,
  config: parseConfig(apiConfigSchema, { NODE_ENV: 'test' }),
  logger: silentLogger(),
  deletePhoto,
});
const erase = (now?: Date, deletePhoto = deleteFiles) => eraseDueAccounts(services(deletePhoto), now);
async function deleteFiles(key: string): Promise<void> {
  for (const size of [200, 400]) await api.storage.delete(`photos/${key}-${size}.jpg`);
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

describe('GET /user/export', () => {
  it('200: gives everything about the player, and nothing of others', async () => {
    const eve = await api.identity.addAccount('eve@example.com');
    await api.database.db.execute(
      sql`insert into api.demo_kind (id, name, description) values (77, 'Kind', 'Of demo') on conflict do nothing`,
    );
    for (const as of [ada, eve])
      await api.call('POST', '/demos/player', { as, body: { demo_kind_id: 77, url: 'https://example.com', description: as.email } });
    await api.database.db.execute(sql`insert into api.contact_message (goal, name, email, phone, message)
      values ('other', 'Ada', ${ada.email}, '+12345678901', 'From Ada'), ('other', 'Eve', 'eve@example.com', '+12345678901', 'From Eve'),
        ('other', 'Eve', ${ada.email}, '+19999999999', 'Eve, who says that this is her address')`);
    await api.database.db.execute(sql`insert into api.message_answer (message_id, text, actor)
      select id, 'Answer to ' || name || case phone when '+19999999999' then ' (Eve)' else '' end, 'desk' from api.contact_message`);
    for (const { subject, email } of [ada, eve]) {
      await api.database.db.execute(
        sql`insert into api.desk_event (actor, act, target, member, after) values ('desk', 'member.save', ${subject}, ${subject}, ${JSON.stringify({ of: email })})`,
      );
      await enqueueMail(api.database.db, { to: email, subject: `For ${email}`, text: 'The code is 123456' });
    }
    const { status, body, headers } = await api.call('GET', '/user/export', { as: ada });
    expect(status).toBe(200);
    expect(headers['content-disposition']).toBe('attachment; filename="my-data.json"');
    expect(body).toMatchObject({
      profile: { email: ada.email, phone: '+12345678901' },
      demos: [{ description: ada.email }],
      messages: [{ message: 'From Ada', status: 'new', answers: [{ text: 'Answer to Ada' }] }],
      changes_by_staff: [{ act: 'member.save', before: null, after: { of: ada.email } }],
      waiting_mails: [{ subject: `For ${ada.email}` }],
      account: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/eve\b|The code is/i);
  });
});

describe('POST /user/deletion', () => {
  it('200: with the password, after a grace period; asking again does not move the date', async () => {
    const { status, body } = await requestDeletion({ password: TEST_PASSWORD });
    expect(status).toBe(200);
    const days = (new Date(body.deletion_due_at as string).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(14, 1);
    expect((await requestDeletion({ password: TEST_PASSWORD })).body).toEqual(body);
    expect((await api.call('GET', '/user/profile', { as: ada })).body.deletion_due_at).toBe(body.deletion_due_at);
    expect(await mailsTo(ada.email)).toEqual(['Your account at Cloud practice will be erased']);
  });

  it('200: asked twice at once, both with the one date, and one mail', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => requestDeletion({ password: TEST_PASSWORD })));
    const dates = answers.map(({ body }) => body.deletion_due_at);
    expect([answers.map(({ status }) => status), new Set(dates).size]).toEqual([[200, 200, 200], 1]);
    expect((await api.call('GET', '/user/profile', { as: ada })).body.deletion_due_at).toBe(dates[0]);
    expect(await mailsTo(ada.email)).toEqual(['Your account at Cloud practice will be erased']);
  });

  it('200: without the password within five minutes of signing in; 403: later', async () => {
    const signedIn = async (signedInSecondsAgo: number) => ({
      authorization: `Bearer ${await api.identity.tokenFor(ada.subject, { signedInSecondsAgo })}`,
    });
    expect(await requestDeletion({}, await signedIn(301))).toMatchObject({ status: 403, body: { code: 'reauthentication-failed' } });
    expect((await requestDeletion({}, await signedIn(200))).status).toBe(200);
  });

  it('403: with a wrong password, and 429 after five of them', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await requestDeletion({ password: 'wrong' })).status);
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429]);
    expect((await api.call('GET', '/user/profile', { as: ada })).body.deletion_due_at).toBeNull();
  });
});

describe('DELETE /user/deletion', () => {
  it('200: keeps the account', async () => {
    await requestDeletion({ password: TEST_PASSWORD });
    expect(await api.call('DELETE', '/user/deletion', { as: ada })).toMatchObject({ status: 200, body: { deletion_due_at: null } });
    expect(await api.call('DELETE', '/user/deletion', { as: ada })).toMatchObject({ status: 200, body: { deletion_due_at: null } });
    await erase(inDays(30));
    expect((await api.call('GET', '/user/profile', { as: ada })).status).toBe(200);
  });
});

it('401: whom the erasure has taken meanwhile is not told that the account stays', async () => {
  await requestDeletion({ password: TEST_PASSWORD });
  const before = await mailsTo(ada.email);
  const { transaction } = api.database;
  jest.spyOn(api.database, 'transaction').mockImplementationOnce(async (work) => {
    await api.database.db.execute(sql`delete from api.member where subject = ${ada.subject}`);
    return transaction(work);
  });
  const answer = await api.call('DELETE', '/user/deletion', { as: ada });
  expect(answer).toMatchObject({ status: 401, body: { code: 'account-unknown' } });
  expect(await mailsTo(ada.email)).toEqual(before);
});

describe('the end of the grace period', () => {
  it('erases the account with everything in it, and a token that is still valid brings nothing back', async () => {
    await api.database.db.execute(sql`insert into api.signup (email, full_name, phone, location, code, subject, outcome)
      values (${ada.email}, 'Ada', '+12345678901', 'Albany', 'SELF-4E', ${ada.subject}, 'created')`);
    await api.database.db.execute(
      sql`insert into api.consent (signup_id, document, version) select max(id), 'privacy', '11/5/2025' from api.signup`,
    );
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const photo = await api.call('PUT', '/user/profile/photo', { as: ada, body: { img_type: 'png', img_base64_data: png } });
    expect(photo.status).toBe(200);
    await requestDeletion({ password: TEST_PASSWORD });

    expect(await erase(inDays(13))).toBe(0);
    expect(await erase(inDays(15))).toBe(1);

    expect(await api.identity.admin.getUser(ada.subject)).toBeNull();
    expect(await api.call('GET', '/user/profile', { as: ada })).toMatchObject({ status: 401, body: { code: 'account-unknown' } });
    expect((await api.call('GET', '/user/session', { as: ada })).status).toBe(401);
    expect((await api.server.inject(photo.body.profile_photo_url as string)).statusCode).toBe(404);
    const { rows } = await api.database.db.execute(sql`
      select (select count(*)::int from api.member where email = ${ada.email}) as members,
             (select count(*)::int from api.signup where email = ${ada.email}) as signups,
             (select count(*)::int from api.consent c where not exists (select 1 from api.signup s where s.id = c.signup_id)) as consents`);
    expect(rows[0]).toEqual({ members: 0, signups: 0, consents: 0 });
    expect(await mailsTo(ada.email)).toContain('Your account at Cloud practice was erased');
    const sent = await api.database.db.execute(sql`select key from platform.outbox where key like ${`%${ada.subject}%`}`);
    expect(sent.rows).toEqual([]);
  });
});

describe('an erasure', () => {
  it('leaves another member with the same address, and the sign-up that made that one', async () => {
    const other = await api.identity.addAccount(ada.email);
    await api.call('GET', '/user/profile', { as: other });
    await api.database.db.execute(sql`insert into api.signup (email, full_name, phone, location, code, subject, outcome) values
      (${ada.email}, 'Ada', '+12345678901', 'London', 'SELF-4E', ${ada.subject}, 'created'),
      (${ada.email}, 'Other', '+12345678901', 'London', 'SELF-4E', ${other.subject}, 'created'),
      (${ada.email}, 'Nobody', '+12345678901', 'London', 'SELF-4E', 'gone', 'created'),
      (${ada.email}, 'Known', '+12345678901', 'London', 'SELF-4E', ${ada.subject}, 'known')`);
    await requestDeletion({ password: TEST_PASSWORD });
    await erase(inDays(15));
    const { rows } = await api.database.db.execute<{ full_name: string }>(
      sql`select full_name from api.signup where email = ${ada.email} order by id`,
    );
    expect(rows.map(({ full_name }) => full_name)).toEqual(['Other']);
    expect((await api.call('GET', '/user/profile', { as: other })).status).toBe(200);
  });

  it('that fails does not hold up the others, and is due again', async () => {
    const stuck = ada;
    const other = await api.identity.addAccount(`other${count}@example.com`);
    await api.call('GET', '/user/profile', { as: other });
    for (const [{ subject }, days] of [
      [stuck, 1],
      [other, 2],
    ] as const)
      await api.database.db.execute(sql`
        update api.member set deletion_due_at = now() + make_interval(days => ${days}), photo_key = ${subject} where subject = ${subject}`);
    const failing = async (key: string) => {
      if (key === stuck.subject) throw new Error('the store is down');
    };
    expect(await erase(inDays(3), failing)).toBe(1);
    expect(await erase(inDays(3))).toBe(1);
    expect(await erase(inDays(3))).toBe(0);
  });

  it('is repeated when a backup from before it is restored', async () => {
    const restore = () =>
      api.database.transaction(async (tx) => {
        await tx.execute(sql`delete from api.erased_member`);
        await tx.execute(sql`insert into api.member (subject, email, full_name, location, phone, unsubscribe_token)
          values (${ada.subject}, ${ada.email}, 'Ada', 'Albany', '+12345678901', ${`token-${ada.subject}`})`);
      });
    const members = async () => (await api.database.db.execute(sql`select subject from api.member where email = ${ada.email}`)).rows.length;
    await api.database.db.execute(sql`update api.member set deletion_due_at = now() where subject = ${ada.subject}`);
    await erase(inDays(1));
    await keepErasures(services());
    await restore();
    expect([await members(), await erase()]).toEqual([1, 0]);

    await keepErasures(services());
    await erase(inDays(1));
    expect(await members()).toBe(0);
    expect((await api.call('GET', '/user/profile', { as: ada })).status).toBe(401);
    // What the backup has of others stays.
    expect((await api.call('GET', '/user/profile', { as: await api.identity.addAccount(`kept${count}@example.com`) })).status).toBe(200);
  });

  it('is repeated when a backup is restored that has the sign-up and the account, and not yet the member', async () => {
    const eve = await api.identity.addAccount(`eve${count}@example.com`);
    await api.storage.put(`erasures/${createHash('sha256').update(eve.subject).digest('hex')}`, Buffer.from('x'));
    for (const { subject, email } of [eve, ada]) {
      await api.database.db.execute(sql`
        with signed_up as (insert into api.signup (email, full_name, phone, location, code, subject, outcome)
          values (${email}, 'Eve', '+12345678901', 'Albany', 'SELF-4E', ${subject}, 'created') returning id)
        insert into api.consent (signup_id, document, version) select id, 'privacy', '11/5/2025' from signed_up`);
    }
    const left = async () => {
      const { rows } = await api.database.db.execute<{ email: string }>(sql`
        select email from api.signup join api.consent on signup_id = id where email in (${eve.email}, ${ada.email})`);
      return rows.map(({ email }) => email);
    };
    jest.spyOn(api.identity.admin, 'deleteUser').mockRejectedValueOnce(new Error('the provider is down'));
    await expect(keepErasures(services())).rejects.toThrow('the provider is down');
    expect(await left()).toEqual([eve.email, ada.email]);

    await keepErasures(services());
    expect(await left()).toEqual([ada.email]);
    expect([...api.identity.users.values()].map(({ email }) => email)).not.toContain(eve.email);
    expect((await api.call('GET', '/user/profile', { as: eve })).status).toBe(401);
    expect((await api.call('GET', '/user/profile', { as: ada })).status).toBe(200);
  });

  it('is repeated when a backup is restored that has an account without a sign-up, and not yet the member', async () => {
    const eve = await api.identity.addAccount(`eve${count}@example.com`);
    const other = await api.identity.addAccount(`other${count}@example.com`);
    const hash = (subject: string) => createHash('sha256').update(subject).digest('hex');
    // Of a member too, whose photo is erased with the rest when it is due.
    for (const { subject } of [eve, ada]) await api.storage.put(`erasures/${hash(subject)}`, Buffer.from('x'));
    await keepErasures(services());
    const users = () => [...api.identity.users.values()].map(({ email }) => email);
    expect(users()).not.toContain(eve.email);
    expect(users()).toEqual(expect.arrayContaining([ada.email, other.email]));
    expect(await mailsTo(eve.email)).toHaveLength(1);
    await erase(inDays(1));
    expect(users()).not.toContain(ada.email);
  });

  it('reaches answers that are kept for a repeated request, and leaves those of others', async () => {
    const eve = await api.identity.addAccount(`eve${count}@example.com`);
    await api.database.db.execute(
      sql`insert into api.demo_kind (id, name, description) values (77, 'Kind', 'Of demo') on conflict do nothing`,
    );
    const add = async (as: TestAccount) =>
      api.call('POST', '/demos/player', {
        as,
        body: { demo_kind_id: 77, url: 'https://example.com', description: `By ${as.subject}` },
        headers: { 'idempotency-key': 'one-demo-of-mine' },
      });
    for (const as of [ada, eve]) expect((await add(as)).status).toBe(200);
    await api.database.db.execute(sql`update api.member set deletion_due_at = now() where subject = ${ada.subject}`);
    expect(await erase(inDays(1))).toBe(1);
    const { rows } = await api.database.db.execute<{ text: string }>(sql`select answers::text as text from platform.answers`);
    const kept = rows.map(({ text }) => text).join();
    expect([kept.includes(ada.subject), kept.includes(eve.subject)]).toEqual([false, true]);
  });

  it('reaches mails that have not gone out', async () => {
    await enqueueMail(api.database.db, { to: ada.email, subject: 'Never sent', text: 'Hello' });
    const form = {
      goal: 'other',
      name: 'Ada',
      email: ada.email.toUpperCase(),
      phone: '+12345678901',
      message: 'Hello',
      recaptchaToken: await api.botToken('contact'),
    };
    expect((await api.call('POST', '/contact', { body: form })).status).toBe(200);
    await api.database.db.execute(sql`update api.member set deletion_due_at = now() where subject = ${ada.subject}`);
    expect(await erase(inDays(1))).toBe(1);
    const mails = (await api.mails()).filter(({ to }) => to.toLowerCase() === ada.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your account at Cloud practice was erased']);
  });
});

describe('a mail to the group that waits to be sent', () => {
  it.each([
    ['the link in a mail', async () => api.call('POST', `/unsubscribe/${await tokenOf(ada.subject)}`)],
    [
      'the profile',
      () =>
        api.call('PUT', '/user/profile', {
          as: ada,
          body: { notify_opt_in: false, profile_visibility: 'private', goals: {}, goals_personal: {} },
        }),
    ],
  ])('is not sent once its reader has ended them by %s, and what they asked for is', async (_what, end) => {
    const eve = await api.identity.addAccount(`eve-${ada.email}`);
    for (const to of [ada.email, eve.email]) {
      await enqueueMail(api.database.db, { to, subject: 'Season', text: 'It starts.' }, { isBulk: true });
      await enqueueMail(api.database.db, { to, subject: 'Asked for', text: 'Here it is.' });
    }
    expect((await end()).status).toBe(200);
    expect([await mailsTo(ada.email), await mailsTo(eve.email)]).toEqual([['Asked for'], ['Season', 'Asked for']]);
  });
});

describe('/unsubscribe', () => {
  const linkOf = async () => {
    const { rows } = await api.database.db.execute<{ token: string }>(
      sql`update api.member set notify_opt_in = true where subject = ${ada.subject} returning unsubscribe_token as token`,
    );
    return `/unsubscribe/${rows[0]?.token ?? ''}`;
  };
  const isOn = async () => (await api.call('GET', '/user/profile', { as: ada })).body.notify_opt_in as boolean;

  it('200: opening the link changes nothing, one click does, without a sign-in', async () => {
    const link = await linkOf();
    const page = await api.call('GET', link);
    expect(page).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: expect.stringContaining('<form method="post">'),
    });
    expect(String(page.headers['content-security-policy'])).not.toContain('unsafe');
    expect(await isOn()).toBe(true);
    const oneClick = { body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    expect(await api.call('POST', link, oneClick)).toMatchObject({ status: 200, body: expect.stringContaining('You are unsubscribed') });
    expect(await isOn()).toBe(false);
    const multipart = { body: '--x\r\n\r\n--x--', headers: { 'content-type': 'multipart/form-data; boundary=x' } };
    expect((await api.call('POST', link, multipart)).status).toBe(200);
    expect((await api.call('POST', link)).status).toBe(200);
  });

  it('404: for a token that is not known', async () => {
    const link = `/unsubscribe/${'x'.repeat(40)}`;
    expect(await api.call('GET', link)).toMatchObject({ status: 404, body: { code: 'unsubscribe-unknown' } });
    expect((await api.call('POST', link)).status).toBe(404);
  });
});
