import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { archiveOf, fixtureRelease, startTestRegistry, type TestRegistry, upload } from '../testing';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.stop());

const module = (name: string, more: Partial<ReleaseDescriptor> = {}) => {
  const made = fixtureRelease({ name, version: '1.0.0' });
  return { ...made, descriptor: { ...made.descriptor, kind: 'esm' as const, ...more } };
};
const answer = async (release: ReturnType<typeof module>) => upload(registry, release.descriptor.name, '1.0.0', await archiveOf(release));

it('a release of ES modules is published, and is another one than the same files for Module Federation', async () => {
  const release = module('mf-module');
  expect((await answer(release)).statusCode).toBe(201);
  const { kind: _, ...federated } = release.descriptor;
  expect((await upload(registry, 'mf-module', '1.0.0', await archiveOf({ ...release, descriptor: federated }))).statusCode).toBe(409);
});

it.each<[string, ReturnType<typeof module>, string]>([
  ['as a shell', module('shell'), 'The shell is no release of ES modules.'],
  ['with a route', module('mf-routed', { routes: [{ path: '/x', redirect: '/y' }] }), 'has no routes'],
  ['with shared modules', module('mf-shares', { requires: { react: { range: '^19.0.0', singleton: true } } }), 'requires no modules'],
])('a release of ES modules is refused %s', async (_what, release, text) => {
  const refused = await answer(release);
  expect([refused.statusCode, refused.json()]).toEqual([422, expect.objectContaining({ error: expect.stringContaining(text) })]);
});
