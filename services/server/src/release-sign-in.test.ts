/** `release login` with the embedded identity provider: the command, the provider and the registry, and nobody in between. */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  authorizeRequest,
  createTestBrowser,
  createTestIdentity,
  type TestBrowser,
  type TestIdentity,
} from '@site/identity/identity-testing';
import { findGroupsOfAccount } from '@site/identity/oidc/access-token';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { createTokenVerifier } from '@site/platform/jwt';
import { createTestDatabase, createTestDirectory } from '@site/platform/testing';
import { type Cable, createCable } from '@site/platform/testing/cable';
import { findAgain } from '@site/registry/tokens/find-again';
import { issuePersonalToken } from '@site/registry/tokens/personal-tokens';
import { findToken } from '@site/registry/tokens/token.repository';
import { publish, startTestRegistry, type TestRegistry } from '@site/registry/testing';
import { main } from '@site/release-cli/main';
import { parseServerConfig } from './config';
import { signInOf } from './sign-in';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let cable: Cable;
let identity: TestIdentity;
let registry: TestRegistry;
let address: string;
let subject: string;

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await createTestDirectory();
  // The issuer has to be known before the server listens.
  cable = await createCable();
  const origin = `http://127.0.0.1:${cable.port}`;
  identity = await createTestIdentity({ PUBLIC_URL: origin }, database);
  cable.plugIn(new URL(await identity.app.listen({ host: '127.0.0.1', port: 0 })));
  const config = parseServerConfig({ NODE_ENV: 'test', PUBLIC_ORIGIN: origin, IDENTITY_URL: origin, DATA_DIR: directory.path });
  registry = await startTestRegistry({ database, signIn: signInOf(config, database) });
  address = `${await registry.server.listen({ host: '127.0.0.1', port: 0 })}/registry`;
  for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name: 'shell', version });
  ({ sub: subject } = await identity.addAccount({ email: 'grace@example.com', password: PASSWORD, groups: ['release-manager'] }));
  await identity.addAccount({ email: 'member@example.com', password: PASSWORD });
});
afterAll(async () => {
  await registry.stop();
  await identity.close();
  await cable.close();
  await database.close();
  await directory.remove();
});

let config: string;
let before: NodeJS.ProcessEnv;
let count = 0;
beforeEach(async () => {
  config = join(directory.path, `config-${(count += 1)}`);
  await mkdir(config);
  before = process.env;
  const { RELEASE_TOKEN: _, ...env } = process.env;
  process.env = { ...env, XDG_CONFIG_HOME: config, RELEASE_REGISTRY: address, DATA_DIR: join(config, 'none') };
});
afterEach(() => {
  process.env = before;
});

interface Run {
  code: number;
  out: string;
  err: string;
}

/** Runs the command; `prompted` is called with the address that it prints. */
async function release(args: string[], prompted?: (address: string) => void): Promise<Run> {
  const run: Run = { code: -1, out: '', err: '' };
  const spies = [
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((run.out += String(text)), true)),
    jest.spyOn(console, 'error').mockImplementation((text) => {
      run.err += `${String(text)}\n`;
      const [found] = /^http.*$/m.exec(String(text)) ?? [];
      if (found) prompted?.(found);
    }),
  ];
  try {
    run.code = await main(args);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return run;
}

interface Login {
  email?: string;
  browser?: TestBrowser;
  args?: string[];
}

/** Signs in as a person does: follows the address, types the password, and returns to the command. */
async function login({ email = 'grace@example.com', browser = createTestBrowser(identity.app, originOf()), args = [] }: Login = {}) {
  const { promise: prompt, resolve } = promised<string>();
  const run = release(['login', '--no-browser', '--timeout', '20', ...args], resolve);
  const form = await browser.open(await prompt);
  const back = await browser.submit(form, { email, password: PASSWORD }, 'password');
  const answer = await fetch(back.url);
  return { ...(await run), form, back, page: await answer.text() };
}

const originOf = () => new URL(identity.config.issuer).origin;

function promised<T>() {
  let resolve: (value: T) => void = () => undefined;
  return { promise: new Promise<T>((done) => (resolve = done)), resolve: (value: T) => resolve(value) };
}

const kept = async () => {
  const [file = ''] = await readdir(join(config, 'release-cli'));
  const path = join(config, 'release-cli', file);
  return { path, content: JSON.parse(await readFile(path, 'utf8')) };
};
/** Its access token has ended. */
async function pass() {
  const { path, content } = await kept();
  await writeFile(path, JSON.stringify({ ...content, expiresAt: 0 }));
}

