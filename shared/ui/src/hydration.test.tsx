import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import createCache from '@emotion/cache';
import { css } from '@emotion/react';
import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render as hydrateInto } from '@testing-library/react';
import { RENDERED_STYLE_ATTRIBUTE } from '@site/contracts/prerender';
import { loadStories } from './all-stories';
import { CACHE_OPTIONS, createBrowserCache } from './emotion-cache';
import type { StyleChunk } from './server';
import { BrowserStage } from './stage';
import { completeSystem, system, themeRules } from './theme/system';

const KEYFRAMES = /@keyframes [\w-]+\{(?:[^{}]*\{[^{}]*\})*\}/g;

const stories = await loadStories(import.meta.dirname);
const fixture = execFileSync(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'hydration.fixture.tsx')], {
  encoding: 'utf8',
});
const rendered = new Map((JSON.parse(fixture) as { name: string; html: string; styles: StyleChunk[] }[]).map((page) => [page.name, page]));

afterEach(() => {
  cleanup();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

test('a style that the document has not finds all tokens and keyframes, which come before it and once', () => {
  const { key, css } = rendered
    .get('Tabs/Three')!
    .styles.find((style) => style.key.endsWith('-global') && style.css.includes('@layer tokens'))!;
  expect(css).not.toContain('--ui-z-index-toast:');
  expect(css).not.toContain('@keyframes deplete');
  const style = Object.assign(document.createElement('style'), { textContent: css });
  style.setAttribute(RENDERED_STYLE_ATTRIBUTE, key);
  document.head.append(style);

  const cache = createBrowserCache();
  const inserted = jest.spyOn(cache.sheet, 'insert');
  for (const name of ['first', 'second']) cache.insert(`.${name}`, { name, styles: 'color:red;' }, cache.sheet, true);
  const texts = inserted.mock.calls.map(([text]) => text);
  const theme = themeRules();
  expect(texts).toEqual([...theme, '.first{color:red;}', '.second{color:red;}']);
  expect(theme[0]).toContain('--ui-z-index-toast:');
  expect(theme.join('')).toContain('@keyframes deplete{from{transform:scaleX(1);}to{');
});

test('a recipe that comes later weighs nothing, has no layer, and puts each of its rules by itself', () => {
  const cache = createBrowserCache();
  const inserted = jest.spyOn(cache.sheet, 'insert');
  const styles =
    'padding:0;@layer recipes{color:red;&:hover{color:blue;}&::before, & > li::marker{top:0;}@media print{&:focus{display:none;}}}&:focus{top:1px;}';
  cache.insert('.late', { name: 'late', styles }, cache.sheet, true);
  expect(inserted.mock.calls.map(([text]) => text)).toEqual([
    '.late{padding:0;}',
    ':where(.late){color:red;}',
    ':where(.late:hover){color:blue;}',
    ':where(.late)::before,:where(.late>li)::marker{top:0;}',
    '@media print{:where(.late:focus){display:none;}}',
    '.late:focus{top:1px;}',
  ]);
});

test('the rules of all tokens and keyframes say what Chakra and Emotion would make of them', () => {
  const made = (styles: ReturnType<typeof system.getTokenCss>): string => {
    const cache = createCache(CACHE_OPTIONS);
    const inserted = jest.spyOn(cache.sheet, 'insert');
    cache.insert('', css(styles), cache.sheet, true);
    return inserted.mock.calls.map(([text]) => text).join('');
  };
  const withoutSpaces = (text: string) => text.replaceAll(', ', ',').replaceAll(' {', '{').split(';');
  const tokens = themeRules().filter((rule) => !rule.startsWith('@'));
  expect(tokens.join('').length).toBeGreaterThan(5_000);
  expect(withoutSpaces(`@layer tokens{${tokens.join('')}}`)).toEqual(withoutSpaces(made(system.getTokenCss())));
  const whole = made(completeSystem().getGlobalCss());
  expect(themeRules().filter((rule) => rule.startsWith('@'))).toEqual([...whole.matchAll(KEYFRAMES)].map(([rule]) => rule));
});

test.each(stories)('$name hydrates without a difference, and leaves the styles of the server where they are', ({ name, render }) => {
  const page = rendered.get(name)!;
  for (const { key, css } of page.styles) {
    const style = Object.assign(document.createElement('style'), { textContent: css });
    style.setAttribute(RENDERED_STYLE_ATTRIBUTE, key);
    document.head.append(style);
  }
  const root = document.createElement('div');
  root.innerHTML = page.html;
  document.body.append(root);

  const moves = new MutationObserver(() => undefined);
  moves.observe(document.head, { childList: true });
  const complaints = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const onRecoverableError = jest.fn();
  hydrateInto(<BrowserStage>{render()}</BrowserStage>, { container: root, hydrate: true, onRecoverableError });

  expect(onRecoverableError).not.toHaveBeenCalled();
  expect(complaints.mock.calls).toEqual([]);
  const added = [...document.querySelectorAll('style')].filter(
    (style) => style.sheet && !name.startsWith('Dialog/') && !page.styles.some(({ css }) => css === style.textContent),
  );
  expect(added.flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText))).toEqual([]);
  expect(moves.takeRecords().flatMap(({ removedNodes }) => [...removedNodes])).toEqual([]);
  complaints.mockRestore();
});
