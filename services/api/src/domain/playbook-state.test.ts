import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { playbookFor, playerReader, VISITOR } from './playbook-state';
import type { MemberRow, PlaybookRow } from './tables';

const row = fc.record({
  id: fc.integer({ min: 1 }),
  name: fc.string(),
  description1: fc.string(),
  description2: fc.string(),
  description3: fc.string(),
  minSize: fc.integer({ min: 1 }),
  maxSize: fc.integer({ min: 1 }),
  memberLevel: fc.string(),
  needsSubscription: fc.boolean(),
  needsRank: fc.boolean(),
  isListed: fc.boolean(),
  version: fc.constant(1),
}) satisfies fc.Arbitrary<PlaybookRow>;
const reader = fc.record({ isSignedIn: fc.boolean(), tesseraRank: fc.integer({ min: 0, max: 4 }), hasSubscription: fc.boolean() });

describe('a playbook, for any reader', () => {
  it('is locked, evaluating or available, never two of these', () => {
    fc.assert(
      fc.property(row, reader, (playbook, who) => {
        const seen = playbookFor(playbook, who);
        expect(seen.is_locked && seen.is_evaluating).toBe(false);
        expect(seen.is_locked).toBe(playbook.needsSubscription && !who.hasSubscription);
        expect(seen.is_evaluating).toBe(!seen.is_locked && playbook.needsRank && who.isSignedIn && who.tesseraRank === 0);
      }),
    );
  });

  it('gives no description of a locked one, and no third description to visitors', () => {
    fc.assert(
      fc.property(row, reader, (playbook, who) => {
        const seen = playbookFor(playbook, who);
        expect([seen.description_1, seen.description_2]).toEqual(
          seen.is_locked ? [null, null] : [playbook.description1, playbook.description2],
        );
        expect(seen.description_3).toBe(!seen.is_locked && who.isSignedIn ? playbook.description3 : null);
      }),
    );
  });
});

describe('a subscription', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  const subscribed = (subscriptionUntil: Date | null) =>
    playerReader({ tesseraRank: 0, subscriptionUntil } as MemberRow, now).hasSubscription;

  it('counts until its last moment, and not for visitors', () => {
    expect(subscribed(new Date(now.getTime() + 1))).toBe(true);
    expect(subscribed(now)).toBe(false);
    expect(subscribed(null)).toBe(false);
    expect(VISITOR.hasSubscription).toBe(false);
  });
});
