import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { type Answer, createTestApi, type TestApi } from '../testing/create-test-api';
import { type HostileUpload, hostileUploads, SMUGGLED } from '../testing/hostile-pictures';
import type { TestAccount } from '../testing/test-identity';

/** The same files every time; another number damages them elsewhere. */
const SEED = Number(process.env.UPLOAD_SEED ?? 1);
/** What one account may send within an hour. */
const EACH = 30;
const LARGEST_BYTES = 100_000;
const MEGABYTE = 1_000_000;
/**
 * Most that the process has while it answers, above what it had before. The heaviest of the allowed pictures, which has to be there as a whole, takes
 * 318 in itself; the heaviest that is refused would take 800.
 */
const MOST_MEGABYTES = 600;

interface Sent extends HostileUpload {
  answer: Answer;
  /** Files in the store before and after. */
  files: [number, number];
}

let api: TestApi;
let uploads: HostileUpload[];
const sent: Sent[] = [];
let peak = 0;
beforeAll(async () => {
  api = await createTestApi();
  uploads = await hostileUploads(SEED);
  peak = await peakOf(send);
});
afterAll(() => api.close());

async function send(): Promise<void> {
  let as: TestAccount | undefined;
  const countFiles = async () => (await api.storage.list('photos')).length;
  for (const [index, upload] of uploads.entries()) {
    if (index % EACH === 0) as = await api.identity.addAccount(`sender-${index}@example.com`);
    const { img_type, img_base64_data } = upload;
    const before = await countFiles();
    const answer = await api.call('PUT', '/user/profile/photo', { as, body: { img_type, img_base64_data } });
    sent.push({ ...upload, answer, files: [before, await countFiles()] });
    if (answer.status === 200) await keep(upload.name, answer.body as Record<string, string>);
  }
}

/** What was stored, before the next one of the same account takes its place. */
const stored: { name: string; side: number; bytes: Buffer }[] = [];
async function keep(name: string, { profile_photo_url = '', profile_photo_url_2x = '' }: Record<string, string>): Promise<void> {
  stored.push({ name, side: 200, bytes: (await api.server.inject(profile_photo_url)).rawPayload });
  stored.push({ name, side: 400, bytes: (await api.server.inject(profile_photo_url_2x)).rawPayload });
}

/** The most memory that the process has during some work, above what it had before. In bytes. */
async function peakOf(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const look = () => (most = Math.max(most, process.memoryUsage.rss()));
  const timer = setInterval(look, 2);
  await work().finally(() => clearInterval(timer));
  look();
  return most - before;
}

describe('more than two hundred hostile uploads', () => {
  it('are each refused in its documented way, or stored where they are pictures', () => {
    expect(sent.length).toBeGreaterThan(250);
    for (const { name, outcome, answer } of sent) {
      const { status, body } = answer;
      const became = status === 200 ? 'stored' : 'refused';
      expect([name, became]).toEqual([name, outcome ?? became]);
      if (became === 'refused')
        expect([name, status, body.code]).toEqual([name, ...(status === 413 ? [413, 'photo-too-large'] : [400, 'photo-unreadable'])]);
    }
    expect(sent.filter(({ answer }) => answer.status === 413).length).toBeGreaterThan(5);
  });

  it('leave nothing behind when they are refused', () => {
    for (const { name, answer, files } of sent) if (answer.status !== 200) expect([name, files[1]]).toEqual([name, files[0]]);
  });

  it('are stored as clean pictures of two sizes, with nothing of what they carried', async () => {
    expect(stored.length).toBeGreaterThan(50);
    for (const { name, side, bytes } of stored) {
      const { format, width, height, exif, icc, xmp, iptc, comments, pages } = await sharp(bytes).metadata();
      expect([name, { format, width, height }]).toEqual([name, { format: 'jpeg', width: side, height: side }]);
      expect([name, { exif, icc, xmp, iptc, comments, pages }]).toEqual([name, {}]);
      expect([name, bytes.includes(SMUGGLED), bytes.length < LARGEST_BYTES]).toEqual([name, false, true]);
    }
  });

  it('take a bounded amount of memory', () => {
    expect(peak / MEGABYTE).toBeLessThan(MOST_MEGABYTES);
  });
});