describe('release login', () => {
  it('signs a release manager in, who promotes under the handle that they choose', async () => {
    const { code, out, page, form, back } = await login({ args: ['--handle', 'grace'] });
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^Signed in at .*\ngrace; groups: release-manager\n {2}approver: all; environments: all, by the group release-manager\n {2}releaser: all; /,
      ),
    ]);
    expect(page).toContain('You can close this window');
    // Browsers apply the policy of the form to where it leads in the end.
    expect(form.headers['content-security-policy']).toContain(`form-action 'self' ${new URL(back.url).origin};`);
    const { path, content } = await kept();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(content.refreshToken).toEqual(expect.any(String));
    expect(await release(['promote', 'shell@1.0.0', '--no-wait'])).toMatchObject({ code: 0 });
    expect(JSON.parse((await release(['history', '--json'])).out).revisions[0]).toMatchObject({ createdBy: 'grace' });
  });

  it('lasts longer than an access token, and knows at the next one that a group is lost', async () => {
    await login();
    const { content: first } = await kept();
    await pass();
    expect((await release(['whoami'])).code).toBe(0);
    expect((await kept()).content.refreshToken).not.toBe(first.refreshToken);
    const admin = createIdentityAdmin(identity.context);
    await admin.changeGroups(subject, { remove: ['release-manager'] });
    await pass();
    const lost = await release(['promote', 'shell@1.0.1', '--no-wait']);
    await admin.changeGroups(subject, { add: ['release-manager'] });
    expect(lost).toMatchObject({ code: 5, err: expect.stringContaining('nobody has granted you anything here') });
  });

  it('gives who has no grant nothing, and says so', async () => {
    const { code, out } = await login({ email: 'member@example.com' });
    const nothing = /^account \w{8}\nNobody has granted you anything here\. Ask who manages grants\.\n$/;
    expect([code, out.replace(/^Signed in at .*\n/, '')]).toEqual([0, expect.stringMatching(nothing)]);
    expect(await release(['whoami'])).toMatchObject({ code: 0, out: expect.stringMatching(nothing) });
    expect(await release(['audit'])).toMatchObject({ code: 5, err: expect.stringContaining('nobody has granted you anything here') });
    const { code: chosen, err } = await login({ email: 'member@example.com', args: ['--handle', 'squatter'] });
    expect([chosen, err]).toEqual([5, expect.stringContaining('nobody has granted you anything here')]);
  });

  it('asks for the password also where the browser is signed in: any program could call itself release', async () => {
    const browser = createTestBrowser(identity.app, originOf());
    await browser.submit(await browser.open(authorizeRequest(identity.config).url), { email: 'grace@example.com', password: PASSWORD });
    const { form, code } = await login({ browser });
    expect([form.text, code]).toEqual([expect.stringContaining('type="password"'), 0]);
  });

  it('ends with 9 when the person says no', async () => {
    const { promise: prompt, resolve } = promised<string>();
    const run = release(['login', '--no-browser', '--timeout', '20'], resolve);
    const browser = createTestBrowser(identity.app, originOf());
    const back = await browser.submit(await browser.open(await prompt), {}, 'cancel');
    expect(await (await fetch(back.url)).text()).toContain('The sign-in did not happen.');
    expect(await run).toMatchObject({ code: 9, err: expect.stringContaining('The sign-in did not happen: The sign-in was cancelled.') });
  });

  it('takes no answer but that to its own question', async () => {
    const { promise: prompt, resolve } = promised<string>();
    const run = release(['login', '--no-browser', '--timeout', '20'], resolve);
    const asked = new URL(await prompt);
    const returnTo = asked.searchParams.get('redirect_uri') ?? '';
    for (const wrong of [`${returnTo}?code=stolen&state=another`, `${returnTo}?code=stolen`, returnTo.replace('/callback', '/')])
      expect((await fetch(wrong)).status).toBe(404);
    const right = new URL(`${returnTo}?error=access_denied&state=${asked.searchParams.get('state')}`);
    expect((await fetch(right)).status).toBe(200);
    expect(await run).toMatchObject({ code: 9 });
  });

  it('opens nothing where nobody is at a terminal', async () => {
    expect(await release(['login'])).toMatchObject({ code: 2, err: expect.stringContaining('Nobody is at this terminal.') });
  });
});

describe('release logout', () => {
  it('ends the sign-in at the provider, and forgets it', async () => {
    await login();
    const { content } = await kept();
    expect(await release(['logout'])).toMatchObject({ code: 0, out: `Signed out at ${address}.\n` });
    expect(await readdir(join(config, 'release-cli'))).toEqual([]);
    const answer = await fetch(content.provider.token_endpoint, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'refresh_token', client_id: 'release-cli', refresh_token: content.refreshToken }),
    });
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([400, 'invalid_grant']);
    expect((await release(['whoami'])).code).toBe(5);
    expect((await release(['logout'])).out).toBe(`Nobody was signed in at ${address}.\n`);
  });
});

