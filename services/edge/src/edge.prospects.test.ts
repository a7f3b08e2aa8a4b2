/** What may become live next, from the registry's announcement to a promotion. */
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createTestDirectory } from '@site/platform/testing';
import { signProspects } from '@site/release-model/prospects';
import { type ReleaseRef, refOf } from '@site/release-model/release-id';
import { pageServer, testKey, testRemote, testShell, testTarget } from './testing/fixtures';
import { startTestEdge, startTestRegistry, store, type TestEdge, type TestRegistry, until } from './testing/test-edge';

const [shell, remote, next] = [testShell(), testRemote(), testRemote('2.0.0', pageServer(`'Next'`))];
let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let registry: TestRegistry;
let edge: TestEdge;

beforeEach(async () => {
  directory = await createTestDirectory();
  registry = await startTestRegistry();
  edge = await startTestEdge(directory.path, registry.url);
});
afterEach(async () => {
  await edge.server.close();
  await registry.stop();
  await directory.remove();
});

it('is prepared once it is announced, shown to nobody, named to nobody, and served whole when it is promoted', async () => {
  await store(edge.storage, shell, remote, next);
  registry.promote(testTarget(1, shell, remote));
  await edge.ready(1);
  await until(async () => registry.streams() > 0);
  registry.foresee(signProspects({ schema: 1, environment: 'production', prospects: [{ 'mf-a': refOf(next.descriptor) }] }, testKey));
  await until(async () => (await edge.status()).prospects.ready === 1);
  expect(await (await fetch(edge.url)).text()).toContain('>Hello</main>');
  expect(JSON.stringify(await edge.status())).not.toContain('2.0.0');
  registry.promote(testTarget(2, shell, next));
  await edge.ready(2);
  expect(await (await fetch(edge.url)).text()).toContain('>Next</main>');
});

it('is asked for at once, and what is announced within the second after that once more, the last of it', async () => {
  await store(edge.storage, shell, remote, next);
  registry.promote(testTarget(1, shell, remote));
  await edge.ready(1);
  await until(async () => registry.streams() > 0);
  const foresee = (...prospects: Record<string, ReleaseRef>[]) =>
    registry.foresee(signProspects({ schema: 1, environment: 'production', prospects }, testKey));
  const [before, began] = [registry.askedForProspects(), Date.now()];
  for (let announced = 0; announced < 30; announced += 1) {
    foresee();
    // As long as a question and its answer.
    await edge.status();
  }
  foresee({ 'mf-a': refOf(next.descriptor) });
  await until(async () => (await edge.status()).prospects.ready === 1);
  // Two of its start may come in between.
  expect(registry.askedForProspects() - before).toBeLessThanOrEqual(4 + (Date.now() - began) / 1_000);
});
