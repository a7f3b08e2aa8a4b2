/** What an edge tells about the documents that it serves: how many had which releases, and the seal in each; and that it makes them ahead. */
import { request } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { compositionSchema } from '@site/contracts/composition';
import { signPreview } from '@site/release-model/preview';
import { refOf } from '@site/release-model/release-id';
import { openSeal, sealKey } from '@site/release-model/seal';
import { compressDocument } from './document/compress-document';
import { pageServer, type TestPart, testKey, testRemote, testShell, testTarget } from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store, until } from './testing/test-edge';

const [shell, remote] = [testShell(), testRemote()];
const candidate = testRemote('2.0.0', pageServer(`'Candidate'`));
const canary: TestPart = { ...remote, candidate: { release: candidate, basisPoints: 10_000, cohort: 'revision-2' } };
const [TODAY, TOMORROW] = ['2026-11-22', '2026-11-23'];

let time: string;
const ground = groundOfEachTest();

beforeEach(async () => {
  time = `${TODAY}T10:00:30Z`;
  await ground.start({ production: true, now: () => new Date(time) });
  await store(ground.edge.storage, shell, remote, candidate);
});

async function promote(number: number, ...parts: TestPart[]) {
  ground.registry.promote(testTarget(number, ...parts));
  await ground.edge.ready(number);
}
const get = (path = '/', cookie = '') => fetch(ground.edge.url + path, { headers: cookie ? { cookie } : {}, redirect: 'manual' });
const htmlOf = async (path = '/', cookie = '') => (await get(path, cookie)).text();
const sealOf = (html: string) =>
  compositionSchema.parse(JSON.parse(/id="site-composition"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? '')).seal;
const preview = () =>
  signPreview(
    {
      schema: 1,
      environment: 'production',
      id: 'preview-1',
      parts: { 'mf-a': refOf(candidate.descriptor) },
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      createdBy: 'test',
    },
    testKey,
  );

const keyOf = (day: string) => sealKey(testKey, 'production', day);
const giveKeys = () => (ground.registry.answers.seals = [TODAY, TOMORROW].map((day) => ({ day, key: keyOf(day).toString('base64url') })));
const sealed = () => until(async () => sealOf(await htmlOf()) !== null);

describe('the seal of a document', () => {
  it('says of which target, choice and day the document is, and changes at midnight only', async () => {
    giveKeys();
    await promote(1, shell, canary);
    await sealed();
    const seal = sealOf(await htmlOf()) ?? '';
    expect(openSeal(seal, ({ day }) => keyOf(day))).toEqual({
      environment: 'production',
      epoch: 1,
      number: 1,
      day: TODAY,
      cohorts: ['revision-2'],
      shellFallback: false,
    });
    time = `${TODAY}T23:59:59Z`;
    expect([sealOf(await htmlOf()), sealOf(await htmlOf('/card'))]).toEqual([seal, seal]);
    time = `${TOMORROW}T00:00:00Z`;
    const next = sealOf(await htmlOf()) ?? '';
    expect(openSeal(next, ({ day }) => keyOf(day))?.day).toBe(TOMORROW);
  });

  it('is missing while there is no key of the day, and in a preview', async () => {
    await promote(1, shell, remote);
    expect(sealOf(await htmlOf())).toBeNull();
    giveKeys();
    await promote(2, shell, remote);
    await sealed();
    expect(sealOf(await htmlOf('/', `preview=${preview()}`))).toBeNull();
    time = '2026-11-24T00:00:00Z';
    expect(sealOf(await htmlOf())).toBeNull();
  });
});

