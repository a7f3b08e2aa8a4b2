import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { RELEASE_CLIENT_ID } from '../config';
import {
  authorizeRequest,
  callCognito,
  createTestBrowser,
  createTestIdentity,
  postForm,
  signInWithPassword,
  type TestBrowser,
  type TestIdentity,
  type Tokens,
} from '../identity-testing';
import { deleteExpired } from '../housekeeping';
import { createAdapterFactory, recordHash } from '../oidc/adapter';
import { findSignedIn } from '../oidc/access-token';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe('the sign-ins of an account', () => {
  let identity: TestIdentity;
  let email: string;
  let sub: string;
  let counter = 0;

  const browserOf = (userAgent: string, address = '198.51.100.7') =>
    createTestBrowser(identity.app, 'http://localhost:8080', { userAgent, address });
  const signIn = (userAgent: string) => signInWithPassword(identity, email, PASSWORD, browserOf(userAgent));
  const list = (browser: TestBrowser) => browser.open(`${identity.config.issuer}/account/sessions`);
  const devices = (text: string) => [...text.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, words]) => words);
  const isGood = async ({ access_token: token }: Tokens) => {
    const { sub: subject = '', origin_jti: originJti } = decodeJwt(token);
    return (await findSignedIn(identity.database.db, { sub: subject, originJti: String(originJti) })) !== undefined;
  };
  const refresh = async ({ refresh_token: RefreshToken }: Tokens) =>
    (
      await callCognito(identity.app, 'AWSCognitoIdentityProviderService.GetTokensFromRefreshToken', {
        ClientId: identity.config.clientId,
        RefreshToken,
      })
    ).statusCode;
  const renew = async ({ refresh_token }: Tokens) =>
    (
      await postForm(identity.app, '/oauth2/token', { grant_type: 'refresh_token', client_id: identity.config.clientId, refresh_token })
    ).json<Tokens>();
  const secondsUntilEnd = async (model: string) => {
    const { rows } = await identity.database.db.execute<{ left: number }>(
      sql`select extract(epoch from expires_at - now())::int as left from identity.oidc_record where model = ${model} and account_id = ${sub} order by expires_at`,
    );
    return rows.map(({ left }) => left);
  };
  const age = (days: number) =>
    identity.database.db.execute(
      sql`update identity.oidc_record set payload = payload || jsonb_build_object('loginTs', (payload->>'loginTs')::bigint - ${days * 86_400}::bigint) where model = 'Session' and account_id = ${sub}`,
    );

  beforeAll(async () => {
    identity = await createTestIdentity();
  });
  afterAll(() => identity.close());
  beforeEach(async () => {
    email = `member${(counter += 1)}@example.com`;
    ({ sub } = await identity.addAccount({ email, password: PASSWORD }));
  });

  it('are listed with browser, system and network in words, this one marked', async () => {
    const { browser } = await signIn(FIREFOX);
    await signIn(SAFARI);
    const { text } = await list(browser);
    expect(devices(text).sort()).toEqual(['Firefox on Windows', 'Safari on iOS']);
    expect(text).toMatch(/Firefox on Windows<\/strong> <span class="tag">This browser/);
    expect(text.match(/This browser/g)).toHaveLength(1);
    expect(text).toContain('from the network 198.51.100.0/24');
    expect(text).not.toContain('198.51.100.7');
    // Of several buttons with one label whoever hears them learns which is which, in words.
    expect(text).toMatch(/<span class="unseen">of Safari on iOS, since [A-Z][a-z]+ \d+, \d{4} at [^<]* UTC<\/span>/);
    expect((await browser.open(`${identity.config.issuer}/account`)).text).toContain('<dd>2 places</dd>');
  });

  it('end one by one: the session, its access token and its refresh token are refused at once', async () => {
    const phone = await signIn(SAFARI);
    const { browser, tokens } = await signIn(FIREFOX);
    const page = await list(browser);
    expect(devices((await browser.submit(page, {}, '/account/sessions')).text)).toEqual(['Firefox on Windows']);
    expect(await isGood(phone.tokens)).toBe(false);
    expect(await refresh(phone.tokens)).toBe(400);
    expect((await phone.browser.open(authorizeRequest(identity.config).url)).text).toContain('<h1>Sign in</h1>');
    expect(await isGood(tokens)).toBe(true);
  });

  it('end all but this one', async () => {
    const others = [await signIn(SAFARI), await signIn(SAFARI)];
    const { browser, tokens } = await signIn(FIREFOX);
    const page = await browser.submit(await list(browser), {}, '/end-others');
    expect(devices(page.text)).toEqual(['Firefox on Windows']);
    expect(page.text).not.toContain('Sign out everywhere else');
    expect(await Promise.all(others.map((other) => isGood(other.tokens)))).toEqual([false, false]);
    expect(await refresh(tokens)).toBe(200);
  });

  it('are ended by nobody else', async () => {
    const victim = await signIn(SAFARI);
    const { rows } = await identity.database.db.execute<{ id: string }>(sql`select id from identity.session where sub = ${sub}`);
    email = `member${(counter += 1)}@example.com`;
    await identity.addAccount({ email, password: PASSWORD });
    const { browser } = await signIn(FIREFOX);
    await signIn(FIREFOX);
    await browser.submit(await list(browser), { id: rows[0]!.id }, '/account/sessions');
    expect(await isGood(victim.tokens)).toBe(true);
    const forged = { ...(await list(browser)) };
    forged.text = forged.text.replace(/name="csrf" value="[^"]*"/g, 'name="csrf" value="x"');
    expect((await browser.submit(forged, {}, '/end-others')).status).toBe(403);
  });

  it('end with the sign-out of the browser, tokens included', async () => {
    const { browser, tokens } = await signIn(FIREFOX);
    await browser.open(`${identity.config.issuer}/logout`);
    expect(await isGood(tokens)).toBe(false);
  });

  /** The release command's sign-in, in a browser. @returns what fetches its tokens. */
  async function allowCommand(browser: TestBrowser) {
    const redirect_uri = 'http://127.0.0.1:4999/callback';
    const { url, verifier: code_verifier } = authorizeRequest(identity.config, { client_id: RELEASE_CLIENT_ID, redirect_uri });
    const code = new URL((await browser.submit(await browser.open(url), { email, password: PASSWORD })).url).searchParams.get('code')!;
    const form = { grant_type: 'authorization_code', client_id: RELEASE_CLIENT_ID, redirect_uri, code, code_verifier };
    return async () => (await postForm(identity.app, '/oauth2/token', form)).json<Tokens>();
  }

  it('show the release command apart from the browser in which it was allowed', async () => {
    const { browser, tokens } = await signIn(FIREFOX);
    const fetchTokens = await allowCommand(browser);
    expect(devices((await list(browser)).text)).toEqual(['Firefox on Windows']);
    const ofCommand = await fetchTokens();
    const page = await list(browser);
    expect(devices(page.text).sort()).toEqual(['Firefox on Windows', 'The release command']);
    await browser.submit(page, {}, '/account/sessions');
    expect(await isGood(ofCommand)).toBe(false);
    expect(await isGood(tokens)).toBe(true);
  });

  it('show the browser too that signed in for the release command alone, and end each by itself', async () => {
    const browser = browserOf(FIREFOX);
    const ofCommand = await (await allowCommand(browser))();
    const page = await list(browser);
    expect(devices(page.text).sort()).toEqual(['Firefox on Windows', 'The release command']);
    expect(page.text).toMatch(/Firefox on Windows<\/strong> <span class="tag">This browser/);
    expect((await browser.open(`${identity.config.issuer}/account`)).text).toContain('<dd>2 places</dd>');

    const phone = await signIn(SAFARI);
    const { rows } = await identity.database.db.execute<{ id: string }>(
      sql`select id from identity.session where sub = ${sub} and device = 'Firefox on Windows'`,
    );
    expect(devices((await phone.browser.submit(await list(phone.browser), { id: rows[0]!.id }, '/account/sessions')).text).sort()).toEqual([
      'Safari on iOS',
      'The release command',
    ]);
    expect((await list(browser)).text).toContain('<h1>Sign in</h1>');
    expect(await isGood(ofCommand)).toBe(true);
  });

  it('end after thirty days, however often they are used, and their tokens with them', async () => {
    const { browser } = await signIn(FIREFOX);
    await age(29.5);
    expect((await browser.open(authorizeRequest(identity.config).url)).url).toContain('code=');
    expect((await secondsUntilEnd('Grant')).at(0)).toBeLessThanOrEqual(86_400 / 2);
    await age(0.5);
    expect((await browser.open(authorizeRequest(identity.config).url)).text).toContain('<h1>Sign in</h1>');
    expect((await list(browser)).text).toContain('<h1>Sign in</h1>');
  });

  it('end after fourteen days without use, and go on with each use for no longer than thirty', async () => {
    const { browser, tokens } = await signIn(FIREFOX);
    const untilEnd = async () => (await secondsUntilEnd('RefreshToken')).at(-1)!;
    const pass = (days: number) =>
      identity.database.db.execute(
        sql`update identity.oidc_record set expires_at = expires_at - make_interval(days => ${days}::int),
          payload = payload || jsonb_build_object('exp', (payload->>'exp')::bigint - ${days * 86_400}::bigint)
          where account_id = ${sub} and model in ('Grant', 'RefreshToken')`,
      );
    expect(Math.round((await untilEnd()) / 3600)).toBe(14 * 24);
    await pass(13);
    const renewed = await renew(tokens);
    expect(Math.round((await untilEnd()) / 3600)).toBe(14 * 24);
    await pass(13);
    const again = await renew(renewed);
    expect(Math.round((await untilEnd()) / 3600)).toBe(4 * 24);
    expect(devices((await list(browser)).text)).toEqual(['Firefox on Windows']);
    await pass(4);
    expect(await refresh(again)).toBe(400);
  });

  it('give refresh tokens no longer than is left of them', async () => {
    const { browser } = await signIn(FIREFOX);
    await identity.database.db.execute(sql`delete from identity.oidc_record where model = 'RefreshToken' and account_id = ${sub}`);
    await age(29.5);
    const { url, verifier } = authorizeRequest(identity.config);
    const { url: back } = await browser.open(url);
    await postForm(identity.app, '/oauth2/token', {
      grant_type: 'authorization_code',
      client_id: identity.config.clientId,
      redirect_uri: identity.config.redirectUris[0]!,
      code: new URL(back).searchParams.get('code')!,
      code_verifier: verifier,
    });
    const left = await secondsUntilEnd('RefreshToken');
    expect(left).toHaveLength(1);
    expect(left[0]).toBeLessThanOrEqual(86_400 / 2);
    expect(left[0]).toBeGreaterThan(80_000 / 2);
  });

  it('are over by the clock of the provider to the second', async () => {
    let now = 0;
    const sessions = createAdapterFactory(identity.database.db, { refreshGraceSeconds: 30, sessionLimitSeconds: 60, clock: () => now })(
      'Session',
    );
    await sessions.upsert('a session', { loginTs: 1000 }, 3600);
    now = 1_059_999;
    expect(await sessions.find('a session')).toMatchObject({ loginTs: 1000 });
    now = 1_060_000;
    expect(await sessions.find('a session')).toBeUndefined();
  });

  it('forgive a refresh token for the grace after its first use, however often it comes in it', async () => {
    const { db } = identity.database;
    let now = Date.now();
    const tokens = createAdapterFactory(db, { refreshGraceSeconds: 30, sessionLimitSeconds: 60, clock: () => now })('RefreshToken');
    const isConsumed = async () => (await tokens.find('a token'))?.consumed !== undefined;
    await tokens.upsert('a token', {}, 3600);
    await tokens.consume('a token');
    const { rows } = await db.execute<{ at: Date }>(
      sql`update identity.oidc_record set consumed_at = consumed_at - interval '20 s' where id_hash = ${recordHash('a token')} returning consumed_at as at`,
    );
    await tokens.consume('a token');
    const first = new Date(rows[0]!.at).getTime();
    now = first + 29_999;
    expect(await isConsumed()).toBe(false);
    now = first + 30_000;
    expect(await isConsumed()).toBe(true);
  });

  it('are forgotten once they have ended by themselves, and not before', async () => {
    const { browser } = await signIn(FIREFOX);
    const kept = async () => (await identity.database.db.execute(sql`select 1 from identity.session where sub = ${sub}`)).rows.length;
    await identity.database.db.execute(sql`update identity.session set last_used_at = now() - interval '2 hours' where sub = ${sub}`);
    await deleteExpired(identity.database);
    expect(await kept()).toBe(1);
    await identity.database.db.execute(
      sql`update identity.oidc_record set expires_at = now() - interval '1 second' where account_id = ${sub}`,
    );
    await deleteExpired(identity.database);
    expect(await kept()).toBe(0);
    expect((await list(browser)).text).toContain('<h1>Sign in</h1>');
  });
});
