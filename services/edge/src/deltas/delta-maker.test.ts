import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import { refOf } from '@site/release-model/release-id';
import { release, type TestRelease } from '../testing/fixtures';
import { DeltaMaker, type DeltaWork } from './delta-maker';

const LONG = 'x'.repeat(500);
const built = (version: string, files = ['a', 'b', 'c', 'd']): TestRelease =>
  release('mf-a', {
    version,
    entries: ['v/a.js'],
    contents: Object.fromEntries(files.map((file) => [`v/${file}.js`, `${file} ${version} ${LONG}`])),
  });
const [before, live, next] = [built('1.0.0'), built('1.1.0'), built('1.2.0')];
const known = new Map([before, live, next].map((one) => [refOf(one.descriptor).id, one]));
const named = ({ descriptor }: TestRelease) => ({ name: descriptor.name, ...refOf(descriptor) });
const work = (given: Partial<DeltaWork>): DeltaWork => ({ live: [live.descriptor], next: [], replaced: [], ...given });

let maker: DeltaMaker;
/** What was encoded, as `dictionary > file`. */
let encoded: string[];
let encode: (what: string) => Buffer;
let kept: Map<string, Buffer>;
let reads: string[];
let logged: string[];
let isResting: boolean;
const said = (bytes: Uint8Array) => Buffer.from(bytes).toString().replace(` ${LONG}`, '');

beforeEach(() => {
  [encoded, kept, reads, logged, isResting] = [[], new Map(), [], [], false];
  encode = () => Buffer.from('delta');
  maker = new DeltaMaker({
    read: async ({ name, version, path }) => {
      reads.push(`${path} ${version}`);
      const found = [...known.values()].find(({ descriptor }) => descriptor.name === name && descriptor.version === version);
      const bytes = Buffer.from(found!.contents[path]!);
      return { bytes, sentBytes: 100 };
    },
    releases: {
      descriptor: async ({ id }) => {
        const found = known.get(id);
        if (!found) throw new Error('it was deleted');
        return found.descriptor;
      },
    },
    encoder: {
      encode: async ({ dictionary, bytes }) => {
        const what = `${said(dictionary)} > ${said(bytes)}`;
        encoded.push(what);
        return encode(what);
      },
      rest: () => void (isResting = true),
    },
    store: {
      find: async (dictionary, integrity) => {
        const bytes = kept.get(`${dictionary} ${integrity}`);
        return bytes ? { bytes, tag: '' } : null;
      },
      keep: async (dictionary, integrity, bytes) => void kept.set(`${dictionary} ${integrity}`, bytes),
    },
    logger: createLogger({ level: 'info', destination: { write: (line) => void logged.push(line) } }),
  });
});
const make = (given: Partial<DeltaWork>, signal = new AbortController().signal) => maker.make(work(given), signal);

describe('deltas', () => {
  it('are made of what is live first, then of what may be, and the thread that made them ends', async () => {
    await make({ next: [named(next)], replaced: [named(before)] });
    expect(encoded.slice(0, 5)).toEqual([
      'a 1.0.0 > a 1.1.0',
      'b 1.0.0 > b 1.1.0',
      'c 1.0.0 > c 1.1.0',
      'd 1.0.0 > d 1.1.0',
      'a 1.1.0 > a 1.2.0',
    ]);
    expect(encoded).toContain('a 1.0.0 > a 1.2.0');
    expect(isResting).toBe(true);
    const file = live.descriptor.files.find(({ path }) => path === 'v/a.js');
    const dictionary = createHash('sha256').update(before.contents['v/a.js']!).digest('hex');
    expect(kept.get(`${dictionary} ${file?.integrity}`)?.toString()).toBe('delta');
  });

  it('are made once, and nothing is read for what is there', async () => {
    await make({ replaced: [named(before)] });
    const [made, read] = [encoded.length, reads.length];
    await make({ replaced: [named(before)] });
    expect([encoded.length, reads.length]).toEqual([made, read]);
  });

  it('that are no smaller than the file are not kept, nor made again', async () => {
    encode = () => Buffer.alloc(100);
    for (let turn = 0; turn < 2; turn += 1) await make({ replaced: [named(before)] });
    expect([encoded.length, kept.size]).toEqual([4, 0]);
  });

  it('are made without a release that was deleted', async () => {
    await make({ replaced: [{ name: 'mf-a', version: '0.1.0', id: '0'.repeat(64) }, named(before)] });
    expect(kept.size).toBe(4);
  });

  it('go on after one that fails, which is in the log and is not tried again', async () => {
    encode = (what) => {
      if (what.startsWith('b')) throw new Error('a broken thread');
      return Buffer.from('delta');
    };
    for (let turn = 0; turn < 2; turn += 1) await make({ replaced: [named(before)] });
    expect([encoded.length, kept.size]).toEqual([4, 3]);
    expect(logged.filter((line) => line.includes('a broken thread'))).toHaveLength(1);
  });

  it('are given up for this time when one after the other fails, which is in the log', async () => {
    encode = () => {
      throw new Error('a broken thread');
    };
    await make({ replaced: [named(before)] });
    expect(encoded).toHaveLength(3);
    expect(logged.join()).toContain('files are sent whole');
  });

  it('are broken off for what comes first, without a word', async () => {
    const ending = new AbortController();
    encode = () => {
      ending.abort();
      throw new Error('aborted');
    };
    await make({ replaced: [named(before)] }, ending.signal);
    expect(encoded).toHaveLength(1);
    expect(logged).toEqual([]);
    encode = () => Buffer.from('delta');
    await make({ replaced: [named(before)] });
    expect(kept.size).toBe(4);
  });
});
