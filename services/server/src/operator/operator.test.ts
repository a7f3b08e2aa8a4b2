import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestIdentity } from '@site/identity/identity-testing';
import { revokeEverybody } from '@site/identity/revoke-account';
import { reseal } from '@site/identity/reseal';
import { readSecurityLog } from '@site/identity/security/security-log';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { platformError } from '@site/platform/errors';
import { migratePlatform } from '@site/platform/platform-migrations';
import { createTestDatabase } from '@site/platform/testing';
import { migrateRegistry } from '@site/registry/migrations';
import { findToken } from '@site/registry/tokens/token.repository';
import { startTestUserPool } from '../cognito/test-user-pool';
import type { Installation } from './run-command';
import { answerCommand, operator } from './operator-cli';

jest.setTimeout(300_000);

type Open = Installation & { addConfirmed(email: string): Promise<void>; close(): Promise<void> };

async function embedded(): Promise<Open> {
  const identity = await createTestIdentity();
  return {
    database: identity.database,
    identityAdmin: createIdentityAdmin(identity.context),
    readSecurityLog: (which) => readSecurityLog(identity.database.db, which),
    reseal: () => reseal(identity.context),
    endAllSignIns: () => revokeEverybody(identity.database),
    addConfirmed: async (email) => void (await identity.addAccount({ email, password: 'analytical engine' })),
    close: () => identity.close(),
  };
}

async function cognito(): Promise<Open> {
  const users = await startTestUserPool();
  const database = await createTestDatabase();
  await migratePlatform(database);
  return {
    database,
    identityAdmin: users.identityAdmin(database),
    readSecurityLog: null,
    reseal: null,
    endAllSignIns: null,
    addConfirmed: async (email) => void users.fake.addUser(email),
    close: async () => {
      await users.stop();
      await database.close();
    },
  };
}

