import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import type { ComponentType } from 'react';
import { isPageRoute, remoteConfigSchema } from '@site/contracts/remote-config';
import { pageUnderTest } from '@site/testing/page-under-test';
import remote from '../remote.config';

const pageRoutes = remote.routes.filter(isPageRoute);
const pages = [...new Set(pageRoutes.map(({ page }) => page))];
const addressOf = (page: string) => pageRoutes.find((route) => route.page === page)!.path.replace(/\/:.*/, '');

async function show(page: string) {
  const { default: Page } = (await import(page)) as { default: ComponentType };
  return render(pageUnderTest({ Page, at: addressOf(page) }));
}

it('the routes keep the contract of remotes', () => {
  expect(remoteConfigSchema.parse(remote)).toEqual(remote);
});

it('every route that the specification gives to marketing is declared', () => {
  const paths = remote.routes.map(({ path }) => path);
  const bare = ['/games', '/en', '/products', '/tumor-analysis-software', '/data-analysis'].flatMap((path) => [
    `${path}.htm`,
    `${path}.html`,
  ]);
  expect(paths).toEqual(
    expect.arrayContaining([
      ...bare,
      ...['/', '/archive', '/practice', '/ata', '/blueprints', '/contact', '/privacy', '/terms', '/intro/:lead?', '/demo/:lead?'],
      ...['/games/:game?/:page?', '/en/:section1?/:section2?/:section3?', '/products/:section1?/:section2?'],
      ...['/tumor-analysis-software', '/data-analysis'],
    ]),
  );
  expect(remote.routes).toEqual(
    expect.arrayContaining([
      { path: '/about', redirect: '/practice' },
      { path: '/consulting', redirect: '/ata' },
      { path: '/workshops', redirect: '/blueprints' },
    ]),
  );
});

describe.each(pages)('%s', (page) => {
  it('has one first-level heading, a title with the brand, a description and keywords of its own', async () => {
    await show(page);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toMatch(/^.+ \| Site Test$/);
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).not.toBe('A default description');
    expect(document.querySelector('meta[name=keywords]')?.getAttribute('content')).not.toBe('a default keyword');
  });

  it('has no accessibility violation', async () => {
    const { container } = await show(page);
    // jsdom knows no colours; contrast is checked in the browser.
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  });

  it('renders no style attribute, which the content security policy would refuse', async () => {
    const { container } = await show(page);
    expect(container.querySelectorAll('[style]')).toHaveLength(0);
  });

  it('names no fee or rate', async () => {
    const { container } = await show(page);
    expect(container.textContent).not.toMatch(/[$€£¥]\s?\d|\d\s?(?:[$€£¥]|USD|EUR|dollars?\b|euros?\b)/i);
  });

  it('reserves the room of every picture', async () => {
    const { container } = await show(page);
    for (const picture of container.querySelectorAll('img')) {
      expect(Number(picture.getAttribute('width'))).toBeGreaterThan(0);
      expect(Number(picture.getAttribute('height'))).toBeGreaterThan(0);
      expect(picture).toHaveAttribute('decoding', 'async');
    }
  });
});
