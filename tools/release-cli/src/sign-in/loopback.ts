/** Where the browser returns to after a sign-in: a server of this machine, for one request (RFC 8252, 7.3). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EXIT, Failure } from '../failure';

export interface Loopback {
  /** Where it listens, as the provider is told. */
  redirectUri: string;
  /** What the browser brings with the state that was given to it. */
  returned: Promise<URLSearchParams>;
  /** Resolves when the page is with the browser. */
  close(): Promise<void>;
}

/**
 * Listens at the first of the addresses that is free; one without a port stands for a port of the system's choice.
 * @param state Of the only request that counts.
 * @throws Failure if none is free.
 */
export async function listenForReturn(redirectUris: readonly string[], state: string): Promise<Loopback> {
  let resolve: Expected['resolve'] = () => undefined;
  const returned = new Promise<URLSearchParams>((done) => (resolve = done));
  for (const uri of redirectUris) {
    const { hostname, port, pathname } = new URL(uri);
    const server = createServer((request, response) => answer(request, response, { pathname, state, resolve }));
    if (!(await listens(server, hostname, Number(port)))) continue;
    const redirectUri = Object.assign(new URL(uri), { port: String((server.address() as AddressInfo).port) }).href;
    return { redirectUri, returned, close: () => new Promise((done) => server.close(() => done())) };
  }
  throw new Failure(`Another program uses the addresses to return to after a sign-in: ${redirectUris.join(', ')}.`, EXIT.unavailable);
}

const listens = (server: Server, host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host, port }, () => resolve(true));
  });

interface Expected {
  pathname: string;
  state: string;
  resolve: (parameters: URLSearchParams) => void;
}

function answer({ method, url = '/' }: IncomingMessage, response: ServerResponse, { pathname, state, resolve }: Expected): void {
  const { pathname: asked, searchParams } = new URL(url, 'http://localhost');
  const isOurs = method === 'GET' && asked === pathname && searchParams.get('state') === state;
  const text = !isOurs
    ? 'This is not the sign-in that was asked for.'
    : searchParams.has('error')
      ? 'The sign-in did not happen. You can close this window.'
      : 'You can close this window, and go on in the terminal.';
  response.writeHead(isOurs ? 200 : 404, HEADERS).end(page(text));
  if (isOurs) resolve(searchParams);
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

const page = (text: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>release</title>
<h1>release</h1>
<p>${text}</p>
</html>
`;
