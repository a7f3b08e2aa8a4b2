import { describe, expect, it } from '@jest/globals';
import { createKeyring, equalTexts } from './keyring';

const keyring = createKeyring('a secret of thirty-two characters');

describe('sealed texts', () => {
  it('open again with the same secret, and never look the same twice', () => {
    const sealed = keyring.seal('JBSWY3DP', 'totp:1');
    expect(createKeyring('a secret of thirty-two characters').open(sealed, 'totp:1')).toBe('JBSWY3DP');
    expect(keyring.seal('JBSWY3DP', 'totp:1')).not.toBe(sealed);
  });

  it('do not open with another secret, in another row, or altered', () => {
    const sealed = keyring.seal('JBSWY3DP', 'totp:1');
    const altered = (sealed[20] === 'A' ? 'B' : 'A') + sealed.slice(1);
    expect(() => createKeyring('another secret of thirty-two chars').open(sealed, 'totp:1')).toThrow();
    expect(() => keyring.open(sealed, 'totp:2')).toThrow();
    expect(() => keyring.open(altered, 'totp:1')).toThrow();
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
