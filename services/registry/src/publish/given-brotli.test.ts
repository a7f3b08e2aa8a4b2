import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { fixtureRelease, startTestRegistry, tarGz, type TestRegistry, upload } from '../testing';
import { Compressor } from './compressor';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.stop());

const css = '.card { color: rebeccapurple }\n'.repeat(50);
// Not as the registry would compress it, so that one sees whose work it is.
const given = brotliCompressSync(css, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const stored = (path: string) => registry.storage.get(`releases/mf-given/1.0.0/${path}`);

it('a file that comes in brotli is stored as it is and as it came, and nothing is compressed for it', async () => {
  const compress = jest.spyOn(Compressor.prototype, 'compress');
  const { descriptor, files } = fixtureRelease({
    name: 'mf-given',
    version: '1.0.0',
    files: { 'v/style.css': css, 'v/photo.png': 'photo' },
  });
  const archive = await tarGz([
    { name: 'release.json', text: JSON.stringify(descriptor) },
    { name: 'v/remoteEntry.js', text: files['v/remoteEntry.js'] ?? '' },
    { name: 'br', type: 'directory' },
    { name: 'br/v', type: 'directory' },
    { name: 'br/v/style.css', text: given },
    { name: 'br/v/photo.png', text: brotliCompressSync('photo') },
  ]);
  expect((await upload(registry, 'mf-given', '1.0.0', archive)).statusCode).toBe(201);
  expect((await stored('v/style.css'))?.toString()).toBe(css);
  expect((await stored('v/style.css.br'))?.equals(given)).toBe(true);
  expect((await stored('v/photo.png'))?.toString()).toBe('photo');
  // Browsers are sent pictures as they are.
  expect(await stored('v/photo.png.br')).toBeNull();
  expect(compress.mock.calls.map(([bytes]) => Buffer.from(bytes).toString())).toEqual([files['v/remoteEntry.js']]);
});
