import { expect, it } from '@jest/globals';
import { availableDictionary } from './available-dictionary';

const HASH = Buffer.alloc(32, 7);
const NAMED = `:${HASH.toString('base64')}:`;

it.each([
  ['a browser that holds it', 'gzip, deflate, br, zstd, dcb, dcz', NAMED, true],
  ['one that weighs', 'dcz;q=0.9, br;q=0.5', ` ${NAMED} `, true],
  ['one that refuses it', 'br, dcz;q=0', NAMED, false],
  ['one that refuses it exactly', 'br, dcz; q=0.000, gzip', NAMED, false],
  ['one that takes anything', '*', NAMED, false],
  ['one that takes something similar', 'xdcz, dczx', NAMED, false],
  ['one that holds nothing', 'br, dcz', undefined, false],
  ['one that says no hash', 'br, dcz', ':AAAA:', false],
  ['one that says a list', 'br, dcz', `${NAMED}, ${NAMED}`, false],
])('a dictionary is available with %s: %s', (_who, accepted, named, isThere) => {
  const headers = { 'accept-encoding': accepted, ...(named !== undefined && { 'available-dictionary': named }) };
  expect(availableDictionary(headers)).toBe(isThere ? HASH.toString('hex') : null);
});