describe('the documents of what is live', () => {
  const madeAhead = () => until(() => ground.edge.status().then(({ documents }) => documents.done && documents.planned > 0));
  const bytesOf = (path: string, cookie = '') =>
    new Promise<Buffer>((resolve, reject) => {
      const headers = { 'accept-encoding': 'br', cookie };
      request(
        ground.edge.url + path,
        { headers },
        (response) => void response.toArray().then((chunks) => resolve(Buffer.concat(chunks)), reject),
      )
        .on('error', reject)
        .end();
    });
  const compressed = (bytes: Buffer, effort: 'quick' | 'best') => compressDocument(brotliDecompressSync(bytes), 'br', effort);

  it('have their best form before the first visitor asks, for each choice, and again with the seals of a day', async () => {
    await promote(1, shell, { ...canary, candidate: { release: candidate, basisPoints: 5_000, cohort: 'revision-2' } });
    await madeAhead();
    for (const path of ['/', '/offer', '/nowhere']) {
      const bytes = await bytesOf(path, `visitor=${'0'.repeat(32)}`);
      expect([path, bytes.equals(await compressed(bytes, 'best'))]).toEqual([path, true]);
      expect(bytes.equals(await compressed(bytes, 'quick'))).toBe(false);
    }
    giveKeys();
    await promote(2, shell, remote);
    await sealed();
    await madeAhead();
    const bytes = await bytesOf('/offer');
    expect(sealOf(brotliDecompressSync(bytes).toString())).not.toBeNull();
    expect(bytes.equals(await compressed(bytes, 'best'))).toBe(true);
    // Found by its address alone.
    expect(ground.edge.routed).not.toContain('/offer');
  });
});

describe('documents are counted', () => {
  /** Part, release, cohort and documents of what the registry has when the edge has ended, in however many batches. */
  const counted = async () => {
    await ground.edge.server.close();
    const sums = new Map<string, { part: string; release: string; cohort: string; documents: number }>();
    const batches = new Map(ground.registry.counted.map(({ id, counts }) => [id, counts]));
    for (const { part, release, cohort, documents } of [...batches.values()].flat()) {
      const place = `${part} ${cohort} ${release}`;
      sums.set(place, { part, release, cohort, documents: documents + (sums.get(place)?.documents ?? 0) });
    }
    const sorted = [...sums].sort(([one], [other]) => one.localeCompare(other));
    return sorted.map(([, { part, release, cohort, documents }]) => [part, release, cohort, documents]);
  };
  const idOf = ({ descriptor }: TestPart) => refOf(descriptor).id;

  it('once for each part that the visitor got', async () => {
    await promote(1, shell, remote);
    for (const path of ['/', '/offer/special', '/card']) expect((await get(path)).status).toBe(200);
    await promote(2, shell, canary);
    await get();
    expect(await counted()).toEqual([
      ['mf-a', idOf(remote), '', 3],
      ['mf-a', idOf(candidate), 'revision-2', 1],
      ['shell', idOf(shell), '', 4],
    ]);
  });

  it('also of pages that are switched off, without the part that nobody got', async () => {
    await promote(1, shell, { ...remote, disabled: { message: 'Back on Monday.' } });
    expect((await get()).status).toBe(503);
    expect(await counted()).toEqual([['shell', idOf(shell), '', 1]]);
  });

  it('and nothing else is: previews, redirects, unknown addresses, plain pages, files', async () => {
    await get();
    await promote(1, shell, remote);
    await get('/', `preview=${preview()}`);
    for (const path of ['/old', '/nowhere', '/robots.txt', '/sitemap.xml', '/assets/mf-a/1.0.0/remoteEntry.js', '/_edge/status'])
      await get(path);
    await promote(2, { ...shell, disabled: { message: 'Closed.' } }, remote);
    await get();
    expect(await counted()).toEqual([]);
  });

  it('with the fallback of a shell that did not start in the browser', async () => {
    const next = testShell('1.1.0');
    await store(ground.edge.storage, next);
    await promote(1, { ...next, fallback: shell }, remote);
    await get('/', 'shell-fallback=1.1.0');
    expect(await counted()).toEqual([
      ['mf-a', idOf(remote), '', 1],
      ['shell', idOf(shell), '', 1],
    ]);
  });
});
