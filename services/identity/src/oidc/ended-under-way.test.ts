/** A sign-in that is ended while a request goes on with it is ended whole, before whichever statement of the request that happens. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import type { Database } from '@site/platform/database';
import { sql } from 'drizzle-orm';
import { changePassword } from '../accounts/passwords';
import { createTotpSecret, totpCode } from '../crypto/totp';
import {
  authorizeRequest,
  createTestBrowser,
  createTestIdentity,
  exchange,
  postForm,
  signInWithPassword,
  type TestBrowser,
  type TestIdentity,
  type Tokens,
} from '../identity-testing';
import { present } from '../present';
import { revokeAccount } from '../revoke-account';
import { readSecurityLog } from '../security/security-log';
import { endOtherSessions, endSession, listSessions } from '../sessions/session.repository';
import { type Interruption, interruptStatements } from '../statement-testing';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

let identity: TestIdentity;
let database: Database;
let counter = 0;
let interruption: Interruption;

beforeAll(async () => {
  identity = await createTestIdentity();
  ({ database } = identity);
  interruption = interruptStatements(database);
});
afterAll(() => identity.close());

interface SignedIn {
  browser: TestBrowser;
  tokens: Tokens;
}

/** What goes on with a sign-in: made ready first, and asked for by the function that it answers with. */
const REQUESTS = {
  'its tokens are renewed': async ({ tokens: { refresh_token } }: SignedIn) => {
    return () =>
      postForm(identity.app, '/oauth2/token', { grant_type: 'refresh_token', client_id: identity.config.clientId, refresh_token });
  },
  'another page asks for a code with it': async ({ browser }: SignedIn) => {
    return () => browser.open(authorizeRequest(identity.config).url);
  },
  'another page fetches its tokens': async ({ browser }: SignedIn) => {
    const { url, verifier } = authorizeRequest(identity.config);
    const { url: back } = await browser.open(url);
    return () => exchange(identity.app, identity.config, back, verifier);
  },
};

const ENDS = {
  'all sign-ins of the account': (sub: string) => revokeAccount(database.db, sub),
  'this sign-in': async (sub: string) => endSession(database, sub, (await listSessions(database.db, sub))[0]!.id),
  'all other sign-ins': (sub: string) => endOtherSessions(database, sub, 'another'),
};

const CASES = Object.entries(ENDS).flatMap(([which, end]) =>
  Object.entries(REQUESTS).map(([what, prepare]) => [which, what, end, prepare] as const),
);

it.each(CASES)('%s, while %s', async (_which, _what, end, prepare) => {
  for (let statements = 0, ended = true; ended; statements += 1) {
    const email = `member${(counter += 1)}@example.com`;
    const { sub } = await identity.addAccount({ email, password: PASSWORD });
    const goOn = await prepare(await signInWithPassword(identity, email, PASSWORD));
    interruption.after(statements, () => end(sub));
    await goOn();
    ended = interruption.wasDone();
    if (!ended) await end(sub);
    const { rows } = await database.db.execute(sql`select model from identity.oidc_record where account_id = ${sub}`);
    expect({ statements, rows }).toEqual({ statements, rows: [] });
    expect(await listSessions(database.db, sub)).toEqual([]);
  }
});

it.each(['the password', 'the code of an app'])(
  'a change of the password, before a sign-in with the old one has ended, while it sends %s',
  async (sent) => {
    const isCode = sent !== 'the password';
    for (let statements = 0, changed = true; changed; statements += 1) {
      const email = `member${(counter += 1)}@example.com`;
      const [sub, secret] = [randomUUID(), createTotpSecret()];
      const app = { totpEnabled: true, totpSecret: identity.context.keyring.seal(secret, `totp:${sub}`) };
      const account = await identity.addAccount({ sub, email, password: PASSWORD, ...(isCode && app) });
      const browser = createTestBrowser(identity.app);
      const first = await browser.open(authorizeRequest(identity.config).url);
      const page = isCode ? await browser.submit(first, { email, password: PASSWORD }) : first;
      let hasEnded: boolean | undefined;
      interruption.after(statements, async () => {
        hasEnded = (await readSecurityLog(database.db, { sub, limit: 10 })).length > 0;
        await changePassword(identity.context, account, 'difference engine');
      });
      await browser.submit(page, isCode ? { code: totpCode(secret, Date.now()) } : { email, password: PASSWORD });
      changed = interruption.wasDone() && !present(hasEnded, 'whether the sign-in has ended');
      if (changed) expect({ statements, sessions: await listSessions(database.db, sub) }).toEqual({ statements, sessions: [] });
    }
  },
);
