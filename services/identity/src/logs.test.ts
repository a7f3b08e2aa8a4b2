import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import { createFailingQueries, type FailingQueries } from '@site/platform/testing/failing-queries';
import type { LightMyRequestResponse } from 'fastify';
import { createIdentityAdmin } from './local-identity-admin';
import { authorizeRequest, callCognito, createTestBrowser, createTestIdentity, postForm, type TestIdentity } from './identity-testing';
import { deleteExpired } from './housekeeping';

/** Whatever a person typed, owns or is known by carries this. */
const MARK = 'swordfish';
const EMAIL = `${MARK}@example.com`;
const PASSWORD = `${MARK} pass-word`;

let identity: TestIdentity;
let queries: FailingQueries;
let logged = '';
const logger = createLogger({ destination: { write: (line) => void (logged += line) } });

beforeAll(async () => {
  identity = await createTestIdentity({}, undefined, logger);
  await identity.addAccount({ email: EMAIL, fullName: MARK, phone: '+12025550173', password: PASSWORD });
});
beforeEach(() => {
  logged = '';
  queries = createFailingQueries();
});
afterEach(() => queries.restore());
afterAll(() => identity.close());

const flows: Record<string, () => Promise<unknown>> = {
  'a sign-in with a password': async () => {
    const browser = createTestBrowser(identity.app);
    const { url } = authorizeRequest(identity.config, { login_hint: EMAIL, state: MARK });
    await browser.submit(await browser.open(url), { email: EMAIL, password: PASSWORD });
  },
  'a forgotten password': async () => {
    await identity.database.query('delete from identity.failed_attempts');
    const browser = createTestBrowser(identity.app);
    const page = await browser.open(authorizeRequest(identity.config).url);
    const [, forgot = ''] = /href="([^"]*forgot[^"]*)"/.exec(page.text) ?? [];
    const code = await browser.submit(await browser.open(new URL(forgot, page.url).href), { email: EMAIL });
    await browser.submit(code, { code: MARK, newPassword: PASSWORD, repeatPassword: PASSWORD });
  },
  'an exchange of tokens': () =>
    postForm(identity.app, '/oauth2/token', { grant_type: 'refresh_token', client_id: identity.config.clientId, refresh_token: MARK }),
  'a revocation': () => postForm(identity.app, '/oauth2/revoke', { client_id: identity.config.clientId, token: MARK }),
  'a refresh over the wire of Cognito': () =>
    callCognito(identity.app, 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken', {
      ClientId: identity.config.clientId,
      RefreshToken: MARK,
    }),
  'an invitation': () => {
    const user = { email: `${MARK}.${Math.random()}@example.com`, fullName: MARK, phone: '+12025550173' };
    return createIdentityAdmin(identity.context).createUser(user);
  },
  housekeeping: () => deleteExpired(identity.database),
};

describe('when a query fails, the logs name the statement and nobody', () => {
  it.each(Object.keys(flows))('in %s', async (name) => {
    const flow = flows[name] as () => Promise<unknown>;
    // A page that failed has no form to go on with, which the test's own browser says. What a direct call throws is logged by its caller.
    const failures = await queries.failEach(() => flow().catch((err: Error) => err.message.startsWith('No form') || logger.error({ err })));
    expect(failures).toBeGreaterThan(0);
    expect(logged).toContain('"statement":');
    expect(logged.match(new RegExp(`.{0,80}(${MARK}|2025550173|your [\\w ]*code)`, 'i'))?.[0]).toBeUndefined();
  });
});

describe('while the database is away', () => {
  it.each(['a sign-in with a password', 'an exchange of tokens', 'a refresh over the wire of Cognito'])(
    '%s is answered with 503 and when to come back',
    async (name) => {
      queries.restore();
      queries = createFailingQueries(() => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
      let answer: { status: number; headers: Record<string, unknown> } | undefined;
      await queries.failAt(1, async () => {
        if (name.startsWith('a sign-in')) {
          answer = await createTestBrowser(identity.app).open(authorizeRequest(identity.config).url);
        } else {
          const { statusCode, headers } = (await flows[name]?.()) as LightMyRequestResponse;
          answer = { status: statusCode, headers };
        }
      });
      expect([answer?.status, answer?.headers['retry-after']]).toEqual([503, '2']);
    },
  );
});
