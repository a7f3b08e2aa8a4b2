import { expect, it } from '@jest/globals';
import { chosenReleases } from './choice';
import type { Part, Parts } from './target';

const ref = (version: string) => ({ version, id: version.padEnd(64, '0') });
const part = (own: Partial<Part>): Part => ({ stable: ref('1'), candidate: null, fallback: null, disabled: null, ...own });
const chosen = (parts: Parts, cohorts: string[] = [], shellFallback = false) =>
  chosenReleases(parts, { cohorts, shellFallback }).map(({ part, release, cohort, fallback }) => [
    part,
    release.version,
    cohort,
    fallback?.version ?? null,
  ]);
const candidate = { release: ref('2'), basisPoints: 500, cohort: 'revision-2' };

it('a choice gives the candidates of its cohorts, for which the stable release takes over, and else what is stable', () => {
  const parts = { shell: part({}), 'mf-a': part({ candidate, fallback: ref('0') }) };
  expect(chosen(parts)).toEqual([
    ['shell', '1', '', null],
    ['mf-a', '1', '', '0'],
  ]);
  expect(chosen(parts, ['revision-2'])[1]).toEqual(['mf-a', '2', 'revision-2', '1']);
  expect(chosen(parts, ['revision-1'])[1]).toEqual(['mf-a', '1', '', '0']);
});

it('a choice gives the fallback of a shell that did not start, for which nothing takes over', () => {
  const parts = { shell: part({ fallback: ref('0') }), 'mf-a': part({ fallback: ref('0') }) };
  expect(chosen(parts, [], true)).toEqual([
    ['shell', '0', '', null],
    ['mf-a', '1', '', '0'],
  ]);
  expect(chosen({ shell: part({}) }, [], true)).toEqual([['shell', '1', '', null]]);
});

it('a choice gives nothing of a part that is switched off', () => {
  expect(chosen({ shell: part({}), 'mf-a': part({ disabled: { message: 'Back soon.' } }) })).toEqual([['shell', '1', '', null]]);
});
