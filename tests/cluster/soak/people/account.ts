/** How a person of the soak comes to an account, as everybody does: the form, the invitation by mail, a password of their own. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { solve } from '@site/api/testing/solve';
import type { BotAction, BotChallenge } from '@site/contracts/api/bot-check';
import type { Cluster } from '../../shape/cluster';
import { DOMAIN } from '../check/kept';
import type { Mailbox } from './mailbox';
import { type Person, signIn, type Tokens } from './sign-in';
import type { Site } from './site';

/** In the name of everybody, so that a log that has a name is found. */
export const FAMILY = 'Soakerson';
/** In front of everybody's phone number. */
export const PHONE = '+199900';

export interface Here extends Person {
  tokens: Tokens;
  /** Of the account. */
  subject: string;
}

const TEMPORARY = /^ {4}(\S+)$/m;
const PAUSE_MS = 1_000;
const MOST_ATTEMPTS = 60;

let count = 0;

/** Somebody whom the site does not know yet. */
export function newPerson(): Person {
  const id = randomUUID();
  count += 1;
  return { id, email: `${id}@${DOMAIN}`, who: count, password: '', chosen: `violet harbour ${id.slice(0, 8)} lantern` };
}

/** A form as a page sends it, with the work that the bot check asks for, until it is answered. */
export async function sendForm(site: Site, { id, email, who }: Person, action: BotAction, fields: object): Promise<boolean> {
  const challenge = await site.ask(who, { method: 'GET', path: `/api/bot-check/challenge?action=${action}` });
  if (challenge?.status !== 200) return false;
  const recaptchaToken = await solve(JSON.parse(challenge.text) as BotChallenge);
  const phone = `${PHONE}${String(who).padStart(6, '0')}`;
  const body = { email, phone, recaptchaToken, ...fields };
  const request = { method: 'POST', path: `/api/${action}`, body, idempotencyKey: randomUUID() } as const;
  const reply = await site.actUntilAnswered(who, request, { register: `${action} ${id}`, value: '1' });
  return reply?.status === 200;
}

/** From the form to tokens. @returns null if the people go home before. */
export async function join(site: Site, mailbox: Mailbox): Promise<Here | null> {
  const person = newPerson();
  const form = { full_name: `Ada ${FAMILY}`, location: 'London', code: 'SELF-4E', has_accepted_privacy: true, has_accepted_terms: true };
  while (!(await sendForm(site, person, 'signup', form))) {
    if (site.signal.aborted) return null;
    await sleep(PAUSE_MS);
  }
  const invitation = await mailbox.waitFor(person.email, TEMPORARY, site.signal);
  person.password = TEMPORARY.exec(invitation ?? '')?.[1] ?? '';
  const tokens = await comeIn(site, person);
  if (tokens === null) return null;
  site.journal.note({ register: `account ${person.id}`, value: 'CONFIRMED', state: 'acknowledged' });
  return Object.assign(person, { tokens, subject: subjectOf(tokens) });
}

/** Joins, is added to a group by the operator, and signs in anew, with a second factor from then on. */
export async function joinGroup(cluster: Cluster, site: Site, mailbox: Mailbox, group: string): Promise<Here | null> {
  const person = await join(site, mailbox);
  if (person === null) return null;
  await cluster.operator('add', person.email, group);
  person.mail = { box: mailbox, entered: [] };
  const tokens = await comeIn(site, person);
  return tokens && Object.assign(person, { tokens });
}

const subjectOf = ({ access_token: token }: Tokens): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub;

/** Signs in, again and again. @returns null if the people go home before. */
export async function comeIn(site: Site, person: Person): Promise<Tokens | null> {
  for (let attempt = 1; !site.signal.aborted; attempt += 1) {
    const tokens = await signIn(site, person).catch(() => null);
    if (tokens !== null) return tokens;
    if (attempt === MOST_ATTEMPTS) site.wonder('somebody tried to sign in for more than a minute');
    // An answer may have been lost on its way after the password was changed.
    person.password = person.password === person.chosen ? person.password : await otherPassword(site, person);
    await sleep(PAUSE_MS);
  }
  return null;
}

async function otherPassword(site: Site, person: Person): Promise<string> {
  const withChosen = await signIn(site, { ...person, password: person.chosen }).catch(() => null);
  return withChosen === null ? person.password : person.chosen;
}
