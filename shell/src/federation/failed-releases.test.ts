import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { type FailedReleases, failedReleases } from './failed-releases';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

beforeEach(() => localStorage.clear());
afterEach(() => void jest.restoreAllMocks());

/** What a document of this browser knows, so many milliseconds later. */
const later = (ms = 0) => failedReleases(() => 1_000_000 + ms);

function failTwice(releases: FailedReleases): void {
  releases.failed('mf-a', '2.0.0');
  releases.failed('mf-a', '2.0.0');
}

it('a release is given up in the documents after its second failure', () => {
  later().failed('mf-a', '2.0.0');
  expect(later().isGivenUp('mf-a', '2.0.0')).toBe(false);
  later().failed('mf-a', '2.0.0');
  expect(later().isGivenUp('mf-a', '2.0.0')).toBe(true);
  expect([later().isGivenUp('mf-a', '2.0.1'), later().isGivenUp('mf-b', '2.0.0')]).toEqual([false, false]);
});

it('another release that fails or loads takes its place', () => {
  for (const version of ['2.0.0', '2.0.0', '2.0.1']) later().failed('mf-a', version);
  expect([later().isGivenUp('mf-a', '2.0.0'), later().isGivenUp('mf-a', '2.0.1')]).toEqual([false, false]);
  later().failed('mf-a', '2.0.1');
  later().loaded('mf-a');
  expect(later().isGivenUp('mf-a', '2.0.1')).toBe(false);
});

it('a release is tried again after a week, and a failure of a week ago does not count', () => {
  failTwice(later());
  expect([later(WEEK_MS - 1).isGivenUp('mf-a', '2.0.0'), later(WEEK_MS).isGivenUp('mf-a', '2.0.0')]).toEqual([true, false]);
  later(WEEK_MS).failed('mf-a', '2.0.0');
  expect(later(WEEK_MS).isGivenUp('mf-a', '2.0.0')).toBe(false);
});

it('a browser that refuses storage, or keeps something else in it, tries every release', () => {
  for (const text of ['null', '7', '[]', '{', '{"mf-a":null}', '{"mf-a":3}']) {
    localStorage.setItem('site:failed-releases', text);
    expect([text, later().isGivenUp('mf-a', '2.0.0')]).toEqual([text, false]);
    later().failed('mf-a', '2.0.0');
  }
  const refuse = (): never => {
    throw new DOMException('The storage is blocked.', 'SecurityError');
  };
  for (const method of ['getItem', 'setItem'] as const) jest.spyOn(Storage.prototype, method).mockImplementation(refuse);
  const blocked = later();
  failTwice(blocked);
  blocked.loaded('mf-a');
  expect(later().isGivenUp('mf-a', '2.0.0')).toBe(false);
});
