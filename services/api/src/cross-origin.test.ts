/** The API for pages of other origins. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseConfig } from '@site/platform/config';
import sharp from 'sharp';
import { apiConfigSchema, readingOrigins } from './config';
import { groupMail } from './desk/mails/group-mail';
import { createTestApi, type TestApi } from './testing/create-test-api';

const SITE = 'https://www.example.com';
const PARTNER = 'https://partner.example';
const STRANGER = 'https://stranger.example';
const ELSEWHERE = { SITE_URL: SITE, API_ORIGIN: 'https://api.example.com', ALLOWED_ORIGINS: PARTNER };

let api: TestApi;

/** What an answer says to pages of other origins. */
const said = ({ headers }: { headers: Record<string, unknown> }) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('access-control-')));
const preflight = (origin: string, method = 'PUT', path = '/user/profile') =>
  api.call('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization,content-type' },
  });

/** A member who has a photo. */
async function withPhoto() {
  const member = await api.identity.addAccount(`${randomUUID()}@example.com`);
  const canvas = sharp({ create: { width: 20, height: 20, channels: 3, background: '#00ff00' } });
  const photo = { img_type: 'png', img_base64_data: (await canvas.png().toBuffer()).toString('base64') };
  expect((await api.call('PUT', '/user/profile/photo', { as: member, body: photo })).status).toBe(200);
  return member;
}

const contact = async (headers: Record<string, string>) => {
  const person = { name: 'Ada Byron', email: 'ada@example.com', phone: '+12345678901' };
  const body = { ...person, goal: 'SaaS acquisition', message: 'Is it for sale?', recaptchaToken: await api.botToken('contact') };
  return api.call('POST', '/contact', { headers, body });
};

const READABLE = { 'access-control-expose-headers': 'content-disposition, etag, retry-after, x-request-id' };

describe('an API at an origin of its own', () => {
  beforeAll(async () => {
    api = await createTestApi({ ...ELSEWHERE, FAULTS: 'on', FORM_LIMIT: '1' });
  });
  afterAll(() => api.close());

  it('answers the preflights of its site and of the origins that are named, without asking who it is', async () => {
    for (const origin of [SITE, PARTNER]) {
      const answer = await preflight(origin);
      expect([answer.status, answer.headers.vary]).toEqual([204, 'Origin']);
      expect(said(answer)).toEqual({
        ...READABLE,
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers': 'authorization, content-type, idempotency-key, if-match, if-none-match',
        'access-control-max-age': '7200',
      });
    }
  });

  it('allows the method of every call that it has', async () => {
    const allowed = String((await preflight(SITE)).headers['access-control-allow-methods']).split(', ');
    const own = api.routes.filter(({ path }) => path.startsWith('/'));
    expect(own.length).toBeGreaterThan(50);
    expect(own.filter(({ method }) => !allowed.includes(method))).toEqual([]);
  });

  it('lets these origins read every answer, refusals and failures included', async () => {
    await api.call('PUT', '/_faults', { body: { method: 'GET', path: '/draft/playbooks' } });
    const headers = { origin: SITE };
    const list = await api.call('GET', '/draft/demos', { headers });
    const answers = [
      list,
      await api.call('GET', '/draft/demos', { headers: { ...headers, 'if-none-match': String(list.headers.etag) } }),
      await api.call('POST', '/contact', { headers, body: {} }),
      await api.call('GET', '/user/profile', { headers }),
      await api.call('GET', '/desk/members', { headers, as: await api.identity.addAccount('ada@example.com') }),
      await api.call('GET', '/nothing/here', { headers }),
      await api.call('POST', '/contact', { headers: { ...headers, 'content-type': 'application/json' }, body: 'x'.repeat(300_000) }),
      await contact(headers),
      await contact(headers),
      await api.call('GET', '/draft/playbooks', { headers }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 400, 401, 403, 404, 413, 200, 429, 500]);
    for (const answer of answers) {
      expect([answer.status, said(answer)]).toEqual([answer.status, { ...READABLE, 'access-control-allow-origin': SITE }]);
      expect(answer.headers.vary).toBe('Origin');
    }
    expect(Number(answers[8]?.headers['retry-after'])).toBeGreaterThan(0);
  });

  it.each([STRANGER, 'null', 'https://www.example.com.stranger.example', 'http://www.example.com', `${SITE}:8443`, undefined])(
    'answers a page of %s as ever, and lets it read nothing',
    async (origin) => {
      const answer = await api.call('GET', '/draft/demos', { headers: { ...(origin !== undefined && { origin }) } });
      expect([answer.status, said(answer), answer.headers.vary]).toEqual([200, {}, 'Origin']);
      if (origin === undefined) return;
      const asked = await preflight(origin);
      expect([asked.status, said(asked)]).toEqual([404, {}]);
    },
  );

  it('has pictures that pages of other origins may show, and keeps everything else to itself', async () => {
    const { body } = await api.call('GET', '/user/profile', { as: await withPhoto() });
    const policyOf = async (url: string) => (await api.server.inject(url)).headers['cross-origin-resource-policy'];
    expect(await policyOf(String(body.profile_photo_url))).toBe('cross-origin');
    expect(await policyOf('/api/draft/demos')).toBe('same-origin');
  });

  it('names itself in what is read elsewhere: a mail, and the file of an export', async () => {
    const config = parseConfig(apiConfigSchema, ELSEWHERE);
    const mail = groupMail({ email: 'ada@example.com', unsubscribeToken: 't' }, { subject: 'S', text: 'T' }, { config, basePath: '/api' });
    expect(mail.headers?.['List-Unsubscribe']).toBe('<https://api.example.com/api/unsubscribe/t>');
    const player = await withPhoto();
    const { profile } = (await api.call('GET', '/user/export', { as: player })).body;
    expect(profile.profile_photo_url).toMatch(/^https:\/\/api\.example\.com\/api\/photos\/[0-9a-f]{48}-200\.jpg$/);
  });
});

describe('an API at the origin of its site', () => {
  beforeAll(async () => {
    api = await createTestApi();
  });
  afterAll(() => api.close());

  it('says nothing to pages of other origins', async () => {
    for (const origin of ['http://localhost:8080', STRANGER]) {
      const answer = await api.call('GET', '/draft/demos', { headers: { origin } });
      expect([answer.status, said(answer), answer.headers.vary]).toEqual([200, {}, undefined]);
      expect((await preflight(origin)).status).toBe(404);
    }
  });
});

describe('the origins that may read', () => {
  const origins = (env: Record<string, string>) => readingOrigins(parseConfig(apiConfigSchema, env));

  it('are the one of the site, where the API has another, and those that are named', () => {
    expect(origins({})).toEqual([]);
    expect(origins({ SITE_URL: SITE, API_ORIGIN: `${SITE}/` })).toEqual([]);
    expect(origins(ELSEWHERE)).toEqual([SITE, PARTNER]);
    expect(origins({ ALLOWED_ORIGINS: 'HTTPS://Partner.example:443/, http://localhost:3000' })).toEqual([PARTNER, 'http://localhost:3000']);
  });

  it.each([
    '*',
    'null',
    'partner.example',
    'https://partner.example/app',
    'https://*.example',
    'ftp://partner.example',
    `${PARTNER} ${SITE}`,
  ])('are named one by one: %s is refused with one sentence', (value) => {
    expect(() => origins({ ALLOWED_ORIGINS: `${SITE},${value}` })).toThrow(
      /^The setting ALLOWED_ORIGINS cannot be used: it must name origins by commas, such as https:\/\/www\.example\.com\.$/,
    );
  });
});
