/** Canonical JSON (RFC 8785): one text for one value, whatever the order of its keys. */
import canonicalize from 'canonicalize';

/** @param value What JSON can say. @throws Error for undefined and for numbers that JSON does not have. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new Error('a value without a form in JSON');
  return text;
}

/** What a text of JSON says; null for a text that is none. */
export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
