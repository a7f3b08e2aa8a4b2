import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@site/platform/logging';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { createTestApi, type TestApi } from '../testing/create-test-api';
import type { TestAccount } from '../testing/test-identity';
import { deletePictures, newPhotoKey, storePictures } from './photo-files';
import { PHOTO_SIZES } from './picture';
import { announcePhoto } from './photo.repository';
import { removeForgottenPhotos } from './remove-forgotten-photos';

let api: TestApi;
let ada: TestAccount;
beforeAll(async () => {
  api = await createTestApi();
  ada = await api.identity.addAccount('ada@example.com');
});
afterAll(() => api.close());

const canvas = (width: number, height: number, background = '#ff0000') => sharp({ create: { width, height, channels: 3, background } });
const upload = (img_type: string, data: Buffer | string, as: TestAccount = ada) =>
  api.call('PUT', '/user/profile/photo', {
    as,
    body: { img_type, img_base64_data: typeof data === 'string' ? data : data.toString('base64') },
  });
const stored = async (url: string) => {
  const response = await api.server.inject(url);
  return { response, bytes: response.rawPayload };
};

describe('PUT /user/profile/photo', () => {
  it('200: makes squares of 200 and 400 pixels at addresses that cannot be guessed', async () => {
    const answer = await upload('png', await canvas(640, 300).png().toBuffer());
    expect(answer).toMatchObject({
      status: 200,
      body: { profile_photo_url: expect.stringMatching(/^\/api\/photos\/[0-9a-f]{48}-200\.jpg$/) },
    });
    expect(answer.body).not.toHaveProperty('notices');
    for (const [url, side] of [
      [answer.body.profile_photo_url, 200],
      [answer.body.profile_photo_url_2x, 400],
    ] as const) {
      const { response, bytes } = await stored(url as string);
      expect(response).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' } });
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: side, height: side });
    }
    const { body: profile } = await api.call('GET', '/user/profile', { as: ada });
    expect(profile.profile_photo_url).toBe(answer.body.profile_photo_url);
  });

  it('200: a replaced photo answers with notices, and the earlier one is gone', async () => {
    const eve = await api.identity.addAccount('eve@example.com');
    const first = await upload('jpeg', await canvas(500, 500).jpeg().toBuffer(), eve);
    const second = await upload('jpeg', await canvas(500, 500, '#00ff00').jpeg().toBuffer(), eve);
    expect(second).toMatchObject({ status: 200, body: { notices: [expect.any(String)] } });
    expect((await stored(first.body.profile_photo_url as string)).response.statusCode).toBe(404);
    expect((await stored(second.body.profile_photo_url as string)).response.statusCode).toBe(200);
  });

  it('200: turns the picture upright and strips what the camera wrote into it', async () => {
    const left = await canvas(200, 400, '#0000ff').png().toBuffer();
    const photo = canvas(400, 400, '#ff0000').composite([{ input: left, left: 0, top: 0 }]);
    const data = await photo
      .withExif({ IFD0: { Copyright: 'a secret place' }, IFD3: { GPSLatitude: '40/1 42/1 0/1' } })
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    expect((await sharp(data).metadata()).orientation).toBe(3);
    const { body } = await upload('jpeg', data);
    const { bytes } = await stored(body.profile_photo_url as string);
    const metadata = await sharp(bytes).metadata();
    expect([metadata.exif, metadata.orientation, metadata.icc]).toEqual([undefined, undefined, undefined]);
    expect(bytes.includes('a secret place')).toBe(false);
    const { data: pixel } = await sharp(bytes)
      .extract({ left: 180, top: 100, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([(pixel[0] ?? 0) < 60, (pixel[2] ?? 0) > 200]).toEqual([true, true]);
  });

  it('200: are made one after the other, however many come at once, so that memory is bounded by the largest', async () => {
    const source = await canvas(2000, 2000).png().toBuffer();
    const instance = Object.getPrototypeOf(sharp()) as { toBuffer: (this: unknown, options: unknown) => Promise<unknown> };
    const { toBuffer } = instance;
    let working = 0;
    const depths: number[] = [];
    const counted = jest.spyOn(instance, 'toBuffer').mockImplementation(function (this: unknown, options) {
      depths.push((working += 1));
      return toBuffer.call(this, options).finally(() => (working -= 1));
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => upload('png', source)));
    counted.mockRestore();
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(depths.length).toBeGreaterThanOrEqual(PHOTO_SIZES.length * answers.length);
    expect(Math.max(...depths)).toBe(1);
  });

  it('200: takes data addresses too', async () => {
    const data = (await canvas(50, 50).png().toBuffer()).toString('base64');
    expect((await upload('png', `data:image/png;base64,${data}`)).status).toBe(200);
  });

  it('400: judges by content, not by name', async () => {
    const [png, jpeg, webp, gif] = await Promise.all([
      canvas(10, 10).png().toBuffer(),
      canvas(10, 10).jpeg().toBuffer(),
      canvas(10, 10).webp().toBuffer(),
      canvas(10, 10).gif().toBuffer(),
    ]);
    const hostile: [string, Buffer | string][] = [
      ['png', jpeg],
      ['jpeg', png],
      ['png', webp],
      ['jpeg', gif],
      ['png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
      ['png', png.subarray(0, 40)],
      ['jpeg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<script>alert(1)</script>')])],
      ['png', Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(100)])],
      ['png', 'not base64!'],
    ];
    for (const [type, data] of hostile) expect(await upload(type, data)).toMatchObject({ status: 400, body: { code: 'photo-unreadable' } });
    expect((await upload('gif', gif)).status).toBe(400);
    expect((await upload('png', '')).status).toBe(400);
  });

  it('200 without the rest: what hides behind a picture is not kept', async () => {
    const jpeg = await canvas(300, 300).jpeg().toBuffer();
    const { status, body } = await upload('jpeg', Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>')]));
    expect(status).toBe(200);
    expect((await stored(body.profile_photo_url as string)).bytes.includes('script')).toBe(false);
  });

  it('413: refuses bytes and pixels beyond the limits', async () => {
    const bomb = await canvas(8000, 6000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(1_000_000);
    expect(await upload('png', bomb)).toMatchObject({ status: 413, body: { code: 'photo-too-large' } });
    const jpeg = await canvas(10, 10).jpeg().toBuffer();
    expect((await upload('jpeg', Buffer.concat([jpeg, Buffer.alloc(5_000_001)]))).status).toBe(413);
    expect((await upload('png', 'A'.repeat(7_100_000))).status).toBe(413);
  });

  it('429: is limited per account', async () => {
    const busy = await api.identity.addAccount('busy@example.com');
    const statuses = [];
    for (let count = 0; count < 31; count += 1) statuses.push((await upload('png', 'AAAA', busy)).status);
    expect(statuses.at(-2)).toBe(400);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('a picture that nobody shows', () => {
  const rows = async (query: ReturnType<typeof sql>) => (await api.database.db.execute(query)).rows;
  const anHourLater = () => api.database.db.execute(sql`update api.unshown_photo set since = since - interval '61 minutes'`);
  const filesOf = async (key: string) => (await api.storage.list('photos')).filter((file) => file.includes(key));
  const services = () => ({
    database: api.database,
    logger: silentLogger(),
    deletePhoto: (key: string) => deletePictures(api.storage, key),
  });
  const send = async (as: TestAccount) => upload('png', await canvas(10, 10).png().toBuffer(), as);
  const keyOf = ({ body }: Awaited<ReturnType<typeof send>>) => /[0-9a-f]{48}/.exec(String(body.profile_photo_url))![0];

  it('because the upload died after it was stored is removed an hour later', async () => {
    const key = newPhotoKey();
    await announcePhoto(api.database.db, key);
    await storePictures(api.storage, key, { 200: Buffer.from('a'), 400: Buffer.from('b') });
    await removeForgottenPhotos(services());
    expect(await filesOf(key)).toHaveLength(2);
    await anHourLater();
    await removeForgottenPhotos(services());
    expect(await filesOf(key)).toEqual([]);
    expect(await rows(sql`select 1 from api.unshown_photo where key = ${key}`)).toEqual([]);
  });

  it('because the store failed when another took its place is removed later, and the one that is shown stays', async () => {
    const una = await api.identity.addAccount('una@example.com');
    const first = keyOf(await send(una));
    const failing = jest.spyOn(api.storage, 'delete').mockRejectedValue(new Error('the store is away'));
    const second = keyOf(await send(una));
    await anHourLater();
    await removeForgottenPhotos(services());
    expect(await filesOf(first)).toHaveLength(2);
    failing.mockRestore();
    await removeForgottenPhotos(services());
    expect([await filesOf(first), (await filesOf(second)).length]).toEqual([[], 2]);
    expect(await rows(sql`select key from api.unshown_photo`)).toEqual([]);
  });

  it('because it took longer than that to store is not shown: it is gone', async () => {
    const vera = await api.identity.addAccount('vera@example.com');
    const put = api.storage.put;
    const slow = jest.spyOn(api.storage, 'put').mockImplementation(async (file, bytes) => {
      await put(file, bytes);
      await anHourLater();
      await removeForgottenPhotos(services());
    });
    expect((await send(vera)).status).toBe(503);
    slow.mockRestore();
    const { body } = await api.call('GET', '/user/profile', { as: vera });
    expect(body.profile_photo_url).toBeNull();
  });
});

describe('GET /photos', () => {
  it('404 and 400: for names that name nothing, or something else', async () => {
    expect((await api.call('GET', `/photos/${'0'.repeat(48)}-200.jpg`)).status).toBe(404);
    for (const name of ['..%2f..%2fetc%2fpasswd', `${'0'.repeat(48)}-300.jpg`, 'x'])
      expect((await api.call('GET', `/photos/${name}`)).status).toBe(400);
  });
});
