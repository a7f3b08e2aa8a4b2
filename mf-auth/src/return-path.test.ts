import { expect, it } from '@jest/globals';
import { returnPath } from './return-path';

it('without a target leads to the card', () => {
  expect(returnPath(undefined, null)).toBe('/card');
});

it('with a target leads there, in its own letter case', () => {
  expect(returnPath('draft', null)).toBe('/draft');
  expect(returnPath('Demo', undefined)).toBe('/Demo');
  expect(returnPath('data-analysis.html', null)).toBe('/data-analysis.html');
});

it('prefers the longer path that the page before handed over', () => {
  expect(returnPath('draft', { returnTo: '/playbook/3?x=1#y' })).toBe('/playbook/3?x=1#y');
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', '.', '..', 'a/b', ''])(
  'never leaves the site for %s',
  (target) => {
    expect(returnPath(target, null)).toBe('/card');
    expect(returnPath(undefined, { returnTo: target })).toBe('/card');
  },
);

it.each([null, 'text', 3, {}, { returnTo: 3 }])('ignores a state that is something else: %j', (state) => {
  expect(returnPath('inbox', state)).toBe('/inbox');
});
