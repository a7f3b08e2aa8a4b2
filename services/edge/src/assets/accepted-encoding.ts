/** Content negotiation for the two encodings that files and documents are sent in. */
import { LRUCache } from 'lru-cache';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Headers that are remembered with what they say: browsers send few different ones, and others send what they like. */
const remembered = new LRUCache<string, readonly Encoding[]>({ max: 100 });
const LONGEST_REMEMBERED = 200;

/** Encodings that a request accepts, the best one first. `identity` is always last. */
export function acceptedEncodings(header = ''): readonly Encoding[] {
  const known = remembered.get(header);
  if (known) return known;
  const encodings = encodingsIn(header);
  if (header.length <= LONGEST_REMEMBERED) remembered.set(header, encodings);
  return encodings;
}

export const bestEncoding = (header: string | undefined): Encoding => acceptedEncodings(header)[0] ?? 'identity';

function encodingsIn(header: string): Encoding[] {
  const weights = new Map(
    header.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return [name.trim(), quality === undefined ? 1 : Number(quality)];
    }),
  );
  const accepts = (name: string) => (weights.get(name) ?? weights.get('*') ?? 0) > 0;
  return [...(['br', 'gzip'] as const).filter(accepts), 'identity'];
}
