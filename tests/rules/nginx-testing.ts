/** The project's nginx in front of replicas that a test makes, and requests to it. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request as sent, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Proxy, type ProxyOptions, startProxy } from '../cluster/shape/proxy';

/** A replica that answers with the role that it plays. */
export async function startReplica(role: string): Promise<Server> {
  const server = createServer(({ headers }, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader(
      'x-seen',
      ['x-request-id', 'traceparent', 'tracestate', 'x-forwarded-proto'].map((name) => String(headers[name])).join(' '),
    );
    response.end(role);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

export interface Answer {
  status: number;
  text: string;
  headers: IncomingMessage['headers'];
}

export async function ask(folder: string, route: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const request = sent({ socketPath: path.join(folder, 'nginx.sock'), method, path: route, headers, agent: false }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, text: Buffer.concat(await answer.toArray()).toString(), headers: answer.headers };
}

/** What the proxy has logged of requests, once all of these are in it: nginx logs a request after it has answered it. */
export async function loggedBy({ accessLog }: Proxy, ...awaited: string[]): Promise<string> {
  for (;;) {
    const logged = readFileSync(accessLog, 'utf8');
    if (awaited.every((text) => logged.includes(text))) return logged;
    await delay(20);
  }
}

/** The real configuration, with replicas on this machine. @param change Makes something of it another one. */
export async function startProxyFor(replicas: Record<string, Server[]>, change?: ProxyOptions['change']): Promise<Proxy> {
  const addresses = Object.entries(replicas).map(([role, servers]) => [role, servers.map((server) => `127.0.0.1:${portOf(server)}`)]);
  const byRole = Object.fromEntries(addresses) as Record<string, string[]>;
  const proxy = await startProxy({ replicas: byRole, ...(change && { change }) });
  return {
    ...proxy,
    async stop() {
      await proxy.stop();
      for (const server of Object.values(replicas).flat()) server.close();
    },
  };
}
