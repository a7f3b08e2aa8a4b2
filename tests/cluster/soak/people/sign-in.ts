/** The way through the hosted pages, as a browser goes it. */
import { createTestBrowser, type TestPage, type TestProvider } from '@site/identity/browser-testing';
import { totpCode } from '@site/identity/crypto/totp';
import { parseIdentityConfig } from '@site/identity/config';
import { authorizeRequest } from '@site/identity/identity-testing';
import { withTimeLimit } from '@site/platform/time-limit';
import { ask } from '../../load/visitors';
import type { Mailbox } from './mailbox';
import type { Site } from './site';

export interface Person {
  /** What stands before the @ of the address. */
  id: string;
  email: string;
  /** Number of the address of the network from which they come. */
  who: number;
  /** The temporary one of the invitation, until they have chosen theirs. */
  password: string;
  /** The one that they choose when they are asked for it. */
  chosen: string;
  /** Of the authenticator app, once there is one. */
  secret?: string;
  /** For whoever reads it while signing in, with the codes from it that were entered. */
  mail?: { box: Mailbox; entered: string[] };
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

const MOST_STEPS = 10;
/** After that a mail is taken to be lost with its process. */
const MAIL_WAIT_MS = 20_000;

/** Signs in, with whatever the pages ask for. @returns null if it did not lead to tokens. */
export async function signIn(site: Site, person: Person): Promise<Tokens | null> {
  const config = parseIdentityConfig({ PUBLIC_URL: site.origin });
  const { url, verifier } = authorizeRequest(config);
  const browser = createTestBrowser(providerOf(site.origin, person.who), site.origin);
  let page = await browser.open(url);
  for (let step = 0; step < MOST_STEPS && isHosted(page, site.origin); step += 1) {
    const next = await answerPage(site, browser, page, person);
    if (next === null) return null;
    page = next;
  }
  const code = new URL(page.url).searchParams.get('code');
  if (code === null) return null;
  const answer = await post(site, person, '/_idp/oauth2/token', {
    ...{ grant_type: 'authorization_code', client_id: config.clientId, redirect_uri: config.redirectUris[0] ?? '' },
    ...{ code, code_verifier: verifier },
  });
  return answer.status === 200 ? (JSON.parse(answer.text) as Tokens) : null;
}

/** Ends a sign-in with all of its tokens. @returns whether the site said that it has. */
export async function signOut(site: Site, person: Person, { refresh_token: token }: Tokens): Promise<boolean> {
  const { clientId } = parseIdentityConfig({});
  return (await post(site, person, '/_idp/oauth2/revoke', { client_id: clientId, token })).status === 200;
}

const post = (site: Site, { who }: Person, path: string, form: Record<string, string>) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return ask(site.origin + path, who, { method: 'POST', headers, body: new URLSearchParams(form).toString() });
};

const isHosted = ({ url, status }: TestPage, origin: string) => url.startsWith(`${origin}/_idp/`) && status < 500;

async function answerPage(
  site: Site,
  browser: ReturnType<typeof createTestBrowser>,
  page: TestPage,
  person: Person,
): Promise<TestPage | null> {
  const has = (action: string) => new RegExp(`action="[^"]*${action}"`).test(page.text);
  if (has('/new-password')) {
    const next = await browser.submit(page, { newPassword: person.chosen, repeatPassword: person.chosen }, '/new-password');
    if (next.status < 400) person.password = person.chosen;
    return next.status < 400 ? next : null;
  }
  if (has('/enrolment/code')) {
    const code = await newCode(site, person);
    return code === null ? null : browser.submit(page, { code }, '/enrolment/code');
  }
  if (has('/enrolment/app')) {
    person.secret = /<code>([A-Z2-7 ]{20,})<\/code>/.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
    const enrolled = await browser.submit(page, { code: totpCode(person.secret, Date.now()) }, '/enrolment/app');
    const complete = /href="([^"]*\/complete)"/.exec(enrolled.text)?.[1];
    if (complete === undefined) return null;
    return browser.open(new URL(complete, page.url).href);
  }
  if (has('/password')) {
    const next = await browser.submit(page, { email: person.email, password: person.password }, '/password');
    return next.status < 400 ? next : null;
  }
  // A code works once: whoever comes back within half a minute is refused, and tries again later.
  if (!has('/second-factor') || person.secret === undefined) return null;
  const next = await browser.submit(page, { code: totpCode(person.secret, Date.now()) }, '/second-factor');
  return next.status < 400 ? next : null;
}

/** The code of the newest mail, unless it was entered before. */
async function newCode({ signal }: Site, { email, mail }: Person): Promise<string | null> {
  if (mail === undefined) return null;
  const unknown = new RegExp(`^ {4}(?!${mail.entered.join('|') || '$'})(\\d{6})$`, 'm');
  const text = await withTimeLimit(MAIL_WAIT_MS, [signal], (limit) => mail.box.waitFor(email, unknown, limit));
  const code = unknown.exec(text ?? '')?.[1] ?? null;
  if (code !== null) mail.entered.push(code);
  return code;
}

/** The provider behind the proxy of the site. */
const providerOf = (origin: string, who: number): TestProvider => ({
  async inject({ method = 'GET', url, headers, payload }) {
    const answer = await ask(origin + String(url), who, {
      method,
      headers: headers as Record<string, string>,
      ...(payload !== undefined && { body: payload as string }),
    });
    return { statusCode: answer.status, headers: answer.headers, body: answer.text, cookies: answer.cookies };
  },
});
