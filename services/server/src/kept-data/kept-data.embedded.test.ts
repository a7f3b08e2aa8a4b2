/** The data folder of an earlier version, as that version left it, under the present one. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pageServer, release, type TestRelease } from '@site/edge/testing/fixtures';
import { until } from '@site/edge/testing/test-edge';
import { silentLogger } from '@site/platform/logging';
import { createTestDirectory } from '@site/platform/testing';
import { archiveOf } from '@site/registry/testing';
import { openTarget } from '@site/release-model/envelope';
import type { Revision } from '@site/release-model/revision';
import { parseServerConfig } from '../config';
import { readTrustedKeys } from '../edge-access';
import { type RunningServices, startServices } from '../start-services';
import { unpackDataOf } from './unpack';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let control: RunningServices;
let edge: RunningServices;

async function start(roles: string, settings: Record<string, string> = {}): Promise<RunningServices> {
  const config = parseServerConfig({ NODE_ENV: 'test', DATA_DIR: directory.path, ROLES: roles, ...settings });
  return startServices({ ...config, port: 0 }, silentLogger());
}

beforeAll(async () => {
  directory = await createTestDirectory();
  await unpackDataOf('2509a32', directory.path);
  control = await start('registry,api,identity');
  edge = await start('edge', { REGISTRY_URL: control.server.listeningOrigin });
});
afterAll(async () => {
  await edge.close();
  await control.close();
  await directory.remove();
});

const registry = (path: string) => `${control.server.listeningOrigin}/registry/v1${path}`;
const PRODUCTION = '/environments/production';
const read = async <Answer>(path: string): Promise<Answer> => (await fetch(registry(path))).json() as Promise<Answer>;
const token = async (verb: string): Promise<string> => (await readFile(join(directory.path, 'tokens', `${verb}.token`), 'utf8')).trim();
const document = async (): Promise<string> => (await fetch(`${edge.server.listeningOrigin}/`)).text();
const serves = (words: string) => until(async () => (await document()).includes(`<main data-path="/">${words}</main>`));

async function publish({ descriptor, contents }: TestRelease): Promise<number> {
  const archive = await archiveOf({ descriptor, files: contents });
  const headers = {
    authorization: `Bearer ${await token('publish')}`,
    'content-type': 'application/gzip',
    'x-content-sha256': createHash('sha256').update(archive).digest('hex'),
  };
  const path = `/remotes/${descriptor.name}/releases/${descriptor.version}`;
  return (await fetch(registry(path), { method: 'PUT', headers, body: new Uint8Array(archive) })).status;
}

async function command(expectedRevision: number, what: object): Promise<Revision> {
  const headers = { authorization: `Bearer ${await token('promote')}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ expectedRevision, command: what });
  return (await fetch(registry(`${PRODUCTION}/commands`), { method: 'POST', headers, body })).json() as Promise<Revision>;
}

/** As the `release history` of that version told it. */
const HISTORY = [
  { number: 4, cause: 'promote', restores: null, at: '42.450', reason: 'the right greeting', changes: ['mf-a: 1.0.0 to 1.0.2'] },
  { number: 3, cause: 'rollback', restores: 1, at: '41.546', reason: 'the greeting is wrong', changes: ['mf-a: 1.0.1 to 1.0.0'] },
  { number: 2, cause: 'promote', restores: null, at: '40.821', reason: 'a new greeting', changes: ['mf-a: 1.0.0 to 1.0.1'] },
  {
    number: 1,
    cause: 'promote',
    restores: null,
    at: '40.306',
    reason: 'opening',
    changes: ['mf-a: null to 1.0.0', 'shell: null to 1.0.0'],
  },
];

describe('the data that commit 2509a32 left', () => {
  it('have their history whole: numbers, causes, authors, times, reasons and changes', async () => {
    const { revisions } = await read<{ revisions: Revision[] }>(`${PRODUCTION}/revisions`);
    const told = revisions.map(({ number, cause, restores, createdBy, createdAt, reason, changes }) => ({
      ...{ number, cause, restores, createdBy, createdAt, reason },
      changes: changes.map((change) => `${change.name}: ${String(change.from)} to ${String(change.to)}`),
    }));
    expect(told).toEqual(
      HISTORY.map(({ at, ...revision }) => ({ ...revision, createdBy: 'local-promote', createdAt: `2026-11-22T15:24:${at}Z` })),
    );
  });

  it('are live again as a target that is signed, and rendered by the edge', async () => {
    await serves('Hello from 1.0.2');
    const target = openTarget(await read(`${PRODUCTION}/target`), await readTrustedKeys(join(directory.path, 'edge-access')), 'production');
    expect([target.number, target.parts['mf-a']?.stable.version, target.parts['mf-a']?.fallback?.version]).toEqual([4, '1.0.2', '1.0.0']);
    expect((await fetch(`${edge.server.listeningOrigin}/assets/mf-a/1.0.0/remoteEntry.js`)).status).toBe(200);
  });

  it('go on with their tokens: a release is published, promoted, served and rolled back', async () => {
    const next = release('mf-a', {
      version: '1.1.0',
      entries: ['v/remoteEntry.js'],
      server: 'server/remote.cjs',
      routes: [{ path: '/', page: './home', title: 'Home', access: 'public' }],
      contents: { 'v/remoteEntry.js': 'entry 1.1.0', 'server/remote.cjs': pageServer(`text + ' from today'`) },
      exposes: { './home': { files: ['v/remoteEntry.js'], consumes: ['react'] } },
    });
    expect(await publish({ ...next, descriptor: { ...next.descriptor, team: 'a' } })).toBe(201);
    expect(await command(4, { kind: 'promote', releases: { 'mf-a': '1.1.0' } })).toMatchObject({ number: 5 });
    await serves('Hello from today');
    expect(await command(5, { kind: 'rollback' })).toMatchObject({ number: 6, restores: 4 });
    await serves('Hello from 1.0.2');
  });

  it('still answer the API', async () => {
    expect((await fetch(`${control.server.listeningOrigin}/api/draft/demos`)).status).toBe(200);
  });
});
