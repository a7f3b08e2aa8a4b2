/** What a document costs on the wire. Brotli makes up to 40 bytes more or less of it by what its hashes, keys and port happen to be. */
import { createHash } from 'node:crypto';
import { brotliCompressSync } from 'node:zlib';

const DRAWINGS = 20;
/** What another build, another installation or another start has otherwise, and the digits in which it is written. */
const BY_CHANCE: [pattern: RegExp, digits: string][] = [
  [/(?<=sha384-)[\w+/]{64}/g, 'base64'],
  [/(?<=\.)[0-9a-f]{8}(?=\.(?:js|svg|png))/g, 'hex'],
  [/(?<="(?:identity|manifest)":")[\w-]+/g, 'base64url'],
  [/(?<="seal":"[^"]*:)[\w-]+(?=")/g, 'base64url'],
  [/(?<=localhost:)\d+/g, 'port'],
];

/** Most bytes of a document, as the edge compresses it best, whatever its hashes and keys are. What is left to chance is the date in its seal. */
export function mostBytesOf(html: string): number {
  return Math.max(...Array.from({ length: DRAWINGS }, (_, drawing) => brotliCompressSync(redrawn(html, drawing)).length));
}

/** The document with other values by chance: where two were the same they still are. */
function redrawn(html: string, drawing: number): string {
  const order = new Map<string, number>();
  const place = (value: string): number => order.get(value) ?? order.set(value, order.size).size - 1;
  return BY_CHANCE.reduce(
    (text, [pattern, digits]) =>
      text.replace(pattern, (value) => {
        const bytes = createHash('sha512')
          .update(`${drawing} ${digits} ${place(`${digits} ${value}`)}`)
          .digest();
        if (digits === 'port') return String(10_000 + (bytes.readUInt32BE() % 50_000));
        return bytes.toString(digits as BufferEncoding).slice(0, value.length);
      }),
    html,
  );
}
