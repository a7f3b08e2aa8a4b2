import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { PageMeta, type PageMetaProps } from './page-meta';
import { BrowserStage } from './stage';

function metadata(props: PageMetaProps, path = '/practice') {
  window.history.replaceState(null, '', path);
  render(
    <BrowserStage>
      <PageMeta {...props} />
    </BrowserStage>,
  );
  const content = (selector: string, attribute = 'content') => document.head.querySelector(selector)?.getAttribute(attribute) ?? null;
  return {
    title: document.title,
    description: content('meta[name=description]'),
    keywords: content('meta[name=keywords]'),
    robots: content('meta[name=robots]'),
    canonical: content('link[rel=canonical]', 'href'),
    ogTitle: content('meta[property="og:title"]'),
    ogUrl: content('meta[property="og:url"]'),
  };
}

test('the title ends with the brand, and what a page does not say comes from the site', () => {
  expect(metadata({ title: 'Practice' })).toEqual({
    title: 'Practice | Practice',
    description: 'The default description',
    keywords: 'default, keywords',
    robots: null,
    canonical: 'https://site.test/practice',
    ogTitle: 'Practice | Practice',
    ogUrl: 'https://site.test/practice',
  });
});

test('a page says its own description, keywords and canonical address', () => {
  const found = metadata({ title: 'Archive', description: 'Past programmes', keywords: 'past', canonical: '/archive' }, '/games/one.htm');
  expect(found).toMatchObject({ description: 'Past programmes', keywords: 'past', canonical: 'https://site.test/archive' });
});

test.each([
  ['/contact/?from=mail', 'https://site.test/contact'],
  ['/', 'https://site.test/'],
])('the query and a trailing slash are no part of the canonical address of %s', (path, canonical) => {
  expect(metadata({ title: 'Contact' }, path).canonical).toBe(canonical);
});

test('a page that must not be indexed says so and names no canonical address', () => {
  expect(metadata({ title: 'Card', noindex: true })).toMatchObject({ robots: 'noindex', canonical: null });
});

test('structured data of a document stays in it, and a page that is navigated to has none', () => {
  const page = (
    <BrowserStage>
      <PageMeta title="Home" jsonLd={{ name: 'A' }} />
    </BrowserStage>
  );
  const container = document.createElement('div');
  container.innerHTML = '<script type="application/ld+json">{"name":"A"}</script>';
  const { firstChild } = container;
  render(page, { container: document.body.appendChild(container), hydrate: true });
  expect([...container.childNodes]).toEqual([firstChild]);
  expect(render(page).container.querySelector('script')).toBeNull();
});

test('a link to a page is shown with the picture of the site, if it has one', () => {
  const picture = () => document.head.querySelector('meta[property="og:image"]')?.getAttribute('content');
  metadata({ title: 'Practice' });
  expect(picture()).toBeUndefined();
  render(
    <BrowserStage image="/picture.png">
      <PageMeta title="Practice" />
    </BrowserStage>,
  );
  expect(picture()).toBe('https://site.test/picture.png');
});
