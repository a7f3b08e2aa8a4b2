/** @jest-environment node */
import { expect, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { Box } from '../index';
import { createServerCache, extractStyles } from '../server';
import { ServerStage } from '../stage';
import { Three } from '../tabs/tabs.stories';
import { palettes } from './colors';

function styleSheet(element: React.ReactNode): string {
  const cache = createServerCache();
  const html = renderToString(<ServerStage cache={cache}>{element}</ServerStage>);
  return extractStyles(cache, html)
    .map(({ css }) => css)
    .join('');
}

test.each([
  ['sm', 576],
  ['md', 768],
  ['lg', 992],
  ['xl', 1200],
  ['2xl', 1400],
])('a page changes its layout at %s, %i pixels', (name, pixels) => {
  const css = styleSheet(<Box padding={{ [name]: '7px' }} />);
  expect(css).toMatch(new RegExp(`@media screen and \\(min-width: ?${pixels / 16}rem\\)\\s*{[^}]*padding:7px`));
});

test('a change of tab takes 300 ms', () => {
  const css = styleSheet(Three.render());
  expect(css).toContain('--ui-durations-slow:300ms');
  expect(css).toMatch(/transition:transform var\(--ui-durations-slow\)/);
  expect(css).toMatch(/animation-duration:var\(--ui-durations-slow\)/);
});

test.each(['plain', 'contrast'] as const)('alerts are red in a %s section', (tone) => {
  for (const role of [palettes.danger.fg, palettes.danger.border, palettes.danger.subtle]) {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(role[tone].slice(at, at + 2), 16)) as [number, number, number];
    expect(red).toBeGreaterThan(Math.max(green, blue));
  }
});