describe.each([
  [
    'the embedded provider',
    embedded,
    /^\S+Z\tgroups-changed\tlog@example\.com\tadministrator\t-\t-\tstaff$/,
    /^The only seal is that of the secret [0-9a-f]{8} now; 0 were made anew\. No other secret is needed for it\.$/,
    ['have it with the next request', 'from the next request on.'],
  ],
  [
    'a user pool',
    cognito,
    /^Amazon Cognito keeps the security log of its accounts\. See AWS CloudTrail\.$/,
    /^Amazon Cognito keeps what the embedded provider would seal\.$/,
    ['have it after their next refresh', 'is good until it expires, except at the registry.'],
  ],
])('on %s, the operator', (_name, open, happened, resealed, [gains, loses]) => {
  let site: Open;
  const run = (line: string) => answerCommand(line.split(' '), site);
  const told = async (line: string) => (await run(line)).text;
  const issue = async (line: string) => (await told(`issue-token ${line}`)).split('\n')[0] ?? '';

  beforeAll(async () => {
    site = await open();
    await migrateRegistry(site.database);
    for (const name of ['ada', 'grace', 'leaver', 'locked']) await site.addConfirmed(`${name}@example.com`);
  });
  afterAll(() => site.close());

  it('reads what happened to accounts, of one or of all, or is told where it is kept', async () => {
    await site.addConfirmed('log@example.com');
    await run('add log@example.com staff');
    expect(await told('security --of log@example.com')).toMatch(happened);
    expect(await told('security --last 1')).toMatch(happened);
  });

  it('seals anew what is at rest, or is told where it is kept', async () => {
    expect(await told('reseal')).toMatch(resealed);
    expect(await told('sign-out-everybody')).toMatch(
      /^0 sign-ins have ended, .* See: npm run operator -- tokens$|^Sessions are those of the user pool/,
    );
  });

  it('invites a person, once more if the mail was lost, and then makes staff of the account', async () => {
    const invitation = ['invite', 'new@example.com', '--name', 'New Staff', '--phone', '+12125550177'];
    for (let time = 0; time < 2; time++)
      expect(await answerCommand(invitation, site)).toEqual({
        exitCode: 0,
        text: 'new@example.com gets a mail with a temporary password.',
      });
    expect((await run('add New@Example.com staff')).exitCode).toBe(0);
    expect(await told('people')).toContain('new@example.com\tstaff\tinvited\tNew Staff');
    expect(await told('add new@example.com staff')).toBe('new@example.com is in staff already.');
  });

  it('reads names that were written before control characters were refused without being steered by them', async () => {
    const invite = { email: 'steering@example.com', fullName: 'Eve\u009b2J\tEve', phone: '+12125550179' };
    const { username } = await site.identityAdmin.createUser(invite);
    await site.identityAdmin.changeGroups(username, { add: ['staff'] });
    expect(await told('people')).toContain('steering@example.com\tstaff\tinvited\tEve\\u009b2J\\u0009Eve');
  });

  it('makes the first accounts of an installation, their groups too, by one command each', async () => {
    const first = (groups: string) =>
      answerCommand(['invite', 'first@example.com', '--name', 'First One', '--phone', '+12125550178', '--groups', groups], site);
    expect(await first('staff,release-manager')).toEqual({
      exitCode: 0,
      text: 'first@example.com gets a mail with a temporary password, and is in staff and release-manager.',
    });
    expect((await first('staff')).text).toContain('is in release-manager and staff');
    expect(await told('people')).toContain('first@example.com\trelease-manager staff\tinvited\tFirst One');
  });

  it('adds a group to those that a person has, and takes only the named one away', async () => {
    expect(await told('add grace@example.com staff')).toContain(gains);
    await run('add grace@example.com release-manager');
    expect((await site.identityAdmin.findUserByEmail('grace@example.com'))?.groups).toEqual(['release-manager', 'staff']);
    await run('remove grace@example.com staff');
    expect(await told('people')).toContain('grace@example.com\trelease-manager\tactive\tAda Lovelace');
    expect(await told('remove grace@example.com release-manager')).toContain(loses);
    expect(await told('people')).not.toContain('grace@example.com');
  });

  it('gives a release manager one token to promote with, which the next one replaces', async () => {
    await run('add ada@example.com release-manager');
    const first = await issue('ada@example.com --as ada');
    const everywhere = { name: 'ada', verbs: ['promote'], environments: ['*'], createdBy: 'operator', state: 'valid' };
    expect(await findToken(site.database.db, first)).toMatchObject({ ...everywhere, parts: ['*'] });
    const second = await issue('ada@example.com --as ada --remotes shell,mf-elevate --days 1');
    expect((await findToken(site.database.db, first))?.state).toBe('revoked');
    expect(await findToken(site.database.db, second)).toMatchObject({ ...everywhere, parts: ['shell', 'mf-elevate'] });
    const list = await told('tokens');
    expect(list).toMatch(/^ada\tpromote\tshell mf-elevate\tuntil \d{4}-\d\d-\d\d\tada@example.com$/m);
    expect(list).not.toContain(second);
    const { rows } = await site.database.query<{ all: string }>('select json_agg(t)::text as all from registry.tokens t');
    expect(rows[0]?.all).not.toContain(second);
  });

  it('lists tokens with what has become of their holders', async () => {
    await site.addConfirmed('held@example.com');
    await run('add held@example.com release-manager');
    await issue('held@example.com --as held');
    const { username } = (await site.identityAdmin.findUserByEmail('held@example.com')) ?? { username: '' };
    const holder = async () => /^held\t.*\t(.*)$/m.exec(await told('tokens'))?.[1];
    expect(await holder()).toBe('held@example.com');
    await site.identityAdmin.changeGroups(username, { remove: ['release-manager'] });
    expect(await holder()).toBe('held@example.com, who is in release-manager no more');
    await site.identityAdmin.disable(username);
    expect(await holder()).toBe('held@example.com, who is disabled');
    await site.identityAdmin.deleteUser(username);
    expect(await holder()).toBe('a deleted account');
  });

  it('revokes a token by its name, and notes it in the audit without the address of anybody', async () => {
    await run('add ada@example.com release-manager');
    const token = await issue('ada@example.com --as audited');
    expect(await run('revoke-token audited')).toEqual({ exitCode: 0, text: 'The token audited is revoked.' });
    expect((await findToken(site.database.db, token))?.state).toBe('revoked');
    const { rows } = await site.database.query<{ action: string; all: string }>(
      `select action, row_to_json(a)::text as all from registry.audit a where subject = 'audited' order by id`,
    );
    expect(rows.map(({ action }) => action)).toEqual(['issue-token', 'revoke-token']);
    expect(rows.map(({ all }) => all).join()).not.toContain('ada@example.com');
  });

  it.each([
    ['leaves release-manager', 'remove leaver@example.com release-manager'],
    ['is disabled', 'disable leaver@example.com'],
  ])('takes the token from whoever %s', async (_case, leaving) => {
    await run('enable leaver@example.com');
    await run('add leaver@example.com release-manager');
    const token = await issue('leaver@example.com --as leaver');
    expect(await told(leaving)).toContain('The token leaver is revoked.');
    expect((await findToken(site.database.db, token))?.state).toBe('revoked');
  });

  it('gives no group back that is taken away at the same time', async () => {
    await site.addConfirmed('both@example.com');
    await run('add both@example.com release-manager');
    let lookedUp = 0;
    let goOn = (): void => undefined;
    const bothLookedUp = new Promise<void>((resolve) => (goOn = resolve));
    const findUserByEmail = async (email: string) => {
      const user = await site.identityAdmin.findUserByEmail(email);
      if ((lookedUp += 1) === 2) goOn();
      await bothLookedUp;
      return user;
    };
    const meanwhile = { ...site, identityAdmin: { ...site.identityAdmin, findUserByEmail } };
    const lines = ['remove both@example.com release-manager', 'add both@example.com staff'];
    const answers = await Promise.all(lines.map((line) => answerCommand(line.split(' '), meanwhile)));
    expect(answers.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect((await site.identityAdmin.findUserByEmail('both@example.com'))?.groups).toEqual(['staff']);
  });

  it('ends access with the second try where the first failed midway', async () => {
    await site.addConfirmed('twice@example.com');
    await run('add twice@example.com release-manager');
    const token = await issue('twice@example.com --as twice');
    const line = 'remove twice@example.com release-manager';
    const failing = { ...site.database, transaction: () => Promise.reject(new Error('the database went away')) };
    await expect(answerCommand(line.split(' '), { ...site, database: failing })).rejects.toThrow('went away');
    expect(await run(line)).toEqual({ exitCode: 0, text: expect.stringContaining('The token twice is revoked.') });
    expect((await findToken(site.database.db, token))?.state).toBe('revoked');
    expect(await run(line)).toEqual({ exitCode: 1, text: 'twice@example.com is not in release-manager.' });
  });

  it('refuses in one sentence what cannot be done', async () => {
    await run('add locked@example.com release-manager');
    await run('add ada@example.com release-manager');
    await run('issue-token ada@example.com --as taken');
    const refusals = {
      'add nobody@example.com staff':
        'There is no account of nobody@example.com. First: npm run operator -- invite nobody@example.com --name "<full name>" --phone <number>',
      'remove locked@example.com staff': 'locked@example.com is not in staff.',
      'invite ada@example.com --name Ada --phone +12125550100': 'ada@example.com has an account already.',
      'invite ada@example.com --name Ada --phone +12125550100 --groups staff':
        'ada@example.com has an account already. See: npm run operator -- add ada@example.com <group>',
      'issue-token grace@example.com --as grace':
        'grace@example.com is no release manager. First: npm run operator -- add grace@example.com release-manager',
      'issue-token locked@example.com --as taken': 'Another token, or a person, is named taken. Choose another name.',
      'revoke-token unknown': 'There is no valid token named unknown.',
    };
    for (const [line, text] of Object.entries(refusals)) expect([line, await run(line)]).toEqual([line, { exitCode: 1, text }]);
    await run('disable locked@example.com');
    expect(await told('people')).toContain('locked@example.com\trelease-manager\tdisabled');
    expect(await run('issue-token locked@example.com --as locked')).toEqual({
      exitCode: 1,
      text: 'The account of locked@example.com is disabled.',
    });
    expect((await run('invite locked@example.com --name Ada --phone +12125550100')).text).toBe(
      'locked@example.com has an account, which is disabled. See: npm run operator -- enable locked@example.com',
    );
  });

  it('gives no token to somebody new under the name of somebody else’s', async () => {
    await site.database.query(
      `insert into registry.tokens (id, name, sha256, verbs, parts, environments, created_by)
       values (gen_random_uuid(), 'local-promote', 'x', '{promote}', '{*}', '{*}', 'registry')`,
    );
    await run('add ada@example.com release-manager');
    expect(await run('issue-token ada@example.com --as local-promote')).toMatchObject({ exitCode: 1 });
    expect(await told('tokens')).toContain('local-promote\tpromote\tall remotes\tfor good\tnobody’s own');
  });
});

describe('the command line', () => {
  it('explains itself', async () => {
    const { exitCode, text } = await operator(['--help'], {});
    expect(exitCode).toBe(0);
    expect(text).toContain('  issue-token <email> --as <name> [--remotes <shell,mf-...>] [--days <number>]\n');
  });

  it.each([
    ['', 'operator <command>'],
    ['promote', "'promote' is no command. See: operator --help"],
    ['add ada@example.com', 'Write it as: operator add <email> <group>'],
    ['add ada staff', 'Enter a valid email address: email. Write it as: operator add <email> <group>'],
    ['add ada@example.com admin', 'A group is one of staff, release-manager: group. Write it as: operator add <email> <group>'],
    ['people all', 'Write it as: operator people'],
    [
      'invite ada@example.com --name Ada',
      'Write it as: operator invite <email> --name "<full name>" --phone <number> [--groups <group,...>]',
    ],
    ['invite ada@example.com --name Ada --phone +12125550100 --groups staff,admin', 'A group is one of staff, release-manager: --groups.'],
    ['invite ada@example.com --name Ada --phone 12', 'Enter a full phone number starting with a plus sign: --phone.'],
    ['issue-token ada@example.com --as a/b', 'A name has up to 40 letters, digits, dots and dashes, with a letter or digit first: --as.'],
    ['issue-token ada@example.com --as ada --days 0', '--days is 1 to 365: --days.'],
    ['issue-token ada@example.com --as ada --remotes elevate', "a release is named 'shell' or mf-<name>: --remotes."],
    ['people --force', '--force is no option. Write it as: operator people'],
    ['people -f', '-f is no option. Write it as: operator people'],
    ['issue-token ada@example.com --as', '--as has no value. Write it as: operator issue-token <email> --as <name>'],
    ['issue-token ada@example.com --as --days 1', '--as has no value.'],
  ])('does not understand "%s"', async (line, text) => {
    const answer = await operator(line.split(' ').filter(Boolean), { DATA_DIR: '/nowhere' });
    expect(answer).toEqual({ exitCode: 2, text: expect.stringContaining(text) });
  });

  it('is named as it was typed, by npm or without', async () => {
    const told = async (argv: string[], env = {}) => (await operator(argv, { DATA_DIR: '/nowhere', ...env })).text;
    const npm = { npm_lifecycle_event: 'operator' };
    expect(await told(['promote'], npm)).toBe("'promote' is no command. See: npm run operator -- --help");
    expect(await told(['people', '--foo'], npm)).toBe('--foo is no option. Write it as: npm run operator -- people');
    expect(await told(['--help'], npm)).toMatch(/^npm run operator -- <command> /);
    expect(await told(['--help'])).toMatch(/^operator <command> /);
  });

  it('names a setting that it cannot use', async () => {
    expect(await operator(['people'], { DATABASE_URL: 'mysql://x' })).toEqual({
      exitCode: 2,
      text: expect.stringContaining('DATABASE_URL cannot be used'),
    });
  });

  it('says that the database does not answer', async () => {
    expect(await operator(['people'], { DATABASE_URL: 'postgres://site@127.0.0.1:1/site' })).toEqual({
      exitCode: 1,
      text: 'The database of DATABASE_URL does not answer.',
    });
  });

  it('tells what a dependency answers', async () => {
    const identityAdmin = { findUserByEmail: () => Promise.reject(platformError('service-unavailable')) } as never;
    const answer = await answerCommand(['enable', 'ada@example.com'], {
      database: null as never,
      identityAdmin,
      readSecurityLog: null,
      reseal: null,
      endAllSignIns: null,
    });
    expect(answer).toEqual({ exitCode: 1, text: platformError('service-unavailable').message });
  });
});