it('a token of the environment goes before the sign-in, and whoami says so', async () => {
  await login();
  process.env.RELEASE_TOKEN = registry.tokens.admin;
  const { out } = await release(['whoami']);
  expect(out).toMatch(/^local-admin: admin; .*\nThat is the token of RELEASE_TOKEN, which goes before your sign-in\.\n$/);
});

describe('the token of a release manager', () => {
  const admin = () => createIdentityAdmin(identity.context);
  const holder = async (name: string) => {
    const { sub } = await identity.addAccount({ email: `${name}@example.com`, password: PASSWORD, groups: ['release-manager'] });
    const expiresAt = new Date(Date.now() + 60_000);
    const token = await issuePersonalToken(database, { subject: sub, name, verbs: ['promote'], parts: ['*'], expiresAt });
    const ask = async () => {
      const answer = await fetch(`${address}/v1/whoami`, { headers: { authorization: `Bearer ${token}` } });
      const { error } = (await answer.json()) as { error?: string };
      return error ?? answer.status;
    };
    return { sub, ask, token };
  };
  const GONE = 'The account of whoever holds this token is disabled, or gone.';

  it('is worth nothing from the moment on in which the account loses the group, is disabled or is erased, whoever does it', async () => {
    const { sub, ask } = await holder('hedy');
    expect(await ask()).toBe(200);
    await admin().changeGroups(sub, { add: ['staff'], remove: ['release-manager'] });
    expect(await ask()).toBe('Whoever holds this token is no release manager any more.');
    await admin().changeGroups(sub, { add: ['release-manager'] });
    expect(await ask()).toBe(200);
    await admin().disable(sub);
    expect(await ask()).toBe(GONE);
    const audit = await fetch(`${address}/v1/audit?limit=1`, { headers: { authorization: `Bearer ${registry.tokens.admin}` } });
    expect(await audit.json()).toMatchObject({ entries: [{ actor: 'hedy', action: 'refused', details: { message: GONE } }] });
    await admin().enable(sub);
    expect(await ask()).toBe(200);
    await admin().deleteUser(sub);
    expect(await ask()).toBe(GONE);
  });

  it('carries no plan on, and no proposal, and neither does a sign-in of theirs', async () => {
    const { sub, token } = await holder('mary');
    const { id: tokenId } = (await findToken(database.db, token)) ?? { id: '' };
    const options = { now: new Date(), groupsOf: findGroupsOfAccount };
    const found = async () =>
      Promise.all(
        [
          { tokenId, account: null },
          { tokenId: null, account: sub },
        ].map((origin) => findAgain(database.db, origin, options)),
      );
    expect(await found()).toEqual([expect.objectContaining({ name: 'mary' }), expect.objectContaining({ name: 'mary' })]);
    await admin().changeGroups(sub, { remove: ['release-manager'] });
    expect(await found()).toEqual(['no-grants', 'no-grants']);
    await admin().changeGroups(sub, { add: ['release-manager'] });
    await admin().disable(sub);
    expect(await found()).toEqual(['no-grants', 'no-grants']);
  });
});

describe('the client of the command', () => {
  const asks = (change: Record<string, string>) =>
    authorizeRequest(identity.config, { client_id: 'release-cli', redirect_uri: 'http://127.0.0.1:1234/callback', ...change });
  const status = async (change: Record<string, string>) =>
    (await identity.app.inject({ url: new URL(asks(change).url).pathname + new URL(asks(change).url).search })).statusCode;

  it('returns to any port of this machine, and nowhere else; the site does not', async () => {
    expect(await status({})).toBe(303);
    expect(await status({ redirect_uri: 'http://127.0.0.1:4321/callback' })).toBe(303);
    for (const redirect_uri of [
      ...['http://127.0.0.1:1234/elsewhere', 'https://127.0.0.1:1234/callback', 'http://127.0.0.1.example.com/callback'],
      ...['http://localhost:1234/callback', 'http://example.com/callback'],
    ])
      expect([redirect_uri, await status({ redirect_uri })]).toEqual([redirect_uri, 400]);
    expect(await status({ client_id: identity.config.clientId })).toBe(400);
  });

  it('gets tokens that the registry takes, and the API of the members does not', async () => {
    await login();
    const { issuer, clientId } = identity.config;
    const keys = new URL(`${issuer}/.well-known/jwks.json`);
    const { accessToken } = (await kept()).content;
    const verify = (client: string) => createTokenVerifier({ issuer, keys, clientId: client }).verify(`Bearer ${accessToken}`);
    await expect(verify(clientId)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(verify('release-cli')).resolves.toMatchObject({ sub: subject });
  });
});
