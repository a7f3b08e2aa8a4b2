import { beforeEach, describe, expect, it } from '@jest/globals';
import { refOf } from '@site/release-model/release-id';
import { z } from 'zod';
import { integrityOf, release, releasesOf, type TestPart, testRemote, testShell, testTarget } from '../testing/fixtures';
import { groundOfEachTest } from '../testing/ground';
import { store } from '../testing/test-edge';
import { discoveryOf } from './discovery';

/** What https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json asks for, of each version in a list. */
const publishedSchema = z.strictObject({
  schema: z.string(),
  microFrontends: z.record(
    z.string(),
    z
      .array(
        z.strictObject({
          url: z.string(),
          fallbackUrl: z.string().optional(),
          metadata: z.strictObject({ integrity: z.string(), version: z.string() }),
          extras: z.looseObject({}).optional(),
          deployment: z.looseObject({ traffic: z.number().min(0).max(100), default: z.boolean() }).optional(),
        }),
      )
      .refine((versions) => new Set(versions.map((version) => JSON.stringify(version))).size === versions.length),
  ),
});

const ORIGIN = 'https://practice.example.com';
const [shell, remote, next] = [testShell(), testRemote(), testRemote('1.1.0-beta.1')];
const assets = `${ORIGIN}/assets/mf-a`;
const withManifest = release('mf-a', {
  version: '2.0.0',
  entries: ['v/remoteEntry.js'],
  contents: { 'v/remoteEntry.js': 'entry 2.0.0', 'v/mf-manifest.json': '{}' },
});

function discover(...parts: TestPart[]) {
  const discovery = discoveryOf({ target: testTarget(1, ...parts), releases: releasesOf(...parts), publicOrigin: ORIGIN });
  expect(publishedSchema.parse(discovery)).toEqual(discovery);
  return discovery.microFrontends['production/mf-a'];
}

describe('what is discovered', () => {
  it('is every remote with address, version and hash of its entry, and not the shell', () => {
    const discovery = discoveryOf({ target: testTarget(1, shell, remote), releases: releasesOf(shell, remote), publicOrigin: ORIGIN });
    expect(publishedSchema.parse(discovery)).toEqual({
      schema: 'https://github.com/awslabs/frontend-discovery/blob/main/schema/v1-pre.json',
      microFrontends: {
        'production/mf-a': [
          {
            url: `${assets}/1.0.0/remoteEntry.js`,
            metadata: { version: '1.0.0', integrity: integrityOf('entry 1.0.0') },
            extras: { id: refOf(remote.descriptor).id, team: 'team', prerelease: false, kind: 'module-federation', container: 'mf_a' },
          },
        ],
      },
    });
  });

  it('names the manifest of a release that has one', () => {
    expect(discover(shell, withManifest)).toMatchObject([{ extras: { manifest: `${assets}/2.0.0/mf-manifest.json` } }]);
  });

  it('names what takes over, with the hash that the schema has no field for', () => {
    const versions = discover(shell, { ...withManifest, fallback: remote });
    expect(versions).toMatchObject([
      { fallbackUrl: `${assets}/1.0.0/remoteEntry.js`, extras: { fallback: { version: '1.0.0', integrity: integrityOf('entry 1.0.0') } } },
    ]);
  });

  it('shares a canary between the stable release, which is the default, and its candidate, which falls back to it', () => {
    const candidate = (basisPoints: number) =>
      discover(shell, { ...remote, candidate: { release: next, basisPoints, cohort: 'revision-2' } })?.map(
        ({ metadata, deployment, fallbackUrl, extras }) => [metadata.version, extras.prerelease, deployment, fallbackUrl],
      );
    expect(candidate(333)).toEqual([
      ['1.0.0', false, { traffic: 96.67, default: true, salt: 'revision-2' }, undefined],
      ['1.1.0-beta.1', true, { traffic: 3.33, default: false, salt: 'revision-2' }, `${assets}/1.0.0/remoteEntry.js`],
    ]);
    for (let basisPoints = 0; basisPoints <= 10_000; basisPoints += 7) expect(candidate(basisPoints)).toHaveLength(2);
  });

  it('has no version of a remote that is switched off', () => {
    expect(discover(shell, { ...remote, disabled: { message: 'Later.' } })).toEqual([]);
  });
});

describe('the address of discovery', () => {
  const ground = groundOfEachTest();
  const get = (headers: Record<string, string> = {}) => fetch(`${ground.edge.url}/.well-known/frontend-discovery.json`, { headers });

  beforeEach(async () => {
    await ground.start();
  });

  it('answers 503 before the first promotion', async () => {
    expect((await get()).status).toBe(503);
  });

  it('is open to every site, is asked each time, and answers 304 to who has what is live', async () => {
    await store(ground.edge.storage, shell, remote, withManifest);
    ground.registry.promote(testTarget(1, shell, remote));
    await ground.edge.ready(1);
    const first = await get({ origin: 'https://elsewhere.example' });
    expect(Object.fromEntries(first.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const [version] = publishedSchema.parse(await first.json()).microFrontends['production/mf-a'] ?? [];
    expect(version?.metadata.version).toBe('1.0.0');
    const known = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await get(known)).status).toBe(304);

    ground.registry.promote(testTarget(2, shell, withManifest));
    await ground.edge.ready(2);
    const second = await get(known);
    expect(second.status).toBe(200);
    expect(JSON.stringify(await second.json())).toContain('"version":"2.0.0"');
    const manifest = await fetch(`${ground.edge.url}/assets/mf-a/2.0.0/mf-manifest.json`);
    expect(Object.fromEntries(manifest.headers)).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    });
    expect(await manifest.text()).toBe('{}');
  });
});
