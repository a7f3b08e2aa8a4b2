/** @jest-environment node */
import { describe, expect, test } from '@jest/globals';
import { renderToString } from 'react-dom/server';
import { loadStories } from './all-stories';
import { PageMeta } from './page-meta';
import { createServerCache, extractStyles } from './server';
import { ServerStage } from './stage';

const stories = await loadStories(import.meta.dirname);
const onServer = stories.filter(({ name }) => !name.startsWith('Dialog/'));

function renderStory(render: (typeof stories)[number]['render']) {
  const cache = createServerCache();
  const html = renderToString(<ServerStage cache={cache}>{render()}</ServerStage>);
  return { html, styles: extractStyles(cache, html) };
}

describe.each(onServer)('$name', ({ render }) => {
  const { html, styles } = renderStory(render);

  test('has no style attribute and no style element, which the policy would refuse', () => {
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toContain('<style');
  });

  test('has a rule for every generated class', () => {
    const classes = new Set(
      [...html.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')).filter((name) => /^ui-/.test(name)),
    );
    const css = styles.map((chunk) => chunk.css).join('');
    expect(classes.size).toBeGreaterThan(0);
    expect([...classes].filter((name) => !css.includes(`.${name}`))).toEqual([]);
  });

  test('carries the rules of the document once', () => {
    const css = styles.map((chunk) => chunk.css).join('');
    expect(css.split('--ui-colors-accent-solid:').length - 1).toBe(2); // plain sections and contrast sections
    expect(css.split('@layer base{').length - 1).toBe(1);
    expect(css).not.toMatch(/@layer [\w-]+@/);
  });
});

test('of the tokens, a document has the values, and by name those that are not the same everywhere and that something leads to', () => {
  for (const { render } of onServer) {
    const { html, styles } = renderStory(render);
    const text = html + styles.map(({ css }) => css).join('');
    const used = new Set([...text.matchAll(/var\((--ui-(?:[\w-]|\\.)+)/g)].map(([, token = '']) => token));
    const tokens = new Set([...text.matchAll(/(--ui-(?:[\w-]|\\.)+):/g)].map(([, token = '']) => token));
    expect([...used].filter((token) => !tokens.has(token))).toEqual([]);
    expect([...used].filter((token) => token.startsWith('--ui-spacing-'))).toEqual([]);
    expect([...tokens].filter((token) => !used.has(token) && !token.includes('-color-palette-'))).toEqual([]);
  }
});

test('the colours of a contrast section are set on that section', () => {
  const css = renderStory(stories[0]!.render)
    .styles.map((chunk) => chunk.css)
    .join('');
  expect(css).toMatch(/\[data-tone=contrast\]\s*\{[^}]*--ui-colors-bg:#11151f/);
});

test('one document carries the styles of no other', () => {
  const [one, other] = [stories.find(({ name }) => name === 'Tabs/Three'), stories.find(({ name }) => name === 'Core/LongText')];
  const first = renderStory(one!.render);
  const second = renderStory(other!.render);
  const classes = ({ styles }: typeof first) => new Set(styles.flatMap(({ css }) => css.match(/\.ui-[\w-]+/g) ?? []));
  expect([...classes(first)].every((name) => classes(second).has(name))).toBe(false);
  expect(renderStory(one!.render)).toEqual(first);
});

test('structured data stands in a document, and cannot end its own element', () => {
  const { html } = renderStory(() => <PageMeta title="Home" jsonLd={{ name: '</script><b>' }} />);
  const [, block = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(block)).toEqual({ name: '</script><b>' });
});
