import { describe, expect, it } from '@jest/globals';
import { generateSigningKey, readSigningKey } from './envelope';
import { dayOf, makeSeal, openSeal, type Seal, sealKey } from './seal';

const [signingKey, otherKey] = [readSigningKey(generateSigningKey()), readSigningKey(generateSigningKey())];
const day = '2026-11-22';
const seal: Seal = { environment: 'production', epoch: 1, number: 7, day, cohorts: ['revision-7', 'a:b c'], shellFallback: false };
const keyOf = ({ environment, day }: Seal) => sealKey(signingKey, environment, day);
const made = makeSeal(seal, keyOf(seal));

describe('a seal', () => {
  it('says what it was made of, and is the same for everybody with that', () => {
    expect(openSeal(made, keyOf)).toEqual(seal);
    expect(makeSeal({ ...seal, cohorts: [...seal.cohorts] }, keyOf(seal))).toBe(made);
    expect(made).toMatch(/^v2:production:1:7:2026-11-22:0:revision-7:a%3Ab%20c:[\w-]{22}$/);
  });

  it('is not valid with anything else in it', () => {
    const mac = made.split(':').at(-1) ?? '';
    const others = [
      { environment: 'staging' },
      { epoch: 2 },
      { number: 8 },
      { day: '2026-11-23' },
      { cohorts: [] },
      { shellFallback: true },
    ];
    for (const other of others) {
      const forged = makeSeal({ ...seal, ...other }, keyOf(seal)).replace(/:[^:]+$/, `:${mac}`);
      expect([other, openSeal(forged, keyOf)]).toEqual([other, null]);
    }
  });

  it('is made with the key of its registry, environment and day, and no other', () => {
    const others = [
      sealKey(otherKey, 'production', day),
      sealKey(signingKey, 'staging', day),
      sealKey(signingKey, 'production', '2026-11-23'),
    ];
    for (const key of others) expect(openSeal(makeSeal(seal, key), keyOf)).toBeNull();
    expect(openSeal(made, () => null)).toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['no MAC', made.slice(0, made.lastIndexOf(':'))],
    ['a short MAC', made.slice(0, -1)],
    ['another version', made.replace('v2:', 'v3:')],
    ['too much', makeSeal({ ...seal, cohorts: ['a'.repeat(3_000)] }, keyOf(seal))],
    ['text of another form', `v2:${'a'.repeat(40)}`],
    ['what is no part of an address', made.replace('revision', '%')],
  ])('of %s is none', (_what, text) => expect(openSeal(text, keyOf)).toBeNull());
});

it('a day begins at midnight UTC', () => {
  expect(dayOf(new Date('2026-11-22T23:59:59.999Z'))).toBe('2026-11-22');
  expect(dayOf(new Date('2026-11-23T00:00:00.000Z'))).toBe('2026-11-23');
  expect([dayOf(new Date('2026-12-31T12:00:00Z'), 1), dayOf(new Date('2026-03-01T00:00:00Z'), -1)]).toEqual(['2027-01-01', '2026-02-28']);
});
