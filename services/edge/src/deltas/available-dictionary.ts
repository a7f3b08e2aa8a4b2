/** What a request says of the dictionary that its browser holds. */
import type { IncomingHttpHeaders } from 'node:http';

/** A byte sequence of structured fields (RFC 8941): 32 bytes in base64 between colons. */
const SHA256 = /^:([A-Za-z0-9+/]{43}=):$/;
/** Named, and not refused by a weight of 0. `*` does not stand for it: whoever knows nothing of dictionaries may say that. */
const ACCEPTED = /(?:^|,)\s*dcz\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)/i;

/** @returns SHA-256 in hex of the dictionary, if the browser takes Dictionary-Compressed Zstandard; else null. */
export function availableDictionary(headers: IncomingHttpHeaders): string | null {
  const given = headers['available-dictionary'];
  if (typeof given !== 'string') return null;
  const hash = SHA256.exec(given.trim())?.[1];
  return hash && ACCEPTED.test(headers['accept-encoding'] ?? '') ? Buffer.from(hash, 'base64').toString('hex') : null;
}
