/**
 * `npm run bench -- addresses`: whether the time of an answer tells that an account uses an address. A thousand people sign in with a wrong password at
 * addresses that have an account and a thousand at addresses that have none, in a random order, each from a network of their own; then as many sign up.
 * Of any two answers, one of each kind, either should be the later one as often as the other: that share is printed, and fails the bench where
 * it is further from one half than chance explains.
 *
 * Environment: `BENCH_DATABASE_URL`, a PostgreSQL server, as a superuser; `BENCH_TURNS` of each kind (default 1,000), `BENCH_OUT` (default
 * `tests/bench/addresses/results.json`).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseIdentityConfig } from '@site/identity/config';
import { authorizeRequest, createTestBrowser } from '@site/identity/browser-testing';
import { hashSecret } from '@site/identity/crypto/secret-hash';
import { identityPlugin } from '@site/identity/plugin';
import { createHttpServer } from '@site/platform/http';
import { silentLogger } from '@site/platform/logging';
import { openStorage } from '@site/platform/storage';
import { createTestDirectory } from '@site/platform/testing';
import { openProgramme } from '@site/server/testing/programme';
import { emailOf } from '@site/server/testing/seed-programme';
import { areMet } from '../measure/limits';
import { programmeDatabase } from '../scale/database';
import { median } from '../measure/statistics';

const TURNS = Number(process.env.BENCH_TURNS ?? 1000);
const OUT = process.env.BENCH_OUT ?? join(import.meta.dirname, 'results.json');
/** Twice as many members as anybody asks for, so that not each of their rows was read before. */
const SIZE = { members: TURNS * 2, demos: 1, messages: 0 };
/** Not counted: code is compiled, connections are opened. */
const WARM_UP = 20;
/** Of the share, if nothing but chance decides: three times in a thousand it is further away. */
const CHANCE = 3 * Math.sqrt((2 * TURNS + 1) / (12 * TURNS * TURNS));
const HEADERS = { 'content-type': 'application/json' };

type Kind = 'known' | 'unknown';
interface Attempt {
  kind: Kind;
  email: string;
  /** Of the network from which it comes. */
  address: string;
}
type Times = Record<Kind, number[]>;

function attemptsInRandomOrder(what: string, network: number): Attempt[] {
  const addressOf = (index: number): string => `10.${network}.${index >> 8}.${index & 255}`;
  const attempts = Array.from({ length: TURNS }, (_, index): Attempt[] => [
    { kind: 'known', email: emailOf(index * 2 + 2), address: addressOf(index * 2) },
    { kind: 'unknown', email: `${what}.${index}@example.com`, address: addressOf(index * 2 + 1) },
  ]).flat();
  return attempts
    .map((attempt) => ({ attempt, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ attempt }) => attempt);
}

/** @param prepare Makes one attempt ready, and returns what is timed. */
async function timesOf(attempts: Attempt[], prepare: (attempt: Attempt) => Promise<() => Promise<number>>, status: number): Promise<Times> {
  const times: Times = { known: [], unknown: [] };
  for (const [index, attempt] of attempts.entries()) {
    const send = await prepare(attempt);
    const began = performance.now();
    const answer = await send();
    const took = performance.now() - began;
    if (answer !== status) throw new Error(`${answer} for an address that is ${attempt.kind}, where ${status} was expected`);
    if (index >= WARM_UP) times[attempt.kind].push(took);
  }
  return times;
}

/** The share of pairs in which the answer to the known address is the later one; one half of each tie. */
function laterShare({ known, unknown }: Times): number {
  const all = [...known.map((ms) => ({ ms, isKnown: true })), ...unknown.map((ms) => ({ ms, isKnown: false }))].sort((a, b) => a.ms - b.ms);
  let [earlier, later] = [0, 0];
  for (const { isKnown } of all)
    if (isKnown) later += earlier;
    else earlier += 1;
  return later / (known.length * unknown.length);
}

const directory = await createTestDirectory();
const { database } = await programmeDatabase(process.env.BENCH_DATABASE_URL ?? '', SIZE);
const programme = await openProgramme(database, await openStorage({ dir: directory.path }));
const config = parseIdentityConfig({ NODE_ENV: 'production', IDENTITY_SECRET: 'x'.repeat(32), IDENTITY_FORM_POSTS_PER_MINUTE: '1000000' });
const identity = createHttpServer({ logger: silentLogger(), production: true, drainTimeoutMs: 0 });
await identity.register(identityPlugin, { prefix: new URL(config.issuer).pathname, database, config });
await identity.ready();
await database.query('update identity.account set password_hash = $1', [await hashSecret('a password that nobody types', config.hashCost)]);
try {
  console.log(`${TURNS} sign-ins and sign-ups each with known and with unknown addresses...`);
  const signIns = await timesOf(
    attemptsInRandomOrder('signs-in', 1),
    async ({ email, address }) => {
      const browser = createTestBrowser(identity, config.siteUrl, { address });
      const page = await browser.open(authorizeRequest(config).url);
      return async () => (await browser.submit(page, { email, password: 'another one' })).status;
    },
    422,
  );
  const signUps = await timesOf(
    attemptsInRandomOrder('signs-up', 2),
    async ({ email, address }) => {
      const payload = {
        ...{ email, full_name: 'Ada', phone: '+12125550100', location: 'Albany, New York', code: 'SELF-4E' },
        ...{ has_accepted_privacy: true, has_accepted_terms: true, recaptchaToken: await programme.botToken('signup') },
      };
      return async () =>
        (await programme.server.inject({ method: 'POST', url: '/api/signup', remoteAddress: address, headers: HEADERS, payload }))
          .statusCode;
    },
    200,
  );
  const measured = Object.entries({ 'sign-in': signIns, 'sign-up': signUps });
  console.table(
    Object.fromEntries(
      measured.map(([what, times]) => [
        what,
        { 'known, median ms': median(times.known), 'unknown, median ms': median(times.unknown), 'later when known': laterShare(times) },
      ]),
    ),
  );
  const limits = measured.map(([what, times]) => ({
    what: `${what}: share of pairs in which the known address is answered later, from one half`,
    measured: Math.abs(laterShare(times) - 0.5),
    atMost: CHANCE,
  }));
  if (!areMet(limits)) process.exitCode = 1;
  writeFileSync(OUT, `${JSON.stringify({ turns: TURNS, node: process.version, targets: limits }, null, 2)}\n`);
} finally {
  await Promise.all([programme.close(), identity.close()]);
  await database.close();
  await directory.remove();
}
