import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import { createFailingQueries, type FailingQueries } from '@site/platform/testing/failing-queries';
import type { LightMyRequestResponse } from 'fastify';
import { createUpstream } from './federation/upstream-testing';
import { deleteExpired } from './housekeeping';
import { authorizeRequest, callCognito, createTestBrowser, createTestIdentity, postForm, type TestIdentity } from './identity-testing';
import { createIdentityAdmin } from './local-identity-admin';
import { MARK, offeredRoutes, PHONE, routeCases, type Prepare } from './routes-testing';

jest.setTimeout(300_000);
// The provider that plays the foreign one keeps its defaults, and says so at length.
for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation(() => undefined);

/** Answered without a query. */
const READS_NOTHING = [
  'GET /assets/:style',
  'OPTIONS /',
  'OPTIONS /*',
  '/.well-known/openid-configuration',
  '/.well-known/jwks.json',
  'GetId',
  'GetCredentialsForIdentity',
];

const upstream = createUpstream();
let identity: TestIdentity;
let cases: Record<string, Prepare>;
let queries: FailingQueries;
let requests: { method: string; path: string; operation: string }[] = [];
const secrets = new Set<string>();
let logged = '';
const logger = createLogger({ level: 'trace', destination: { write: (line) => void (logged += line) } });

beforeAll(async () => {
  identity = await createTestIdentity({ IDENTITY_SECOND_FACTOR: 'required', ...(await upstream.start('LinkedIn')) }, undefined, logger);
  cases = routeCases(identity, upstream);
  watchRequests();
});
beforeEach(() => {
  logged = '';
  queries = createFailingQueries();
});
afterEach(() => queries.restore());
afterAll(async () => {
  await identity.close();
  await upstream.stop();
});

/** Collects which requests come, and what in their answers nobody else may know. */
function watchRequests(): void {
  const inject = identity.app.inject.bind(identity.app) as (options: object | string) => Promise<LightMyRequestResponse>;
  jest.spyOn(identity.app, 'inject').mockImplementation((async (options: object | string) => {
    const {
      method = 'GET',
      url,
      headers = {},
    } = (typeof options === 'string' ? { url: options } : options) as {
      method?: string;
      url: string;
      headers?: Record<string, string>;
    };
    const [path = ''] = url.replace('/_idp', '').split('?');
    requests.push({ method, path, operation: headers['x-amz-target']?.split('.')[1] ?? '' });
    const answer = await inject(options);
    for (const { value } of answer.cookies) secrets.add(value);
    const told = `${String(answer.headers.location)} ${answer.body}`;
    for (const [, value = ''] of told.matchAll(/(?:code=|csrf" value="|(?:[Tt]oken|SecretKey)": ?")([\w.+/-]+)/g)) secrets.add(value);
    return answer;
  }) as never);
}

function expectNobodyLogged(): void {
  expect(new RegExp(`.{0,80}(${MARK}|${PHONE.slice(1)}|your [\\w ]*code)`, 'i').exec(logged)?.[0]).toBeUndefined();
  expect([...secrets].filter((secret) => secret.length > 8 && logged.includes(secret))).toEqual([]);
}

/** Whether a request is one of those that a name of {@link offeredRoutes} stands for. */
function isTo(name: string, { method, path, operation }: (typeof requests)[number]): boolean {
  const [wanted, pattern] = name.includes(' ') ? (name.split(' ') as [string, string]) : [method, name];
  const expression = pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+');
  return operation === name || (method === wanted && new RegExp(`^${expression}$`).test(path));
}

/**
 * What turns a failure into an answer and a line: the hosted pages, the OpenID provider, or Cognito's wire. The same statement fails once in each,
 * and in each route at least one: a sign-in that is made ready for every statement of every route would take most of the time of all tests here.
 */
function answererOf(name: string): 'page' | 'protocol' | 'wire' {
  if (name.includes(' ')) return 'page';
  return name.startsWith('/') ? 'protocol' : 'wire';
}

describe('when a query fails, the logs name the statement, but neither a person nor a secret', () => {
  it('in every route', async () => {
    expect(Object.keys(cases).sort()).toEqual(await offeredRoutes(identity));
    const untouched: string[] = [];
    const failed = new Set<string>();
    for (const [name, prepare] of Object.entries(cases)) {
      const send = await prepare();
      requests = [];
      let status = 0;
      const texts = await queries.textsOf(async () => ({ status } = await send()));
      expect([name, isTo(name, requests[0]!), status < 400]).toEqual([name, true, true]);
      if (texts.length === 0) untouched.push(name);
      const keyOf = (text: string) => `${answererOf(name)} ${text}`;
      const isNew = (text: string) => !failed.has(keyOf(text));
      let failures = 0;
      for (const text of new Set(texts.some(isNew) ? texts.filter(isNew) : texts.slice(0, 1))) {
        // What an answer does not wait for may come too late to be seen here.
        if (!(await queries.failText(text, await prepare()))) continue;
        failures += 1;
        failed.add(keyOf(text));
      }
      expect([name, failures > 0]).toEqual([name, texts.length > 0]);
    }
    expect(logged).toContain('"statement":');
    expect(secrets.size).toBeGreaterThan(100);
    expectNobodyLogged();
    expect(untouched).toEqual(READS_NOTHING);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'an invitation',
      () => {
        const user = { email: `${MARK}.${Math.random()}@example.com`, fullName: MARK, phone: PHONE };
        return createIdentityAdmin(identity.context).createUser(user);
      },
    ],
    ['housekeeping', () => deleteExpired(identity.database)],
  ])('in %s', async (_name, run) => {
    // What a direct call throws is logged by its caller.
    const failures = await queries.failEach(() => run().catch((err: Error) => logger.error({ err })));
    expect(failures).toBeGreaterThan(0);
    expect(logged).toContain('"statement":');
    expectNobodyLogged();
  });
});

describe('while the database is away', () => {
  it.each<[string, () => Promise<{ status: number; headers: LightMyRequestResponse['headers'] }>]>([
    ['a sign-in with a password', () => createTestBrowser(identity.app).open(authorizeRequest(identity.config).url)],
    [
      'an exchange of tokens',
      async () => {
        const form = { grant_type: 'refresh_token', client_id: identity.config.clientId, refresh_token: MARK };
        const { statusCode: status, headers } = await postForm(identity.app, '/oauth2/token', form);
        return { status, headers };
      },
    ],
    [
      'a refresh over the wire of Cognito',
      async () => {
        const body = { ClientId: identity.config.clientId, RefreshToken: MARK };
        const operation = 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken';
        const { statusCode: status, headers } = await callCognito(identity.app, operation, body);
        return { status, headers };
      },
    ],
  ])('%s is answered with 503 and when to come back, and logged with the id of its request', async (_name, call) => {
    queries.restore();
    queries = createFailingQueries(() => Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }));
    await queries.failAt(1, async () => {
      const { status, headers } = await call();
      expect([status, headers['retry-after']]).toEqual([503, '2']);
      const lines = logged.split('\n').flatMap((line) => (line ? [JSON.parse(line) as { err?: object; reqId?: string }] : []));
      expect(new Set(lines.flatMap(({ err, reqId }) => (err ? [reqId] : [])))).toEqual(new Set([headers['x-request-id']]));
    });
  });
});
