import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import { Refusal } from './refusal';
import { assertFitTogether } from './solver';
import type { Parts } from './target';
import { page, part, Shelf } from './testing';

const NAMES = ['shell', 'mf-a', 'mf-b'] as const;
const RANGES = ['^1.0.0', '^2.0.0', '>=1.0.0', '~1.1.0'];
const PATHS = ['/', '/a', '/b', '/c', '/a/:x?', '/:x', '/:x?', '/b?', '/b/c', '/b?/c'];

/** Two addresses are shared if they are, optional segments spelled out. */
const SHARED = [
  ['/', '/:x?'],
  ['/', '/b?'],
  ['/:x?', '/b?'],
  ['/:x', '/:x?'],
  ['/a', '/a/:x?'],
  ['/b', '/b?'],
  ['/c', '/b?/c'],
  ['/b/c', '/b?/c'],
];
const share = (one: string, other: string) => one === other || SHARED.some((pair) => pair.includes(one) && pair.includes(other));

interface Drawn {
  provided: string;
  range: string | null;
  paths: string[];
}

const release = fc.record({
  provided: fc.constantFrom('1.0.0', '1.1.5', '2.0.0', '2.0.0-rc.1'),
  range: fc.option(fc.constantFrom(...RANGES)),
  paths: fc.uniqueArray(fc.constantFrom(...PATHS), { maxLength: 2 }),
});
const drawnPart = fc.record({ stable: release, candidate: fc.option(release), cohort: fc.constantFrom('x', 'y') });
const world = fc.tuple(drawnPart, drawnPart, drawnPart);

/** What one visitor gets fits together. */
function fits([shell, ...remotes]: Drawn[]): boolean {
  const areMet = remotes.every(({ range }) => range === null || semver.satisfies(shell!.provided, range, { includePrerelease: true }));
  const paths = [shell!, ...remotes].flatMap((drawn, by) => drawn.paths.map((path) => ({ path, by })));
  return areMet && !paths.some((one) => paths.some((other) => one.by !== other.by && share(one.path, other.path)));
}

const refusal = (run: () => void): Refusal | null => {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
};

describe('what is live', () => {
  it('is refused exactly if visitors of some cohorts would get what does not fit together', () => {
    fc.assert(
      fc.property(world, fc.integer({ min: 0, max: 10_000 }), (drawn, basisPoints) => {
        const shelf = new Shelf();
        const add = (name: string, version: string, { provided, range, paths }: Drawn) =>
          shelf.add({
            name,
            version,
            routes: paths.map(page),
            provides: name === 'shell' ? { react: { version: provided, files: [], consumes: [] } } : {},
            requires: name !== 'shell' && range !== null ? { react: { range, singleton: true } } : {},
          });
        const parts: Parts = Object.fromEntries(
          drawn.map(({ stable, candidate, cohort }, index) => {
            const name = NAMES[index]!;
            const shown = candidate && { release: add(name, '2.0.0', candidate), basisPoints, cohort };
            return [name, part(add(name, '1.0.0', stable), { candidate: shown })];
          }),
        );
        const combinations = [[], ['x'], ['y'], ['x', 'y']].map((cohorts) =>
          drawn.map(({ stable, candidate, cohort }) => (candidate && cohorts.includes(cohort) ? candidate : stable)),
        );
        expect(refusal(() => assertFitTogether(parts, shelf.read)) === null).toBe(combinations.every(fits));
      }),
      { numRuns: 2_000 },
    );
  });

  const shelf = new Shelf();
  const provides = (version: string) => ({ react: { version, files: [], consumes: [] } });
  const shell = shelf.add({ name: 'shell', version: '1.0.0', provides: provides('19.2.9') });
  const prerelease = shelf.add({ name: 'shell', version: '1.1.0', provides: provides('19.3.0-rc.1') });
  const next = shelf.add({ name: 'shell', version: '2.0.0', provides: provides('20.0.0') });
  const remote = shelf.add({
    name: 'mf-a',
    version: '1.0.0',
    routes: [page('/a/:id')],
    requires: { react: { range: '^19.0.0', singleton: true } },
  });
  const thief = shelf.add({ name: 'mf-b', version: '3.0.0', routes: [page('/b'), page('/a/:other?')] });
  const lacking = shelf.add({ name: 'mf-c', version: '1.0.0', requires: { constructor: { range: '*', singleton: true } } });

  it('names the release that lacks a shared module, what it needs and what the shell has', () => {
    const found = refusal(() => assertFitTogether({ shell: part(next), 'mf-a': part(remote) }, shelf.read));
    expect([found?.code, found?.message]).toEqual([
      'shared-module-unmet',
      'mf-a@1.0.0 needs react ^19.0.0; shell@2.0.0 provides 20.0.0. Promote a shell and remotes that fit together.',
    ]);
    expect(found?.details).toEqual({
      remote: 'mf-a',
      version: '1.0.0',
      module: 'react',
      range: '^19.0.0',
      provided: '20.0.0',
      shell: '2.0.0',
    });
    const none = refusal(() => assertFitTogether({ shell: part(next), 'mf-c': part(lacking) }, shelf.read));
    expect(none?.message).toBe(
      'mf-c@1.0.0 needs constructor *; shell@2.0.0 does not provide it. Promote a shell and remotes that fit together.',
    );
  });

  it('names both who declare an address, and the address', () => {
    const found = refusal(() => assertFitTogether({ shell: part(shell), 'mf-a': part(remote), 'mf-b': part(thief) }, shelf.read));
    expect([found?.code, found?.details]).toEqual(['path-owned-twice', { path: '/a/:other?', owners: ['mf-a', 'mf-b'] }]);
  });

  it('may have a prerelease of a shared module where the range allows the release', () => {
    expect(refusal(() => assertFitTogether({ shell: part(prerelease), 'mf-a': part(remote) }, shelf.read))).toBeNull();
  });

  it('needs a shell', () => {
    expect(refusal(() => assertFitTogether({ 'mf-a': part(remote) }, shelf.read))?.code).toBe('shell-missing');
  });
});
