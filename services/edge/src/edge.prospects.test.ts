/** What may become live next, from the registry's announcement to a promotion. */
import { beforeEach, expect, it } from '@jest/globals';
import { signProspects } from '@site/release-model/prospects';
import { type ReleaseRef, refOf } from '@site/release-model/release-id';
import { pageServer, testKey, testRemote, testShell, testTarget } from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store, until } from './testing/test-edge';

const [shell, remote, next] = [testShell(), testRemote(), testRemote('2.0.0', pageServer(`'Next'`))];
const ground = groundOfEachTest();

beforeEach(async () => {
  await ground.start();
});

it('is prepared once it is announced, shown to nobody, named to nobody, and served whole when it is promoted', async () => {
  await store(ground.edge.storage, shell, remote, next);
  ground.registry.promote(testTarget(1, shell, remote));
  await ground.edge.ready(1);
  await until(async () => ground.registry.streams() > 0);
  ground.registry.foresee(
    signProspects({ schema: 1, environment: 'production', prospects: [{ 'mf-a': refOf(next.descriptor) }] }, testKey),
  );
  await until(async () => (await ground.edge.status()).prospects.ready === 1);
  expect(await (await fetch(ground.edge.url)).text()).toContain('>Hello</main>');
  expect(JSON.stringify(await ground.edge.status())).not.toContain('2.0.0');
  ground.registry.promote(testTarget(2, shell, next));
  await ground.edge.ready(2);
  expect(await (await fetch(ground.edge.url)).text()).toContain('>Next</main>');
});

it('is asked for at once, and what is announced within the second after that once more, the last of it', async () => {
  await store(ground.edge.storage, shell, remote, next);
  ground.registry.promote(testTarget(1, shell, remote));
  await ground.edge.ready(1);
  await until(async () => ground.registry.streams() > 0);
  const foresee = (...prospects: Record<string, ReleaseRef>[]) =>
    ground.registry.foresee(signProspects({ schema: 1, environment: 'production', prospects }, testKey));
  const [before, began] = [ground.registry.askedForProspects(), Date.now()];
  for (let announced = 0; announced < 30; announced += 1) {
    foresee();
    // As long as a question and its answer.
    await ground.edge.status();
  }
  foresee({ 'mf-a': refOf(next.descriptor) });
  await until(async () => (await ground.edge.status()).prospects.ready === 1);
  // Two of its start may come in between.
  expect(ground.registry.askedForProspects() - before).toBeLessThanOrEqual(4 + (Date.now() - began) / 1_000);
});
