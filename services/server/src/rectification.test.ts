/** What identity provider and API know of the same people, on one database: what these correct, and what they are given of it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { findMember } from '@site/api/domain/member.repository';
import { migrateApi } from '@site/api/plugin';
import { readRecords } from '@site/api/privacy/personal-data.repository';
import { correctMember, readLocation } from '@site/api/profile/rectification';
import {
  createTestBrowser,
  createTestIdentity,
  signInWithPassword,
  type TestBrowser,
  type TestIdentity,
} from '@site/identity/identity-testing';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { readSecurityLog } from '@site/identity/security/security-log';
import { migrateRegistry } from '@site/registry/migrations';
import { enqueueMail } from '@site/platform/outbox';
import { sql } from 'drizzle-orm';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const OLD_PHONE = '+12125550100';
const NEW_PHONE = '+12025550188';

describe('whoever corrects', () => {
  let identity: TestIdentity;
  let browser: TestBrowser;
  let email: string;
  let sub: string;
  let counter = 0;

  const open = (path: string) => browser.open(`${identity.config.issuer}/account${path}`);
  const rowOf = async (text: ReturnType<typeof sql>) => (await identity.database.db.execute(text)).rows[0];
  const memberRow = () => rowOf(sql`select email, full_name, phone, location from api.member where subject = ${sub}`);
  const account = () => rowOf(sql`select email, full_name, phone, email_verified from identity.account where sub = ${sub}`);
  const mailsTo = async (to: string) => (await identity.mails()).filter((mail) => mail.to === to);
  const ask = async (newEmail: string, password = PASSWORD) => browser.submit(await open('/email'), { email: newEmail, password });
  const codeFor = async (newEmail: string) => /^ {4}(\d{6})$/m.exec((await mailsTo(newEmail)).at(-1)?.text ?? '')?.[1] ?? '';
  const kinds = async () => (await readSecurityLog(identity.database.db, { sub, limit: 20 })).map(({ kind }) => kind);

  beforeAll(async () => {
    identity = await createTestIdentity({}, undefined, undefined, { readLocation, correct: correctMember });
    await migrateApi(identity.database);
  });
  afterAll(() => identity.close());
  beforeEach(async () => {
    email = `member${(counter += 1)}@example.com`;
    ({ sub } = await identity.addAccount({ email, password: PASSWORD }));
    await identity.database.db.execute(
      sql`insert into api.member (subject, email, full_name, location, phone, unsubscribe_token)
          values (${sub}, ${email}, 'Ada Lovelace', 'Albany, NY', ${OLD_PHONE}, ${sub})`,
    );
    for (const phone of [OLD_PHONE, '+12125550199'])
      await identity.database.db.execute(
        sql`insert into api.contact_message (goal, name, email, phone, message) values ('g', 'n', ${email}, ${phone}, 'm')`,
      );
    browser = createTestBrowser(identity.app);
    await signInWithPassword(identity, email, PASSWORD, browser);
  });

  it('name, phone and location has them in the account and in the product', async () => {
    const typed = { fullName: ' Ada King ', phone: NEW_PHONE, location: 'London, UK' };
    const page = await open('/details');
    expect(page.text).toContain('value="Albany, NY"');
    expect((await browser.submit(page, { ...typed, password: 'wrong' })).text).toContain('The password is not right');
    expect((await browser.submit(page, { ...typed, phone: '12', password: PASSWORD })).text).toContain(
      'Enter a full phone number starting with a plus sign',
    );
    expect(await memberRow()).toMatchObject({ full_name: 'Ada Lovelace' });
    expect((await browser.submit(page, { ...typed, password: PASSWORD })).url).toContain('/_idp/account');
    expect(await memberRow()).toEqual({ email, full_name: 'Ada King', phone: NEW_PHONE, location: 'London, UK' });
    expect(await account()).toMatchObject({ full_name: 'Ada King', phone: NEW_PHONE });
    expect(await kinds()).toContain('details-changed');
  });

  it('the e-mail address signs in with the new one, once its code was entered, and the old one is told', async () => {
    const newEmail = `new.${email}`;
    const page = await ask(newEmail);
    expect(page.text).toContain('<h1>Confirm your e-mail</h1>');
    const code = await codeFor(newEmail);
    expect(await account()).toMatchObject({ email });
    expect((await browser.submit(page, { code: code === '000000' ? '000001' : '000000' })).text).toContain('This code is not right');
    expect((await browser.submit(page, { code })).text).toContain(`You are signed in as <strong>${newEmail}</strong>`);
    expect(await account()).toMatchObject({ email: newEmail, email_verified: true });
    expect(await memberRow()).toMatchObject({ email: newEmail });
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Your e-mail address at Cloud Practice was changed');
    expect((await signInWithPassword(identity, newEmail, PASSWORD)).tokens).toHaveProperty('access_token');
    expect(await kinds()).toContain('email-changed');
  });

  it('keeps the messages that are theirs, and gets no others', async () => {
    const newEmail = `new.${email}`;
    await browser.submit(await ask(newEmail), { code: await codeFor(newEmail) });
    const member = await findMember(identity.database.db, sub);
    expect((await readRecords(identity.database.db, member!)).messages).toMatchObject([{ phone: OLD_PHONE }]);
  });

  it('the e-mail address leaves nothing behind that an erasure or an unsubscription would not find', async () => {
    const { db } = identity.database;
    const newEmail = `new.${email}`;
    await enqueueMail(db, { to: email, subject: 'To the group', text: 'text' }, { isBulk: true });
    await browser.submit(await ask(newEmail), { code: await codeFor(newEmail) });
    const { rows } = await db.execute(sql`
      select email as address from api.contact_message where email in (${email}, ${newEmail})
      union all select mail->>'to' from platform.outbox where is_bulk and mail->>'to' in (${email}, ${newEmail})`);
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ address: newEmail })));
  });

  it('the e-mail address leaves to another member with the old one what that one wrote', async () => {
    const { db } = identity.database;
    const newEmail = `new.${email}`;
    await db.execute(sql`insert into api.member (subject, email, full_name, location, phone, unsubscribe_token)
      values (${`other of ${sub}`}, ${email}, 'Grace', 'Albany, NY', '+12125550199', ${`other of ${sub}`})`);
    await browser.submit(await ask(newEmail), { code: await codeFor(newEmail) });
    const { rows } = await db.execute(
      sql`select email, phone from api.contact_message where email in (${email}, ${newEmail}) order by phone`,
    );
    expect(rows).toEqual([
      { email: newEmail, phone: OLD_PHONE },
      { email, phone: '+12125550199' },
    ]);
  });

  it('to an address of somebody else is not told so; its owner is', async () => {
    const taken = `taken.${email}`;
    await identity.addAccount({ email: taken, password: PASSWORD });
    expect((await ask(taken)).text).toContain('<h1>Confirm your e-mail</h1>');
    expect((await mailsTo(taken)).map(({ subject }) => subject)).toEqual(['Your e-mail address at Cloud Practice']);
    expect(await codeFor(taken)).toBe('');
  });

  it('to an address that somebody has come to use meanwhile keeps the one that there was', async () => {
    const newEmail = `new.${email}`;
    const page = await ask(newEmail);
    const code = await codeFor(newEmail);
    await identity.addAccount({ email: newEmail, password: PASSWORD });
    expect((await browser.submit(page, { code })).text).toContain('This code is not right, or no longer valid.');
    expect([await account(), await memberRow()]).toMatchObject([{ email }, { email }]);
  });

  it('the e-mail address and sends the code twice is led to the account page, and nothing is written of a wrong one', async () => {
    const page = await ask(`new.${email}`);
    const code = await codeFor(`new.${email}`);
    for (let time = 0; time < 2; time += 1) expect((await browser.submit(page, { code })).url).toMatch(/\/_idp\/account$/);
    expect(await kinds()).not.toContain('email-code-failed');
  });

  it('and guesses the code has five attempts, whatever comes after', async () => {
    const newEmail = `new.${email}`;
    const page = await ask(newEmail);
    const code = await codeFor(newEmail);
    const wrong = code === '000000' ? '000001' : '000000';
    for (let guess = 0; guess < 5; guess += 1) await browser.submit(page, { code: wrong });
    expect((await browser.submit(page, { code })).text).toContain('This code is not right');
    expect(await account()).toMatchObject({ email });
  });

  it('without the password, or by a form of somebody else, changes nothing', async () => {
    expect((await ask('other@example.com', 'wrong')).text).toContain('The password is not right');
    const page = await open('/details');
    const forged = { ...page, text: page.text.replace(/name="csrf" value="[^"]*"/, 'name="csrf" value="x"') };
    expect((await browser.submit(forged, { fullName: 'Eve', phone: NEW_PHONE, password: PASSWORD })).status).toBe(403);
    expect(await mailsTo('other@example.com')).toEqual([]);
    expect(await account()).toMatchObject({ full_name: 'Ada Lovelace', email });
  });

  it('after signing up, and before being here, finds it in the product later', async () => {
    const late = `late${counter}@example.com`;
    const { sub: subject } = await identity.addAccount({ email: late, password: PASSWORD });
    await identity.database.db.execute(
      sql`insert into api.signup (email, full_name, phone, location, code, subject, outcome)
          values (${late}, 'Grace', ${OLD_PHONE}, 'New York, NY', 'SELF-4E', ${subject}, 'created')`,
    );
    expect(await readLocation(identity.database.db, subject)).toBe('New York, NY');
    await identity.database.transaction((tx) => correctMember(tx, subject, { location: 'Arlington, VA' }));
    expect(await readLocation(identity.database.db, subject)).toBe('Arlington, VA');
  });

  it('and asks for what is kept gets their own sign-ins, passkeys and events, and nobody else’s', async () => {
    const admin = createIdentityAdmin(identity.context);
    await admin.changeGroups(sub, { add: ['testers'] });
    await identity.addAccount({ email: `eve${counter}@example.com`, password: PASSWORD });
    await signInWithPassword(identity, `eve${counter}@example.com`, PASSWORD);
    await ask(`new.${email}`);
    for (const [id, owner] of [
      ['own', email],
      ['other', `eve${counter}@example.com`],
    ])
      await identity.database.db.execute(sql`
        insert into identity.passkey (id, sub, name, public_key, counter)
        select ${`${id}-${counter}`}, sub, ${`Key of ${owner}`}, 'the-public-key', 0 from identity.account where email = ${owner}`);
    const records = await admin.readRecords(sub);
    expect(records).toMatchObject({
      groups: ['testers'],
      new_email: `new.${email}`,
      passkeys: [{ name: `Key of ${email}`, last_used_at: null }],
      sign_ins: [{ network: expect.stringMatching(/\/24$/) }],
      security_events: [
        { kind: 'groups-changed', actor: 'administrator' },
        { kind: 'signed-in', actor: 'owner' },
      ],
    });
    expect(JSON.stringify(records)).not.toMatch(/eve\d|scrypt|the-public-key/);
    expect(await admin.readRecords('00000000-0000-4000-8000-000000000000')).toBeNull();
  });
});

/** Where the export has what a table keeps of a person, or why it has not. */
const EXPORTED: Record<string, string> = {
  'api.consent': 'consents',
  'api.contact_message': 'messages, with their answers',
  'api.desk_event': 'changes_by_staff',
  'api.erased_member': 'a hash, of somebody who is gone',
  'api.group_mail': 'its subject line is of nobody; where its queue is, until it has been sent',
  'api.member': 'profile',
  'api.message_answer': 'messages; its actor is of the staff',
  'api.player_demo': 'demos',
  'api.player_playbook': 'playbooks',
  'api.signup': 'signups',
  'identity.account': 'account and profile',
  'identity.email_change': 'account.new_email',
  'identity.federated_identity': 'account.providers',
  'identity.oidc_record': 'tokens and sessions, which are secret: account.sign_ins says what they are for',
  'identity.passkey': 'account.passkeys',
  'identity.reset_code': 'a hash, for minutes',
  'identity.enrolment_code': 'a hash, for minutes',
  'identity.security_event': 'account.security_events',
  'identity.session': 'account.sign_ins',
  'identity.sign_in': 'a page under way, for minutes',
  'platform.outbox': 'waiting_mails',
  // Of release managers, by handle and subject: who answers for what visitors got. It stays, also after an erasure.
  'registry.approvals': 'who approved what, by handle',
  'registry.audit': 'who did or was refused what, by handle',
  'registry.environments': 'who locked it, by handle',
  'registry.grants': 'what a subject may do, and who said so, by handle',
  'registry.old_releases': 'history of before: who published, by handle',
  'registry.old_revisions': 'history of before: who made what live, by handle',
  'registry.people': 'a subject with its handle, which nobody else may take, and the groups of its newest token',
  'registry.plans': 'who made and approved it, by handle, and the subject in whose name it goes on',
  'registry.previews': 'who made the link, by handle',
  'registry.proposals': 'who proposed and closed it, by handle and subject',
  'registry.rehearsals': 'who had it rehearsed, by handle',
  'registry.release_events': 'who withdrew or restored a release, by handle',
  'registry.releases': 'who published it, by handle',
  'registry.revisions': 'who made it live and approved it, by handle',
  'registry.team_members': 'the subject of a member, and who added it, by handle',
  'registry.teams': 'who made it, by handle',
  'registry.tokens': 'the subject of its holder, and who made it, by handle',
  'registry.webhook_messages': 'what happened and who did it, by handle',
  'registry.webhooks': 'who made it, by handle',
};
const NAMES_A_PERSON = ['sub', 'subject', 'subject_hash', 'email', 'member', 'account_id', 'actor', 'mail', 'signup_id', 'message_id'];
/** In the registry by the subject of their account, or by the handle that stands beside what they do. */
const NAMES_A_RELEASE_MANAGER = [
  'holder',
  'handle',
  'added_by',
  'approved_by',
  'closed_by',
  'created_by',
  'locked_by',
  // Of a message to a webhook.
  'payload',
  'principal',
  'proposed_by',
  'published_by',
];

it('every table that names an account is in the export of its owner, or says why it is not', async () => {
  const identity = await createTestIdentity();
  await migrateApi(identity.database);
  await migrateRegistry(identity.database);
  const { rows } = await identity.database.db.execute<{ name: string }>(sql`
    select distinct table_schema || '.' || table_name as name from information_schema.columns
    where table_schema in ('api', 'identity', 'platform', 'registry') and column_name in ${[...NAMES_A_PERSON, ...NAMES_A_RELEASE_MANAGER]} order by 1`);
  await identity.close();
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(EXPORTED).sort());
});
