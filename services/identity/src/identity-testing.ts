/** For tests only: the real provider on a real database, and what a site and its visitors ask of it. */
import type { Database } from '@site/platform/database';
import { type Logger, silentLogger } from '@site/platform/logging';
import { migrate } from '@site/platform/migrate';
import { platformMigrations } from '@site/platform/platform-migrations';
import type { Mail } from '@site/platform/mail';
import { createTestDatabase, createTestServer } from '@site/platform/testing';
import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { createAccountRepository } from './accounts/account.repository';
import { firstLock } from './accounts/lockout';
import { askedTwice } from './accounts/mailed-code';
import { resetAnswer } from './accounts/password-reset';
import { authorizeRequest, createTestBrowser, type TestPage } from './browser-testing';
import { IDENTITY_PREFIX, type IdentityConfig, parseIdentityConfig } from './config';
import { hashSecret } from './crypto/secret-hash';
import { createIdentityContext, type IdentityContext } from './identity-context';
import type { MemberRecord } from './member-record';
import { identityMigrations } from './migrate-identity';
import { identityPlugin } from './plugin';
import { present } from './present';
import { type Account, account } from './tables';

export { authorizeRequest, createTestBrowser, type TestBrowser, type TestPage } from './browser-testing';

// With checks that cost nothing, nothing has to be waited for.
Object.assign(resetAnswer, { afterMs: 0 });
// What a test asks for again it wants again, also at the same moment, at which PostgreSQL may see one request before the other.
Object.assign(askedTwice, { withinSeconds: -60 });
// A lock stands until its test ends: a busy machine may take longer than four seconds to check passwords.
Object.assign(firstLock, { seconds: 900 });

export const MIGRATIONS = [platformMigrations, identityMigrations];

export interface TestIdentity {
  app: FastifyInstance;
  /** Every route that the service registered, as method and address below its prefix. */
  routes: string[];
  context: IdentityContext;
  config: IdentityConfig;
  database: Database;
  /** A confirmed account. */
  addAccount(fields: Partial<Account> & { email: string; password?: string }): Promise<Account>;
  /** Puts a group into the table behind the back of the administration. */
  setGroups(email: string, groups: string[]): Promise<unknown>;
  /** Mails queued so far, oldest first. */
  mails(): Promise<Mail[]>;
  close(): Promise<void>;
}

export async function createTestIdentity(
  env: Record<string, string> = {},
  database?: Database,
  logger: Logger = silentLogger(),
  members?: MemberRecord,
): Promise<TestIdentity> {
  if (database) for (const one of MIGRATIONS) await migrate(database, one);
  const opened = database ?? (await createTestDatabase({ migrations: MIGRATIONS }));
  // Passwords are checked hundreds of times; what a check costs is the matter of the tests of secret-hash.ts.
  const cheap = env.NODE_ENV === 'production' ? {} : { IDENTITY_HASH_COST: '4' };
  const config = parseIdentityConfig({ IDENTITY_FORM_POSTS_PER_MINUTE: '100000', ...cheap, ...env });
  const app = createTestServer({ logger });
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one} ${url.replace(IDENTITY_PREFIX, '') || '/'}`);
  });
  await app.register(identityPlugin, { prefix: IDENTITY_PREFIX, database: opened, config, ...(members && { members }) });
  await app.ready();

  return {
    app,
    routes,
    config,
    database: opened,
    context: await createIdentityContext(opened, config),
    async addAccount({ password, ...fields }) {
      const passwordHash = password === undefined ? null : await hashSecret(password, config.hashCost);
      const confirmed = { fullName: 'Ada Lovelace', phone: '+12125550100', status: 'CONFIRMED', emailVerified: true } as const;
      return present(await createAccountRepository(opened.db).insert({ ...confirmed, passwordHash, ...fields }), 'room for this account');
    },
    setGroups: (email, groups) => opened.db.update(account).set({ groups }).where(eq(account.email, email)),
    async mails() {
      const { rows } = await opened.db.execute<{ mail: Mail }>(sql`select mail from platform.outbox order by created_at`);
      return rows.map((row) => row.mail);
    },
    async close() {
      await app.close();
      if (!database) await opened.close();
    },
  };
}

/** The options of WebAuthn that a page carries. */
export function ceremonyOf({ text }: TestPage) {
  const [, options = ''] = /data-options="([^"]*)"/.exec(text) ?? [];
  const { challenge, allowCredentials } = JSON.parse(options.replaceAll('&quot;', '"')) as {
    challenge: string;
    allowCredentials?: { id: string }[];
  };
  return { challenge, allowCredentials };
}

export interface Tokens {
  access_token: string;
  id_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: string;
}

/** Posts to an OAuth endpoint. */
export const postForm = (app: FastifyInstance, path: string, form: Record<string, string>) =>
  app.inject({
    method: 'POST',
    url: IDENTITY_PREFIX + path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });

/** Calls an operation of the Cognito wire. */
export const callCognito = (app: FastifyInstance, target: string, body: unknown) =>
  app.inject({
    method: 'POST',
    url: `${IDENTITY_PREFIX}/`,
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
    payload: JSON.stringify(body),
  });

/** The way through: password, code, tokens. */
export async function signInWithPassword({ app, config }: TestIdentity, email: string, password: string, browser = createTestBrowser(app)) {
  const { url, verifier } = authorizeRequest(config);
  const returned = await browser.submit(await browser.open(url), { email, password });
  return { browser, returned, tokens: await exchange(app, config, returned.url, verifier) };
}

export async function exchange(app: FastifyInstance, config: IdentityConfig, returnedTo: string, verifier: string): Promise<Tokens> {
  const answer = await postForm(app, '/oauth2/token', {
    grant_type: 'authorization_code',
    client_id: config.clientId,
    redirect_uri: present(config.redirectUris[0], 'return address'),
    code: new URL(returnedTo).searchParams.get('code') ?? '',
    code_verifier: verifier,
  });
  return answer.json<Tokens>();
}
