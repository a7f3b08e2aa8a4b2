import { describe, expect, it } from '@jest/globals';
import { createTotpSecret, matchTotp, totpCode, totpUri } from './totp';

/** The ASCII secret '12345678901234567890' of RFC 6238, appendix B, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('one-time codes', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('are those of RFC 6238 at second %d', (second, code) => {
    expect(totpCode(RFC_SECRET, second * 1000)).toBe(code);
  });

  it('are accepted one step early or late, and not two', () => {
    const now = 1_700_000_000_000;
    for (const offset of [-30_000, 0, 30_000]) expect(matchTotp(RFC_SECRET, totpCode(RFC_SECRET, now + offset), now, 0)).not.toBeNull();
    for (const offset of [-60_000, 60_000]) expect(matchTotp(RFC_SECRET, totpCode(RFC_SECRET, now + offset), now, 0)).toBeNull();
  });

  it('work once', () => {
    const now = 1_700_000_000_000;
    const step = matchTotp(RFC_SECRET, totpCode(RFC_SECRET, now), now, 0);
    expect(matchTotp(RFC_SECRET, totpCode(RFC_SECRET, now), now, step!)).toBeNull();
  });

  it('belong to a fresh secret of 160 bits that apps can scan', () => {
    const secret = createTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(createTotpSecret()).not.toBe(secret);
    expect(totpUri(secret, 'ada@example.com', 'The Practice')).toBe(
      `otpauth://totp/The%20Practice:ada%40example.com?secret=${secret}&issuer=The%20Practice&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
