/** @jest-environment node */
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { loadStories } from '../all-stories';
import { Box, Notice, Section } from '../index';
import { createServerCache, extractStyles } from '../server';
import { ServerStage } from '../stage';
import { Three } from '../tabs/tabs.stories';
import { system } from './system';

function styleSheet(element: React.ReactNode): string {
  const cache = createServerCache();
  const html = renderToString(<ServerStage cache={cache}>{element}</ServerStage>);
  return extractStyles(cache, html)
    .map(({ css }) => css)
    .join('');
}

/** The bounds of all queries for a width, of the window or of a container: in pixels, or as written where the unit does not say how many. */
function widthsOf(css: string): (number | string)[] {
  const pixels = new Map([
    ['px', 1],
    ['rem', 16],
    ['em', 16],
  ]);
  return [...css.matchAll(/@(?:media|container)([^{]*(?:width|inline-size)[^{]*)/g)]
    .flatMap(([, prelude = '']) => [...prelude.matchAll(/([\d.]+)([a-z]+)/g)])
    .map(([written, amount, unit = '']) => {
      const size = pixels.get(unit);
      return size === undefined ? written : Number(amount) * size;
    });
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
  expect(css).toMatch(/transition:transform 300ms/);
  expect(css).toMatch(/animation-duration:300ms/);
});

test('no component changes its layout at any other width', async () => {
  const stories = await loadStories(dirname(import.meta.dirname));
  const css = stories.map(({ render }) => styleSheet(render())).join('');
  const widths = widthsOf(css);
  expect(widths).not.toEqual([]);
  expect([576, 768, 992, 1200, 1400]).toEqual(expect.arrayContaining([...new Set(widths)]));
});

test.each([
  ['@media (min-width: 600px){', [600]],
  ['@media screen and (min-width:48rem) and (max-width: 61.5em){', [768, 984]],
  ['@media (40rem<=width<50rem){', [640, 800]],
  ['@container list (min-width: 30rem){', [480]],
  ['@container (inline-size > 20ch){', ['20ch']],
  ['@media (hover: hover){a{width:7px}}@media print{', []],
])('a bound is seen wherever a query has one: %s', (css, widths) => {
  expect(widthsOf(css)).toEqual(widths);
});

/** The last value that a declaration block gives to a property, with every custom property resolved by what surrounds it. */
function valueOf(property: string, ...blocks: (string | undefined)[]): string | undefined {
  for (const block of blocks) {
    const value = block
      ?.split(';')
      .findLast((declaration) => declaration.startsWith(`${property}:`))
      ?.slice(property.length + 1);
    if (value !== undefined) return value.replace(/^var\((.*)\)$/, (_, name: string) => valueOf(name, ...blocks) ?? value);
  }
  return undefined;
}

test.each(['plain', 'contrast'] as const)('alerts are red in a %s section', (tone) => {
  const alert = (
    <Section tone={tone}>
      <Notice status="danger" role="alert" title="Refused" />
    </Section>
  );
  const css = styleSheet(alert);
  const html = renderToString(<ServerStage cache={createServerCache()}>{alert}</ServerStage>);
  const [, name] = /role="alert" class="([^"]+)"/.exec(html)!;
  const block = (start: string) => css.split(start)[1]?.split('}')[0];
  const surroundings = [
    block(`.${name!}{`),
    tone === 'contrast' ? block('[data-tone=contrast]{') : undefined,
    block('@layer tokens{:where(html){'),
  ];
  for (const property of ['background', 'border-color', '--ui-colors-color-palette-fg']) {
    const colour = valueOf(property, ...surroundings)!;
    expect(colour).toMatch(/^#[\da-f]{6}$/);
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
    // The grounds of the page are warm, by two or three steps of 255: an alert differs by far more.
    expect(red).toBeGreaterThan(Math.max(green, blue) + 10);
  }
});

test('the recipe of a component is made once, whoever renders it', () => {
  const config = { base: { color: 'fg' } };
  expect(system.cva(config)).toBe(system.cva(config));
  expect(system.cva({ base: { color: 'fg' } })).not.toBe(system.cva(config));
});
