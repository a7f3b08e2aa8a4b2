import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'drizzle-orm';
import { createSoftwareAuthenticator } from '../authenticator-testing';
import {
  authorizeRequest,
  ceremonyOf,
  createTestBrowser,
  createTestIdentity,
  type TestBrowser,
  type TestIdentity,
  type TestPage,
} from '../identity-testing';
import { createIdentityAdmin } from '../local-identity-admin';

jest.setTimeout(300_000);

const PASSWORD = 'analytical engine';
const SITE = 'http://localhost:8080';
const ADDED = 'A passkey was added at Cloud Practice';

type Device = ReturnType<typeof createSoftwareAuthenticator>;

describe('passkeys', () => {
  let identity: TestIdentity;
  let browser: TestBrowser;
  let email: string;
  let sub: string;
  let counter = 0;

  const account = (path = '') => browser.open(`${identity.config.issuer}/account${path}`);
  const heading = (page: TestPage) => /<h1>(.*?)<\/h1>/.exec(page.text)?.[1];
  const subjects = async () => (await identity.mails()).filter(({ to }) => to === email).map(({ subject }) => subject);
  /** The sign-in page of a browser that nobody has used. */
  const start = () => {
    browser = createTestBrowser(identity.app);
    return browser.open(authorizeRequest(identity.config).url);
  };
  const use = (page: TestPage, answer: string) => browser.submit(page, { answer }, '/passkey');
  const REFUSED = 'This passkey cannot be used here.';
  const arrived = (page: TestPage) => expect(page.url).toContain('http://localhost:8080/signin?code=');

  async function addPerson() {
    email = `member${(counter += 1)}@example.com`;
    ({ sub } = await identity.addAccount({ email, password: PASSWORD }));
    browser = createTestBrowser(identity.app);
    await browser.submit(await account(), { email, password: PASSWORD });
  }
  const create = async (name = 'Laptop') => browser.submit(await account('/passkeys/add'), { name, password: PASSWORD });
  async function addPasskey(device: Device = createSoftwareAuthenticator(SITE)): Promise<Device> {
    const page = await create();
    await browser.submit(page, { answer: device.create({ ...ceremonyOf(page), handle: sub }) });
    return device;
  }

  beforeAll(async () => {
    identity = await createTestIdentity();
  });
  afterAll(() => identity.close());
  beforeEach(addPerson);

  it('sign in by themselves, beside the password, which goes on to work', async () => {
    const device = await addPasskey();
    expect((await account()).text).toContain('<strong>Laptop</strong>');
    const page = await start();
    expect(ceremonyOf(page).allowCredentials).toBeUndefined();
    arrived(await use(page, device.get(ceremonyOf(page))));
    expect((await account()).text).toContain(`You are signed in as <strong>${email}</strong>.`);
    const form = await start();
    arrived(await browser.submit(form, { email, password: PASSWORD }));
  });

  it('are both factors: nothing else is asked where the account has an authenticator app', async () => {
    const device = await addPasskey();
    await identity.database.db.execute(sql`update identity.account set totp_enabled = true, totp_secret = '' where sub = ${sub}`);
    const page = await start();
    arrived(await use(page, device.get(ceremonyOf(page))));
  });

  it('are added with the current password and a name, and removed with the password; each time the owner is told', async () => {
    const page = await account('/passkeys/add');
    expect((await browser.submit(page, { name: ' ', password: PASSWORD })).text).toContain('Name cannot be empty');
    expect((await browser.submit(page, { name: 'x'.repeat(41), password: PASSWORD })).text).toContain('at most 40 characters');
    const wrong = await browser.submit(page, { name: 'Phone', password: 'wrong' });
    expect([wrong.text, wrong.text.includes('data-options')]).toEqual([expect.stringContaining('The password is not right'), false]);

    const { id } = await addPasskey();
    const remove = await account(`/passkeys/${id}/remove`);
    expect((await browser.submit(remove, { password: '' })).text).toContain('Password cannot be empty');
    expect((await browser.submit(remove, { password: PASSWORD })).text).toContain('<dd>None</dd>');
    expect(await subjects()).toEqual([ADDED, 'A passkey was removed at Cloud Practice']);
  });

  it('that were removed, or whose account is disabled, sign nobody in', async () => {
    const device = await addPasskey();
    await createIdentityAdmin(identity.context).disable(sub);
    let page = await start();
    page = await use(page, device.get(ceremonyOf(page)));
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(REFUSED)]);
    await createIdentityAdmin(identity.context).enable(sub);
    await browser.submit(await account(), { email, password: PASSWORD });
    await browser.submit(await account(`/passkeys/${device.id}/remove`), { password: PASSWORD });
    page = await start();
    expect((await use(page, device.get(ceremonyOf(page)))).text).toContain(REFUSED);
  });

  it.each<[string, (ceremony: { challenge: string }, device: Device) => string]>([
    ['made at another origin', (ceremony, device) => device.get({ ...ceremony, origin: 'http://localhost:8081' })],
    ['made for another site', (ceremony, device) => device.get({ ...ceremony, rpId: 'evil.example' })],
    ['made for another challenge', (_ceremony, device) => device.get({ challenge: 'A'.repeat(43) })],
    ['of a device that did not verify the person', (ceremony, device) => device.get({ ...ceremony, verified: false })],
    ['that names another account', (ceremony, device) => device.get({ ...ceremony, handle: '00000000-0000-4000-8000-000000000000' })],
    ['that names no account', (ceremony, device) => device.get({ ...ceremony, handle: '' })],
    ['of a passkey that nobody added', (ceremony) => createSoftwareAuthenticator(SITE).get({ ...ceremony, handle: sub })],
    [
      "with another device's signature",
      (ceremony, { id }) =>
        JSON.stringify({ ...JSON.parse(createSoftwareAuthenticator(SITE).get({ ...ceremony, handle: sub })), id, rawId: id }),
    ],
    ['that is no JSON', () => '{'],
  ])('refuse an answer %s', async (_what, answer) => {
    const device = await addPasskey();
    let page = await start();
    page = await use(page, answer(ceremonyOf(page), device));
    expect([page.status, page.text]).toEqual([422, expect.stringContaining(REFUSED)]);
    arrived(await use(page, device.get(ceremonyOf(page))));
  });

  it('refuse a challenge of another sign-in, one that was used, and one that has expired', async () => {
    const device = await addPasskey();
    const theirs = ceremonyOf(await start());
    let page = await start();
    expect((await use(page, device.get(theirs))).text).toContain(REFUSED);

    page = await start();
    const spent = ceremonyOf(page);
    await use(page, '');
    expect((await use(page, device.get(spent))).text).toContain(REFUSED);

    page = await start();
    await identity.database.db.execute(sql`update identity.passkey_challenge set expires_at = now() - interval '1 second'`);
    expect((await use(page, device.get(ceremonyOf(page)))).text).toContain(REFUSED);
  });

  it('are not blamed where the script of the page did not run, and nothing is written down about it', async () => {
    await addPasskey();
    const page = await use(await start(), '');
    expect([page.status, page.text]).toEqual([422, expect.stringContaining('Passkeys need JavaScript')]);
    expect(page.text).not.toContain(REFUSED);
    const { rows } = await identity.database.db.execute(
      sql`select from identity.security_event where sub = ${sub} and kind = 'passkey-refused'`,
    );
    expect(rows).toEqual([]);
  });

  it('refuse a counter that does not go on, as that of a copied device', async () => {
    const device = await addPasskey();
    const useAt = async (count: number) => {
      device.countFrom(count);
      const page = await start();
      return use(page, device.get(ceremonyOf(page)));
    };
    arrived(await useAt(0));
    arrived(await useAt(5));
    for (const count of [5, 4, 0]) expect((await useAt(count)).text).toContain(REFUSED);
    arrived(await useAt(6));
  });

  it.each<[string, (ceremony: { challenge: string }) => string]>([
    [
      'made at another origin',
      (ceremony) => createSoftwareAuthenticator(SITE).create({ ...ceremony, handle: sub, origin: 'https://evil.example' }),
    ],
    ['made for another site', (ceremony) => createSoftwareAuthenticator(SITE).create({ ...ceremony, handle: sub, rpId: 'evil.example' })],
    [
      'of a device that did not verify the person',
      (ceremony) => createSoftwareAuthenticator(SITE).create({ ...ceremony, handle: sub, verified: false }),
    ],
    ['that is a use, not a new one', (ceremony) => createSoftwareAuthenticator(SITE).get({ ...ceremony, handle: sub })],
  ])('are not added by an answer %s', async (_what, answer) => {
    const page = await create();
    const refused = await browser.submit(page, { answer: answer(ceremonyOf(page)) });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('The passkey was not added.')]);
    expect(await subjects()).toEqual([]);
  });

  it('are added once: by a form that is sent again, at once too, which leads on, and not to a second account', async () => {
    const device = createSoftwareAuthenticator(SITE);
    const page = await create();
    const answer = device.create({ ...ceremonyOf(page), handle: sub });
    const send = () => browser.submit(page, { answer });
    const pages = [...(await Promise.all([send(), send()])), await send()];
    for (const { text } of pages) expect(text).toContain('<strong>Laptop</strong>');
    expect(await subjects()).toEqual([ADDED]);
    const unasked = createSoftwareAuthenticator(SITE).create({ ...ceremonyOf(page), handle: sub });
    expect((await browser.submit(page, { answer: unasked })).text).toContain('The passkey was not added.');
    await addPerson();
    const other = await create();
    expect((await browser.submit(other, { answer: device.create({ ...ceremonyOf(other), handle: sub }) })).text).toContain('was not added');
    expect(heading(await account(`/passkeys/${device.id}/remove`))).toBe('Sign-in settings');
  });

  it('keep of a name that is too long the first forty characters, each of them whole', async () => {
    const page = await create();
    const answer = createSoftwareAuthenticator(SITE).create({ ...ceremonyOf(page), handle: sub });
    const name = `${'x'.repeat(39)}👋`;
    expect((await browser.submit(page, { answer, name: `${name}yz` })).text).toContain(`<strong>${name}</strong>`);
  });

  it('are at most ten for an account', async () => {
    for (let made = 0; made < 10; made += 1) await addPasskey();
    expect((await create()).text).toContain('An account has at most 10 passkeys.');
  });
});
