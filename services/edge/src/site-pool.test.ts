import { expect, it } from '@jest/globals';
import { SitePool } from './site-pool';
import type { Site } from './site/site';
import { releasesOf, testRemote, testShell, testTarget, type TestPart } from './testing/fixtures';

const NOBODY = { id: null, isNew: false, failedShells: [] };

/** Remotes with a candidate each, which half of the visitors get. */
function poolOf(count: number, overlay = (site: Site) => site, routes: TestPart['descriptor']['routes'] = []): SitePool {
  const remotes = Array.from({ length: count }, (_, index): TestPart => {
    const named = (version: string) => {
      const made = testRemote(version);
      return { ...made, descriptor: { ...made.descriptor, name: `mf-${index}`, routes } };
    };
    return { ...named('1.0.0'), candidate: { release: named('2.0.0'), basisPoints: 5_000, cohort: `revision-${index}` } };
  });
  const parts = [{ ...testShell('2.0.0'), fallback: testShell() }, ...remotes];
  return new SitePool({ target: testTarget(1, ...parts), releases: releasesOf(...parts), missing: [], overlay });
}

const visitors = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), isNew: index % 2 === 0, failedShells: [] as string[] }));

it('visitors who get the same have one choice and one site, and others have another', () => {
  const pool = poolOf(1);
  const choices = new Set(visitors(50).map((visitor) => pool.choiceOf(visitor)));
  expect([...choices].map(({ cohorts }) => cohorts.join()).sort()).toEqual(['', 'revision-0']);
  expect(new Set([...choices].map((choice) => pool.at(choice))).size).toBe(2);
  expect(pool.choiceOf(NOBODY)).toBe(pool.choiceOf(NOBODY));
  expect(pool.choiceOf({ ...NOBODY, failedShells: ['2.0.0'] })).toMatchObject({ shellFallback: true });
});

it('visitors get what is theirs, however many choices there are and whatever they say', () => {
  const pool = poolOf(9);
  const choicesOf = () => visitors(2_000).map((visitor) => pool.choiceOf(visitor).cohorts.join());
  const before = choicesOf();
  expect(new Set(before).size).toBeGreaterThan(400);
  for (const visitor of visitors(200)) pool.choiceOf({ ...visitor, failedShells: ['x'.repeat(10_000)] });
  expect(choicesOf()).toEqual(before);
});

it('a site has the seal with which it was asked for', () => {
  const pool = poolOf(0);
  const choice = pool.choiceOf(NOBODY);
  const [plain, today, tomorrow] = [pool.at(choice), pool.at(choice, 'today'), pool.at(choice, 'tomorrow')];
  expect(new Set([plain, today, tomorrow].map(({ key }) => key)).size).toBe(3);
  expect([pool.at(choice), pool.at(choice, 'today'), pool.at(choice, 'tomorrow')]).toEqual([plain, today, tomorrow]);
});

it('a site that was asked for long ago is let go of, though a visitor may come again who gets it', () => {
  let composed = 0;
  const overlay = (site: Site) => {
    composed += 1;
    return site;
  };
  const routes = Array.from({ length: 60 }, (_, index) => ({
    ...{ path: `/page-${index}`, page: './home', title: 'x'.repeat(50), access: 'public' as const },
  }));
  const pool = poolOf(9, overlay, routes);
  const come = ({ id }: { id: string }) => pool.at(pool.choiceOf({ ...NOBODY, id }));
  const [first, ...others] = visitors(2_000);
  const { size } = come(first!);
  others.forEach(come);
  const before = composed;
  expect(before * size).toBeGreaterThan(16_000_000);
  come(first!);
  expect(composed).toBe(before + 1);
});
