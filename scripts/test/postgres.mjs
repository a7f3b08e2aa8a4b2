/** A throw-away PostgreSQL server for the integration tests. */
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, start } from '../child.mjs';
import { installPackage } from '../debian.mjs';

const DEBIAN = '/usr/lib/postgresql';
const START_TIMEOUT_MS = 60_000;
/** Of `postmaster.pid`, from 0. */
const STATUS_LINE = 7;

/** @returns {string | undefined} Folder that holds `initdb` and `postgres`. */
function findPrograms() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => path.join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(path.delimiter)];
  return folders.find((folder) => existsSync(path.join(folder, 'initdb')));
}

/** PostgreSQL refuses to run as root; its package brings a user for it. */
async function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  return { uid: Number(uid.output), gid: Number(gid.output) };
}

/** Below the ports that systems give away by themselves, and those of the sites of browser tests: nobody is given one while its server is halted. */
async function freePort(host) {
  for (let port = 10_000 + (process.pid % 9_000); ; port += 1) {
    const server = createServer();
    try {
      await once(server.listen(port, host), 'listening');
    } catch (error) {
      if (error.code === 'EADDRINUSE') continue;
      throw error;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** It listens before it has recovered; its file says when it takes connections. */
async function untilReady(data) {
  const file = path.join(data, 'postmaster.pid');
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const status = existsSync(file) ? readFileSync(file, 'utf8').split('\n')[STATUS_LINE] : undefined;
    if (status?.trim() === 'ready') return;
    await sleep(100);
  }
  throw new Error('PostgreSQL did not start in time.');
}

/**
 * @typedef {object} Postgres
 * @property {() => Promise<string>} url Address of a running server, which starts when it is first asked for.
 * @property {() => Promise<void>} stop
 *
 * @param {{ signal: AbortSignal, folder?: string }} options `folder`: where a throw-away one keeps its data, in a folder of its own.
 * @returns {Postgres} The server that `TEST_DATABASE_URL` names, or a throw-away one.
 */
export function createPostgres({ signal, folder }) {
  const given = process.env.TEST_DATABASE_URL;
  let server;
  return {
    url: async () => given ?? (await (server ??= startPostgres({ signal, folder }))).url,
    stop: async () => (await server?.catch(() => undefined))?.stop(),
  };
}

/**
 * @typedef {object} PostgresServer
 * @property {string} url
 * @property {() => Promise<void>} halt Ends it at once, and with it all connections. The data stay.
 * @property {() => Promise<void>} resume Starts it again on the same address and data.
 * @property {() => Promise<void>} stop Ends it and removes the data.
 */

/**
 * @param {{ signal: AbortSignal, folder?: string, host?: string }} options
 * @returns {Promise<PostgresServer>}
 * @throws {Error} With one sentence that says what to do, when there is no PostgreSQL and none could be installed.
 */
export async function startPostgres({ signal, folder: parent = tmpdir(), host = '127.0.0.1' }) {
  const programs = await ensurePrograms(signal);
  const user = await serverUser();
  const folder = mkdtempSync(path.join(parent, 'postgres-'));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  const made = await run(path.join(programs, 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    signal,
  });
  if (made.code !== 0) throw new Error(`initdb failed.\n${made.output}`);

  const at = await freePort(host);
  const settings = [`listen_addresses=${host}`, `port=${at}`, `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=200'];
  let server;
  const halt = async () => {
    server.stop('SIGINT');
    await server.done;
  };
  const resume = async () => {
    server = start(path.join(programs, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], { ...user, signal });
    await Promise.race([
      untilReady(data),
      server.done.then(({ output }) => Promise.reject(new Error(`PostgreSQL ended at once.\n${output}`))),
    ]);
  };
  const stop = async () => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await resume();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: `postgresql://test@${host}:${at}/postgres`, halt, resume, stop };
}

async function ensurePrograms(signal) {
  if (!findPrograms()) await installPackage('postgresql', { signal });
  const programs = findPrograms();
  if (!programs) throw new Error('No PostgreSQL was found and none could be installed: install it, or set TEST_DATABASE_URL to a server.');
  return programs;
}
