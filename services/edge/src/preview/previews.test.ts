import { describe, expect, it } from '@jest/globals';
import { trust } from '@site/release-model/envelope';
import type { Preview } from '@site/release-model/preview';
import { refOf, releaseKey } from '@site/release-model/release-id';
import { positionOf } from '@site/release-model/target';
import { ReleaseFiles } from '../releases/release-files';
import { KeyRing } from '../target/key-ring';
import { RegistryAddress } from '../target/registry-address';
import { releasesOf, testRemote, testShell, testTarget } from '../testing/fixtures';
import { Previews } from './previews';
import { RevisionTargets } from './revision-targets';

const [shell, remote] = [testShell(), testRemote()];
const target = testTarget(1, shell, remote);
const live = { target, releases: releasesOf(shell, remote), position: positionOf(target) };
const visitor = { id: null, isNew: false, failedShells: [] };
const KEPT = 500_000;

/** A release with as many routes as one may have. */
function large(version: string) {
  const one = testRemote(version);
  const routes = Array.from({ length: 200 }, (_, index) => ({
    path: `/page-${index}`,
    page: './home',
    title: `Page ${index}`,
    access: 'public' as const,
  }));
  return { ...one, descriptor: { ...one.descriptor, routes } };
}

const releases = Array.from({ length: 50 }, (_, index) => large(`2.0.${index}`));
let reads = 0;
const files = new Map(
  releases.flatMap(({ descriptor, contents }) => [
    [releaseKey('mf-a', descriptor.version, 'release.json'), Buffer.from(JSON.stringify(descriptor))] as const,
    [releaseKey('mf-a', descriptor.version, 'server/remote.cjs'), Buffer.from(contents['server/remote.cjs'] ?? '')] as const,
  ]),
);
const storage = {
  get: async (key: string) => {
    reads += 1;
    return files.get(key) ?? null;
  },
};
const preview = ({ descriptor }: ReturnType<typeof large>): Preview => ({
  schema: 1,
  environment: 'production',
  id: descriptor.version,
  parts: { 'mf-a': refOf(descriptor) },
  expiresAt: '2999-01-01T00:00:00.000Z',
  createdBy: 'alice',
});

describe('the sites of previews', () => {
  const previews = new Previews({
    environment: 'production',
    keys: new KeyRing(async () => trust()),
    releases: new ReleaseFiles(storage as never),
    targets: new RevisionTargets(
      new RegistryAddress({ registryUrl: 'http://127.0.0.1:9', registryToken: async () => null, environment: 'production' }),
    ),
    revoked: { has: () => false },
    keptBytes: KEPT,
  });

  it('take no more memory than they may, however many previews are opened, and each is shown', async () => {
    let evicted = false;
    for (const release of releases) {
      const before = previews.keptBytes;
      const { site } = await previews.site(preview(release), live, visitor);
      expect(site.remotes[0]?.version).toBe(release.descriptor.version);
      expect(previews.keptBytes).toBeGreaterThan(0);
      expect(previews.keptBytes).toBeLessThanOrEqual(KEPT);
      evicted ||= previews.keptBytes <= before;
    }
    expect(evicted).toBe(true);
  });

  it('are made once for as long as they are kept, and made again after', async () => {
    const [first, last] = [releases[0]!, releases[49]!];
    const before = reads;
    const again = await previews.site(preview(last), live, visitor);
    expect(await previews.site(preview(last), live, visitor)).toBe(again);
    expect((await previews.site(preview(first), live, visitor)).site.remotes[0]?.version).toBe('2.0.0');
    expect(reads).toBe(before);
  });
});
