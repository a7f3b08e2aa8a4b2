/**
 * Starts the development server of a remote, and learns from it what it serves. It announces itself as it would to a site in development mode, with
 * `PUT $SITE_ORIGIN/_dev/remotes/<name>`, so that any tool can be one.
 */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type LocalPart, localPartSchema } from '@site/release-model/local-part';
import { EXIT, Failure } from './failure';
import { startScript } from './npm-script';
import type { ReleasablePackage } from './workspace';

export interface DevelopmentServer {
  /** Why the development server ended; pending while it goes on. */
  ended: Promise<Failure>;
  /** Ends the development server and all that it started. */
  stop(): Promise<void>;
}

/**
 * @param show Makes a place where the remote is shown as it is served, and returns its address. Called again when what is served moves or has
 *   other routes, and after it has failed.
 */
export async function startDevelopmentServer(
  source: ReleasablePackage,
  show: (part: LocalPart) => Promise<string>,
): Promise<DevelopmentServer> {
  const shownAs = onceFor(show);
  let shownAt: string | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PUT' && request.url === `/_dev/remotes/${source.name}`) {
      const announced = localPartSchema.safeParse(JSON.parse(await text(request)));
      if (!announced.success) return void response.writeHead(400).end(announced.error.issues[0]?.message);
      shownAt = await shownAs(announced.data);
      response.writeHead(204).end();
    } else if (request.method === 'GET' && shownAt !== null) {
      response.writeHead(302, { location: shownAt, 'cache-control': 'no-store' }).end();
    } else response.writeHead(request.method === 'DELETE' ? 204 : 404).end();
  }

  const server = createServer((request, response) => {
    // What cannot be shown ends this program, which says why. An answer would have the development server say so too, and try again.
    answer(request, response).catch(() => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The development server says that the remote is shown there, and so it is: the address leads on.
  const child = spawnDev(source, `http://localhost:${(server.address() as AddressInfo).port}`);
  const closed = once(child, 'close') as Promise<[number | null]>;
  return {
    ended: closed.then(
      ([code]) => new Failure(`The development server of ${source.name} ended${code === null ? '' : ` with code ${code}`}.`, EXIT.build),
      (error: Error) => new Failure(`The development server of ${source.name} could not be started: ${error.message}`, EXIT.build),
    ),
    async stop() {
      end(child);
      await closed.catch(() => undefined);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A process group of its own: Ctrl-C reaches this program alone, which then ends all of that one. */
function spawnDev(source: ReleasablePackage, siteOrigin: string): ChildProcess {
  const child = startScript('dev', source, { env: { SITE_ORIGIN: siteOrigin }, silent: true, ownGroup: true });
  // What it says is for people: standard output has the answer of this program. Its pipes close when all that it started has ended too.
  child.stdout.pipe(process.stderr, { end: false });
  child.stderr.pipe(process.stderr, { end: false });
  return child;
}

function end(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (process.platform === 'win32') child.kill();
    else process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}

/** Calls `show` once for the same part, also when it is announced again meanwhile. What failed is tried again. */
function onceFor(show: (part: LocalPart) => Promise<string>): typeof show {
  let known: { key: string; shown: Promise<string> } | null = null;
  return (part) => {
    const key = JSON.stringify(part);
    if (known?.key === key) return known.shown;
    const shown = show(part);
    const now = { key, shown };
    known = now;
    shown.catch(() => {
      if (known === now) known = null;
    });
    return shown;
  };
}
