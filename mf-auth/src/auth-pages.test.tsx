import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import type { ComponentType } from 'react';
import { isPageRoute, remoteConfigSchema } from '@site/contracts/remote-config';
import { signedOut } from '@site/session';
import { pageUnderTest, makeStore } from '@site/testing/page-under-test';
import remote from '../remote.config';

async function show(path: string, page: string) {
  const store = makeStore();
  store.dispatch(signedOut());
  const { default: Page } = (await import(page)) as { default: ComponentType };
  return render(pageUnderTest({ store, Page, at: path.replace(/\/:.*/, ''), route: path }));
}

it('the routes keep the contract of remotes', () => {
  expect(remoteConfigSchema.parse(remote)).toEqual(remote);
  expect(remote.routes.map(({ path }) => path)).toEqual(['/signin/:target?', '/signup/:target?', '/signout']);
});

describe.each(remote.routes.filter(isPageRoute))('$path', ({ path, page }) => {
  it('has one first-level heading, a title with the brand, a description and keywords of its own', async () => {
    await show(path, page);
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(document.title).toMatch(/^.+ \| Site Test$/);
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).not.toBe('A default description');
    expect(document.querySelector('meta[name=keywords]')?.getAttribute('content')).not.toBe('a default keyword');
  });

  it('has no accessibility violation, and renders no style attribute', async () => {
    const { container } = await show(path, page);
    // jsdom knows no colours; contrast is checked in the browser.
    const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(container.querySelectorAll('[style]')).toHaveLength(0);
  });
});
