import { expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { registry, show } from '../testing/registry-under-test';
import { exactTime, Moment } from './moment';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Moments are told from a clock that stands.
const NOW = Date.parse('2026-11-22T14:30:00.000Z');
jest.spyOn(Date, 'now').mockReturnValue(NOW);

it.each([
  [7 * DAY - SECOND, 'in 7 days'],
  [6 * DAY + 20 * HOUR, 'in 6 days'],
  [DAY - SECOND, 'in 1 day'],
  [2 * HOUR - 20 * SECOND, 'in 2 hours'],
  [HOUR + 40 * MINUTE, 'in 1 hour'],
  [10 * MINUTE - SECOND, 'in 10 minutes'],
  [-7 * DAY + MINUTE, '6 days ago'],
  [-SECOND, 'just now'],
])('a moment %d milliseconds from now is said as "%s"', async (difference, words) => {
  const at = new Date(NOW + difference).toISOString();
  show(() => <Moment at={at} />, '/console', registry({}));
  expect(await screen.findByText(words)).toBeVisible();
});

it('the half of the day stands in the line of the time that it belongs to, however narrow its place is', () => {
  expect(exactTime('2026-11-22T14:30:00')).toBe('Nov 22, 2026, 2:30\u00a0PM');
});
