import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  type Envelope,
  generateSigningKey,
  keyId,
  openTarget,
  publicKeyPem,
  readPublicKeys,
  readSigningKey,
  signTarget,
  trust,
  UntrustedError,
} from './envelope';
import { target } from './testing';

const [key, other, stranger] = [generateSigningKey(), generateSigningKey(), generateSigningKey()].map(readSigningKey) as [
  ReturnType<typeof readSigningKey>,
  ReturnType<typeof readSigningKey>,
  ReturnType<typeof readSigningKey>,
];
const signed = target({ number: 7, previousHash: 'a'.repeat(64) });
const envelope = signTarget(signed, key);
const [signature] = envelope.signatures as [Envelope['signatures'][number]];

const opened = (value: unknown, keys = trust(key), environment = 'production') => openTarget(value, keys, environment);

/** The text with the character at a place replaced by another one. */
const changedAt = (text: string, place: number, character: string) => {
  const at = place % text.length;
  return text.slice(0, at) + character + text.slice(at + 1);
};

describe('an envelope', () => {
  it('opens with what was signed, after a way as JSON too', () => {
    expect(opened(JSON.parse(JSON.stringify(envelope)))).toEqual(signed);
  });

  it('keeps fields that are not known here, because the hash of the target is over them', () => {
    const newer = { ...signed, params: { ...signed.params, theme: 'dark' }, later: 1 };
    expect(opened(signTarget(newer, key))).toEqual(newer);
  });

  it('is refused with any change of payload, signature, key id or payload type', () => {
    const texts: [string, (text: string) => unknown][] = [
      [envelope.payload, (payload) => ({ ...envelope, payload })],
      [signature.sig, (sig) => ({ ...envelope, signatures: [{ ...signature, sig }] })],
      [signature.keyid, (keyid) => ({ ...envelope, signatures: [{ ...signature, keyid }] })],
      [envelope.payloadType, (payloadType) => ({ ...envelope, payloadType })],
    ];
    const character = fc.constantFrom(...'ABCwxyz0189+/=-_ \n');
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(), character, fc.boolean(), ([text, change], place, put, isInserted) => {
        const at = place % text.length;
        const changed = isInserted ? text.slice(0, at) + put + text.slice(at) : changedAt(text, place, put);
        fc.pre(changed !== text);
        expect(() => opened(change(changed))).toThrow(UntrustedError);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is refused with another last character of the signature, whose spare bits are nobody’s', () => {
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/') {
      const sig = changedAt(signature.sig, signature.sig.length - 3, last);
      if (sig !== signature.sig) expect(() => opened({ ...envelope, signatures: [{ ...signature, sig }] })).toThrow(UntrustedError);
    }
  });

  it.each([
    [
      'of another environment',
      signTarget({ ...signed, environment: 'staging' }, key),
      'The target is for staging, and this is production.',
    ],
    ['that only a stranger signed', signTarget(signed, stranger), 'not signed with a trusted key'],
    ['that nobody signed', signTarget(signed), 'not in an envelope'],
    ['that names a trusted key for what a stranger signed', forged(), 'not signed with a trusted key'],
    ['of a later schema', signTarget({ ...signed, schema: 2 as 1 }, key), 'a form that is not known here'],
    ['without parts', signTarget({ ...signed, parts: undefined } as unknown as typeof signed, key), 'a form that is not known here'],
  ])('%s is refused, and told why', (_what, value, message) => {
    expect(() => opened(value)).toThrow(UntrustedError);
    expect(() => opened(value)).toThrow(message);
  });

  it.each([null, 'text', 7, [], {}, signed])('is not %p', (value) => {
    expect(() => opened(value)).toThrow(UntrustedError);
  });

  function forged() {
    const value = signTarget(signed, stranger);
    return { ...value, signatures: value.signatures.map(({ sig }) => ({ sig, keyid: keyId(key) })) };
  }
});

describe('while keys are rotated', () => {
  it('an envelope with both signatures opens with either key', () => {
    const both = signTarget(signed, key, other);
    expect(opened(both, trust(key))).toEqual(signed);
    expect(opened(both, trust(other))).toEqual(signed);
    expect(() => opened(both, trust(stranger))).toThrow(UntrustedError);
  });

  it('who trusts both keys opens what either has signed, and who trusts none opens nothing', () => {
    const keys = trust(key, other);
    expect(opened(signTarget(signed, key), keys)).toEqual(signed);
    expect(opened(signTarget(signed, other), keys)).toEqual(signed);
    expect(() => opened(envelope, trust())).toThrow(UntrustedError);
  });
});

describe('keys in PEM', () => {
  it('are read as they were written, any number of public ones with text between', () => {
    const text = `# old\n${publicKeyPem(key)}\n# new\r\n${publicKeyPem(other)}`;
    const keys = readPublicKeys(text);
    expect([...keys.keys()]).toEqual([keyId(key), keyId(other)]);
    expect(opened(signTarget(signed, other), keys)).toEqual(signed);
    expect(readPublicKeys('').size).toBe(0);
    const pem = key.export({ format: 'pem', type: 'pkcs8' }).toString();
    expect(keyId(readSigningKey(pem))).toBe(keyId(key));
  });

  it('are refused if they are of another kind', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    expect(() => readPublicKeys(publicKeyPem(key) + publicKeyPem(rsa.publicKey))).toThrow('not an Ed25519 key');
    expect(() => readSigningKey(rsa.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())).toThrow('not an Ed25519 key');
    expect(() => trust(rsa.publicKey)).toThrow('not an Ed25519 key');
  });

  it('are refused if they are public where a private one is needed, or no keys', () => {
    expect(() => readSigningKey(publicKeyPem(key))).toThrow();
    expect(() => readSigningKey('text')).toThrow();
    expect(() => readPublicKeys('-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----')).toThrow();
  });
});
