/** An identity provider in a process of its own, and what a page with Amplify on it does there. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { HarnessEvent } from './harness';

export const PASSWORD = 'analytical engine 7';
export const PLAYER = 'player@example.com';
/** Has to set up a second factor. */
export const RELEASE_MANAGER = 'releases@example.com';

export interface ProviderSite {
  origin: string;
  invite(email: string): Promise<void>;
  /** The text of the last mail to somebody. */
  lastMailTo(email: string): Promise<string>;
  /** Calls an operation of the Cognito wire, from outside of the browser. */
  call(operation: string, body: unknown): Promise<Response>;
}

/** @returns The provider, and what ends it. That throws when it has ended by itself before, or has logged an error. */
export async function startProvider(): Promise<{ site: ProviderSite; stop: () => Promise<void> }> {
  const run = path.resolve(import.meta.dirname, '../../../tools/program/bin/run.mjs');
  const child: ChildProcess = spawn(process.execPath, [run, path.join(import.meta.dirname, 'serve-provider.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, SEED_PASSWORD: PASSWORD },
  });
  let logged = '';
  child.stdout?.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  const [{ origin }] = (await Promise.race([once(child, 'message'), failOnExit(child)])) as [{ origin: string }];
  const stop = async (): Promise<void> => {
    const endedByItself = child.exitCode !== null || child.signalCode !== null;
    if (!endedByItself) {
      child.disconnect();
      await once(child, 'exit');
    }
    if (endedByItself || logged) throw new Error(`The provider ${endedByItself ? 'ended by itself' : 'logged errors'}.\n${logged}`);
  };
  return { site: providerSite(origin), stop };
}

async function failOnExit(child: ChildProcess): Promise<never> {
  const [code] = await once(child, 'exit');
  throw new Error(`The provider did not start (${String(code)})`);
}

function providerSite(origin: string): ProviderSite {
  return {
    origin,
    async invite(email) {
      await fetch(`${origin}/test/invite`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
    },
    async lastMailTo(email) {
      const mails = (await (await fetch(`${origin}/test/mails`)).json()) as { to: string; text: string }[];
      return mails.filter(({ to }) => to === email).at(-1)?.text ?? '';
    },
    call: (operation, body) =>
      fetch(`${origin}/_idp/`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': operation },
        body: JSON.stringify(body),
      }),
  };
}

export type Harness = ReturnType<typeof createHarness>;

export function createHarness(page: Page, { origin }: ProviderSite) {
  const isReturn = (url: URL) => url.origin === origin && !url.pathname.startsWith('/_idp');

  const harness = {
    page,
    /** Leaves for the hosted page. */
    async start(input: Parameters<Window['amplify']['signInWithRedirect']>[0] = {}) {
      // The page is gone before the call could answer.
      await page.evaluate((value) => void window.amplify.signInWithRedirect(value), input);
      await page.waitForURL(`${origin}/_idp/**`);
    },
    /** Waits until Amplify announces something, on whatever page of the site. */
    async event(name: string): Promise<HarnessEvent> {
      await page.waitForURL(isReturn);
      const found = await page.waitForFunction((wanted) => window.events?.find(({ event }) => event === wanted), name);
      return (await found.jsonValue())!;
    },
    async fillSignIn(email = PLAYER, password = PASSWORD) {
      await page.getByLabel('E-mail').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    },
    async signIn() {
      await harness.start();
      await harness.fillSignIn();
      await harness.event('signedIn');
    },
    stored: () => page.evaluate(() => ({ ...localStorage }) as Record<string, string>),
    /** A stored token by the end of its key, such as `refreshToken`. */
    async token(name: string): Promise<string | undefined> {
      return Object.entries(await harness.stored()).find(([key]) => key.endsWith(`.${name}`))?.[1];
    },
    session: (forceRefresh = false) =>
      page.evaluate(
        (force) =>
          window.amplify.fetchAuthSession({ forceRefresh: force }).then(
            ({ tokens, identityId, credentials }) => ({
              access: tokens?.accessToken.toString() ?? null,
              exp: tokens?.accessToken.payload.exp ?? null,
              identityId: identityId ?? null,
              guestKey: credentials?.accessKeyId ?? null,
              error: null,
            }),
            (error: Error) => ({ access: null, exp: null, identityId: null, guestKey: null, error: error.message }),
          ),
        forceRefresh,
      ),
    /** Counts calls of an operation from now on. */
    countCalls(operation: string): () => number {
      let count = 0;
      page.on('request', (request) => (count += Number(request.headers()['x-amz-target']?.endsWith(`.${operation}`) ?? false)));
      return () => count;
    },
  };
  return harness;
}
