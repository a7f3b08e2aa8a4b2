/** What visitors ask of the site, and what they send. */
import { randomUUID } from 'node:crypto';
import { solve } from '@site/api/testing/solve';
import type { BotAction, BotChallenge } from '@site/contracts/api/bot-check';
import type { ContactRequest } from '@site/contracts/api/contact';
import type { SignupRequest } from '@site/contracts/api/signup';

/** What a request is for. Pages and files are the edge's alone and need nobody else. */
export const PURPOSES = ['page', 'file', 'api', 'identity', 'registry', 'form'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface Answer {
  status: number;
  retryAfter: string | null;
  text: string;
  headers: Record<string, string>;
  cookies: Cookie[];
}

interface Cookie {
  name: string;
  value: string;
  path?: string;
  expires?: Date;
}

/** A backstop: a busy machine is no failure of the site. */
const TIMEOUT_MS = 120_000;
const PAGES = ['/', '/practice', '/Demo', '/contact', '/signup', '/privacy'];
const READS: [Purpose, string][] = [
  ['file', '/params.json'],
  ['api', '/api/draft/demos'],
  ['identity', '/_idp/.well-known/jwks.json'],
  ['registry', '/registry/v1/environments/production/target'],
];

/** The group that everybody without a sponsor signs up with. */
const CODE = 'SELF-4E';

/** Addresses for measurements of networks (RFC 2544): every visitor has one, so that none meets the limit of another. */
const addressOf = (visitor: number): string => `198.18.${(visitor >> 8) & 255}.${visitor & 255}`;

export async function ask(url: string, visitor: number, init: RequestInit = {}): Promise<Answer> {
  const headers = { 'x-forwarded-for': addressOf(visitor), ...(init.headers as Record<string, string> | undefined) };
  const answer = await fetch(url, { ...init, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
  return {
    ...{ status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() },
    ...{ headers: Object.fromEntries(answer.headers), cookies: answer.headers.getSetCookie().map(readCookie) },
  };
}

function readCookie(header: string): Cookie {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
  const [name, value] = splitAt(pair);
  const given = new Map(attributes.map(splitAt).map(([key, text]) => [key.toLowerCase(), text]));
  const [path, expires] = [given.get('path'), given.get('expires')];
  return { name, value, ...(path && { path }), ...(expires && { expires: new Date(expires) }) };
}

function splitAt(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}

/** Addresses that answer 200: pages, the scripts of the first page, and one of each service. */
export async function readsOf(origin: string): Promise<[Purpose, string][]> {
  const pages = PAGES.map((page): [Purpose, string] => ['page', page]);
  const { status, text } = await ask(`${origin}/`, 0);
  const files = [...new Set([...text.matchAll(/\/assets\/[^"'\s>]+\.js/g)].map(([file]) => file))];
  if (status !== 200 || files.length === 0) throw new Error(`The first page has no scripts: ${status}`);
  const reads: [Purpose, string][] = [...pages, ...files.map((file): [Purpose, string] => ['file', file]), ...READS];
  // Somebody was here before: on a machine that is busy with starting it all, the first reading of a file may take longer than an edge waits.
  for (const [, path] of reads) while ((await ask(origin + path, 0)).status !== 200);
  return [...pages, ...reads];
}

/** A form that says who it is, so that it can be found again. */
export interface Form {
  /** Part of its e-mail address. */
  id: string;
  action: BotAction;
}

/** Fills a form in and sends it, as a page does. @returns the answer to the last request, and whether the form itself was sent. */
export async function send(origin: string, action: BotAction, visitor: number): Promise<{ form: Form; sent: boolean; answer: Answer }> {
  const form = { id: randomUUID(), action };
  const challenge = await ask(`${origin}/api/bot-check/challenge?action=${action}`, visitor);
  if (challenge.status !== 200) return { form, sent: false, answer: challenge };
  const recaptchaToken = await solve(JSON.parse(challenge.text) as BotChallenge);
  const person = { email: `${form.id}@example.com`, phone: '+12125550100', recaptchaToken };
  const contact: ContactRequest = { ...person, goal: 'other', name: 'Ada', message: 'How do you do?' };
  const signup: SignupRequest = {
    ...{ ...person, full_name: 'Ada', location: 'London', code: CODE },
    ...{ has_accepted_privacy: true, has_accepted_terms: true },
  };
  const body = JSON.stringify(action === 'signup' ? signup : contact);
  const headers = { 'content-type': 'application/json' };
  return { form, sent: true, answer: await ask(`${origin}/api/${action}`, visitor, { method: 'POST', headers, body }) };
}
