import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Verb, tokenFor } from './context';
import { EXIT } from './failure';
import { createRegistryClient } from './registry-client';
import { assertCanKeep, forgetSignIn, type KeptSignIn, keepSignIn, readSignIn } from './sign-in/kept-sign-in';

const FORBIDDEN = { code: 'forbidden', error: 'ada has no grant to publish.', requestId: '1' };

let before: NodeJS.ProcessEnv;
let folder: string;
/** Registry and provider. */
let server: Server;
let origin: string;
/** Token of each request to the registry. */
let tokens: (string | undefined)[];
/** Refresh token of each request to the provider. */
let refreshes: (string | null)[];
/** What the provider answers in place of tokens. */
let refused: { status: number; error: string } | null;
/** Whether the registry says that whoever asks may not. */
let isForbidden: boolean;

beforeEach(async () => {
  before = process.env;
  folder = await mkdtemp(join(tmpdir(), 'release-cli-'));
  const { RELEASE_TOKEN: _, ...env } = process.env;
  process.env = { ...env, XDG_CONFIG_HOME: folder };
  [tokens, refreshes, isForbidden, refused] = [[], [], false, null];
  server = createServer((request, response) => {
    if (request.method === 'GET') {
      tokens.push(request.headers.authorization);
      if (isForbidden) return response.writeHead(403).end(JSON.stringify(FORBIDDEN));
      return response.end('{"remotes":[]}');
    }
    request.setEncoding('utf8').once('data', (body: string) => {
      const count = refreshes.push(new URLSearchParams(body).get('refresh_token'));
      if (refused)
        return response.writeHead(refused.status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: refused.error }));
      const next = { access_token: `access-${count}`, refresh_token: `refresh-${count}`, token_type: 'bearer', expires_in: 300 };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(next));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  process.env = before;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  await rm(folder, { recursive: true });
});

const clientFor = async (verb: Verb) => createRegistryClient({ registry: origin, token: await tokenFor(verb, { registry: origin }) });

async function givenSignIn(): Promise<KeptSignIn> {
  const [authorization_endpoint, token_endpoint, revocation_endpoint] = [`${origin}/authorize`, `${origin}/token`, `${origin}/revoke`];
  const provider = {
    ...{ issuer: origin, authorization_endpoint, token_endpoint, revocation_endpoint },
    ...{ client_id: 'release', scope: 'openid', redirect_uris: ['http://127.0.0.1/callback'] },
  };
  const signIn = { provider, accessToken: 'access-0', refreshToken: 'refresh-0', expiresAt: Date.now() + 3_600_000 };
  await keepSignIn(origin, signIn);
  return signIn;
}

it('a command that lasts longer than its access token goes on with the next one, for which it asks once', async () => {
  const signIn = await givenSignIn();
  const client = await clientFor('publish');
  await client.remotes();
  await keepSignIn(origin, { ...signIn, expiresAt: 0 });
  await Promise.all([client.remotes(), client.remotes(), client.remotes()]);
  expect(tokens).toEqual(['Bearer access-0', 'Bearer access-1', 'Bearer access-1', 'Bearer access-1']);
  expect(refreshes).toEqual(['refresh-0']);
  expect(await readSignIn(origin)).toMatchObject({ accessToken: 'access-1', refreshToken: 'refresh-1' });
});

it('a sign-in that has ended is told from a provider that is away', async () => {
  await keepSignIn(origin, { ...(await givenSignIn()), expiresAt: 0 });
  refused = { status: 400, error: 'invalid_grant' };
  await expect(tokenFor('publish', { registry: origin })).rejects.toMatchObject({
    exitCode: EXIT.unauthorized,
    message: 'The sign-in has ended. Sign in again: npx release login',
  });
  refused = { status: 503, error: 'temporarily_unavailable' };
  await expect(tokenFor('publish', { registry: origin })).rejects.toMatchObject({
    exitCode: EXIT.unavailable,
    message: 'The sign-in could not be renewed: the provider cannot be reached or does not answer as it should.',
  });
});

it('a sign-in that cannot be kept, or forgotten, is said in a sentence, and before somebody signs in', async () => {
  const signIn = await givenSignIn();
  const file = join(folder, 'a-file');
  await writeFile(file, '');
  process.env.XDG_CONFIG_HOME = file;
  for (const work of [assertCanKeep(), keepSignIn(origin, signIn), forgetSignIn(origin)])
    await expect(work).rejects.toMatchObject({ name: 'Failure', message: expect.stringContaining(`in ${join(file, 'release-cli')}`) });
});

it('a command does not go on after a logout in another terminal', async () => {
  await givenSignIn();
  const client = await clientFor('view');
  await forgetSignIn(origin);
  await expect(client.remotes()).rejects.toMatchObject({
    message: 'The sign-in has ended. Sign in again: npx release login',
    exitCode: EXIT.unauthorized,
  });
  expect(tokens).toEqual([]);
});

it('whoever may not do at a local site what its tokens allow hears that it is the sign-in that is used, and how it is ended', async () => {
  await givenSignIn();
  isForbidden = true;
  await expect((await clientFor('publish')).remotes()).rejects.toMatchObject({
    message:
      'ada has no grant to publish. You act here as who you have signed in as; npx release logout gives the tokens of the local site back.',
    exitCode: EXIT.unauthorized,
    code: 'forbidden',
  });
  process.env.RELEASE_TOKEN = 'given';
  await expect((await clientFor('publish')).remotes()).rejects.toMatchObject({ message: 'ada has no grant to publish.' });
  expect(tokens).toEqual(['Bearer access-0', 'Bearer given']);
});
