/** A storage that hangs or fails costs nobody the site. */
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openStorage, type Storage } from '@site/platform/storage';
import { limitedReads } from './releases/limited-reads';
import { testRemote, testShell, testTarget } from './testing/fixtures';
import { groundOfEachTest } from './testing/ground';
import { store, until } from './testing/test-edge';

type Trouble = 'none' | 'hangs' | 'fails';

const [shell, remote, next] = [testShell(), testRemote(), testRemote('1.1.0')];
const READS = { timeoutMs: 100, retries: 1, breakAfter: 3, breakMs: 100 };
const ground = groundOfEachTest();
let trouble: Trouble;
let reads = 0;

function troubled(storage: Storage): Storage {
  const read = async <T>(action: () => Promise<T>): Promise<T> => {
    reads += 1;
    if (trouble === 'hangs') return new Promise<T>(() => undefined);
    if (trouble === 'fails') throw new Error('the storage is away');
    return action();
  };
  return {
    ...storage,
    get: (key) => read(() => storage.get(key)),
    stat: (key) => read(() => storage.stat(key)),
    stream: (key) => read(() => storage.stream(key)),
  };
}

const start = async () => {
  const storage = await openStorage({ dir: `${ground.directory}/files` });
  await ground.start({ storage: troubled(storage), reads: READS });
};

beforeEach(async () => {
  trouble = 'none';
  reads = 0;
  await start();
  await store(ground.edge.storage, shell, remote, next);
  ground.registry.promote(testTarget(1, shell, remote));
});

const get = (path: string) => fetch(ground.edge.url + path);
/** Asks again where a sound disk took longer than `READS` allow. */
const served = () => until(async () => (await get('/assets/mf-a/1.0.0/remoteEntry.js')).status === 200);

describe.each<Trouble>(['hangs', 'fails'])('while the storage %s', (kind) => {
  it('what is live is served whole, and a promotion follows when the storage is back', async () => {
    await ground.edge.ready(1);
    trouble = kind;
    ground.registry.promote(testTarget(2, shell, { ...next, fallback: remote }));
    await ground.edge.defect('The descriptor of mf-a@1.1.0 cannot be read');
    const html = await (await get('/')).text();
    expect(html).toContain('Hello</main>');
    expect(html).not.toContain('1.1.0');
    expect((await ground.edge.status()).revision).toBe(1);
    trouble = 'none';
    await ground.edge.ready(2);
    expect((await ground.edge.status()).defects).toEqual([]);
  });

  it('a later target takes the place of one that could not be read', async () => {
    await ground.edge.ready(1);
    trouble = kind;
    ground.registry.promote(testTarget(2, shell, next));
    await ground.edge.defect('cannot be read');
    // Nothing of it has to be read.
    ground.registry.promote({ ...testTarget(3, shell, remote), params: { ...testTarget(3).params, brand: 'Third' } });
    await ground.edge.ready(3);
    expect((await ground.edge.status()).defects).toEqual([]);
  });

  it('an edge that has started again follows a switch that takes something away, and goes on when that is undone', async () => {
    await ground.edge.ready(1);
    await ground.edge.server.close();
    trouble = kind;
    await start();
    await ground.edge.ready(1);
    ground.registry.promote(testTarget(2, shell, { ...remote, disabled: { message: 'Back at noon.' } }));
    await ground.edge.ready(2);
    expect(await (await get('/')).text()).toContain('Back at noon.');
    ground.registry.promote(testTarget(3, shell, remote));
    await ground.edge.ready(3);
    expect((await ground.edge.status()).defects).toEqual([]);
  });

  it('an edge that has started again serves all that is live, though a fallback was never read', async () => {
    await ground.edge.ready(1);
    ground.registry.promote(testTarget(2, shell, { ...remote, fallback: testRemote('0.9.0') }));
    await ground.edge.ready(2);
    await ground.edge.server.close();
    trouble = kind;
    await start();
    await ground.edge.ready(2);
    expect(await (await get('/')).text()).toContain('Hello</main>');
  });

  it('a file that nobody asked for before is answered with 503 in time, and soon without asking', async () => {
    await ground.edge.ready(1);
    trouble = kind;
    for (let request = 0; request < 3; request += 1) {
      const response = await get('/assets/mf-a/1.0.0/remoteEntry.js');
      expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([503, '2', 'no-store']);
      expect(await response.json()).toMatchObject({ code: 'service-unavailable' });
    }
    expect(reads).toBeLessThan(40);
    trouble = 'none';
    await served();
  });

  it('a file that was served goes on being served', async () => {
    await ground.edge.ready(1);
    await served();
    trouble = kind;
    for (let request = 0; request < 3; request += 1)
      expect(await (await get('/assets/mf-a/1.0.0/remoteEntry.js')).text()).toBe('entry 1.0.0');
  });

  it('a file that was served goes on being served by an edge that has started again', async () => {
    await ground.edge.ready(1);
    await served();
    await ground.edge.server.close();
    trouble = kind;
    await start();
    const again = await get('/assets/mf-a/1.0.0/remoteEntry.js');
    expect([again.status, await again.text()]).toEqual([200, 'entry 1.0.0']);
  });

  it('a restart serves what was served last', async () => {
    await ground.edge.ready(1);
    await until(async () => (await ground.edge.status()).pages.done);
    await ground.edge.server.close();
    trouble = kind;
    await start();
    await ground.edge.server.assertEdgeServes();
    expect(await (await get('/')).text()).toContain('Hello</main>');
  });
});

describe('a fallback that the storage does not have', () => {
  it('keeps nobody from what is live, which may be the mend of what lost it', async () => {
    ground.registry.promote(testTarget(2, shell, { ...next, fallback: testRemote('0.9.0') }));
    await ground.edge.ready(2);
    expect((await ground.edge.status()).defects).toEqual([expect.stringContaining('Nothing falls back to mf-a@0.9.0')]);
    const html = await (await get('/')).text();
    expect(html).toContain('"version":"1.1.0"');
    expect(html).toContain('"fallback":null');
  });
});

describe('a file that stops in the middle', () => {
  it('is given up, while a slow reader is waited for', async () => {
    const silent = new Readable({ read: () => undefined });
    silent.push('begin');
    const storage = { get: async () => null, stat: async () => null, stream: async () => silent };
    const stream = await limitedReads(storage, READS).stream('key');
    const read = async () => {
      let text = '';
      for await (const chunk of stream!) {
        text += String(chunk);
        // Longer than the storage may take.
        await new Promise((resolve) => setTimeout(resolve, 2 * READS.timeoutMs));
      }
      return text;
    };
    await expect(read()).rejects.toThrow();
    expect(silent.destroyed).toBe(true);
  });
});
