import { describe, expect, it } from '@jest/globals';
import { bearsTag, createKeyring, equalTexts } from './keyring';

const keyring = createKeyring('a secret of thirty-two characters');

describe('sealed texts', () => {
  it('open again with the same secret, and never look the same twice', () => {
    const sealed = keyring.seal('JBSWY3DP', 'totp:1');
    expect(createKeyring('a secret of thirty-two characters').open(sealed, 'totp:1')).toBe('JBSWY3DP');
    expect(keyring.seal('JBSWY3DP', 'totp:1')).not.toBe(sealed);
  });

  it('do not open with another secret, in another row, or altered', () => {
    const sealed = keyring.seal('JBSWY3DP', 'totp:1');
    const altered = (sealed[0] === 'A' ? 'B' : 'A') + sealed.slice(1);
    expect(() => createKeyring('another secret of thirty-two chars').open(sealed, 'totp:1')).toThrow();
    expect(() => keyring.open(sealed, 'totp:2')).toThrow();
    expect(() => keyring.open(altered, 'totp:1')).toThrow();
  });
});

describe('a secret that is being replaced', () => {
  const next = createKeyring('the next secret of thirty-two chars', ['a secret of thirty-two characters']);

  it('is accepted beside the next one, which alone makes what is new', () => {
    const old = keyring.seal('JBSWY3DP', 'totp:1');
    expect(next.open(old, 'totp:1')).toBe('JBSWY3DP');
    expect([next.sealedWith(old, 'totp:1'), next.sealedWith(next.seal('x', 'totp:1'), 'totp:1')]).toEqual([keyring.id, next.id]);
    expect(next.sealedWith(old, 'totp:2')).toBeNull();
    expect(() => keyring.open(next.seal('x', 'totp:1'), 'totp:1')).toThrow();
    expect(bearsTag(next, 'forms', 'a', keyring.tag('forms', 'a'))).toBe(true);
    expect(bearsTag(keyring, 'forms', 'a', next.tag('forms', 'a'))).toBe(false);
    expect(next.cookieKeys).toEqual([createKeyring('the next secret of thirty-two chars').cookieKeys[0], keyring.cookieKeys[0]]);
  });

  it('has a name that tells it from others, and nothing of it', () => {
    expect(keyring.id).toMatch(/^[0-9a-f]{8}$/);
    expect(createKeyring('a secret of thirty-two characters').id).toBe(keyring.id);
    expect(next.id).not.toBe(keyring.id);
  });
});

describe('tags', () => {
  it('depend on purpose and value', () => {
    expect(keyring.tag('forms', 'a')).toBe(keyring.tag('forms', 'a'));
    expect(keyring.tag('forms', 'a')).not.toBe(keyring.tag('guests', 'a'));
    expect(keyring.tag('forms', 'a')).not.toBe(keyring.tag('forms', 'b'));
  });

  it('are compared whole', () => {
    expect(equalTexts('abc', 'abc')).toBe(true);
    expect(equalTexts('abc', 'abd')).toBe(false);
    expect(equalTexts('abc', 'abcd')).toBe(false);
  });
});
