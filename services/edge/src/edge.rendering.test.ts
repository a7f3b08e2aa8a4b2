import { beforeEach, expect, it } from '@jest/globals';
import { SHELL_SERVER, testRemote, testShell, testTarget, type TestRelease } from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store, until } from './testing/test-edge';

const VISITOR_WAIT_MS = 150;
/** Takes longer to render a page than a visitor's document waits for it. */
const SLOW_SERVER = SHELL_SERVER.replace('const body', 'for (const end = Date.now() + 400; Date.now() < end; );\nconst body');
const ASKS_AGAIN = '<noscript><meta http-equiv="refresh"';

const [shell, slowShell, remote] = [testShell(), testShell('1.1.0', SLOW_SERVER), testRemote()];
const ground = groundOfEachTest();

beforeEach(async () => {
  await ground.start({ visitorWaitMs: VISITOR_WAIT_MS });
});

async function live(...releases: TestRelease[]) {
  await store(ground.edge.storage, ...releases);
  ground.registry.promote(testTarget(1, ...releases));
  await ground.edge.ready(1);
}

const documentAt = async (path: string): Promise<string> => (await fetch(ground.edge.url + path)).text();

it('a promotion waits for its pages, so that no document is without content', async () => {
  await live(shell, remote);
  await store(ground.edge.storage, slowShell);
  // Three pages.
  ground.registry.promote(testTarget(2, { ...slowShell, fallback: shell }, remote));
  const documents: string[] = [];
  await until(async () => documents[documents.push(await documentAt('/')) - 1]!.includes('"revision":2'));
  documents.push(await documentAt('/offer'));
  for (const html of documents) expect(html).toMatch(/<main data-path="[^"]*">Hello<\/main>/);
});

it('a document whose page is not rendered yet is asked for again by a browser without scripts, until it is', async () => {
  await live(slowShell, remote);
  const documents: string[] = [];
  await until(async () => documents[documents.push(await documentAt('/offer/special')) - 1]!.includes('Hello</main>'));
  expect(documents.length).toBeGreaterThan(1);
  expect(documents.map((html) => html.includes(ASKS_AGAIN))).toEqual(documents.map((_, index) => index < documents.length - 1));
});

it('a page that cannot be rendered is left to the browser, everything else is served as ever, and the status counts it', async () => {
  await live(shell, testRemote('2.0.0', `module.exports = { pages: { './home': { default() { throw new Error('no') } } } };`));
  const response = await fetch(`${ground.edge.url}/`);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toContain('<div id="root"></div>');
  expect(html).not.toContain(ASKS_AGAIN);
  expect((await ground.edge.status()).pages).toEqual({ planned: 3, rendered: 1, failed: 2, done: true });
});
