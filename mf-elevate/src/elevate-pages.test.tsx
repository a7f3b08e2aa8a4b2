import { describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import type { ComponentType } from 'react';
import { isPageRoute, remoteConfigSchema } from '@site/contracts/remote-config';
import { signedIn, signedOut } from '@site/session';
import { pageUnderTest, makeStore, scriptBackend } from '@site/testing/page-under-test';
import remote from '../remote.config';
import { demo, playbook, playerDemos, playerPlaybooks, profile } from './sample-data';

const pages = remote.routes.filter(isPageRoute);
const visitors = ['visitor', 'player'] as const;

/** Every list has an entry in every state. */
const backend = {
  'GET /draft/demos': { body: [demo({ sponsored: true })] },
  'GET /draft/playbooks': { body: [playbook(), playbook({ id: 8, is_locked: true }), playbook({ id: 9, is_evaluating: true })] },
  'GET /user/draft/playbooks': { body: [playbook(), playbook({ id: 8, is_locked: true }), playbook({ id: 9, is_evaluating: true })] },
  'GET /draft/playbook/7': { body: playbook({ description_3: null }) },
  'GET /user/draft/playbook/7': { body: playbook() },
  'GET /user/profile': { body: profile({ tessera_rank: 2 }) },
  'GET /demos/player': {
    body: playerDemos({ id: 1, demo_kind_id: 1, url: 'https://demo.example/', description: 'Mine', endorsements: ['Clear'] }),
  },
  'GET /playbooks/player': { body: playerPlaybooks({ id: 1, playbook_id: 7, role: 'join' }) },
};

async function show(path: string, page: string, who: (typeof visitors)[number]) {
  scriptBackend(backend);
  const store = makeStore();
  store.dispatch(who === 'player' ? signedIn({ username: 'ada', groups: [] }) : signedOut());
  const { default: Page } = (await import(page)) as { default: ComponentType };
  const view = render(pageUnderTest({ store, Page, at: path.replace(/\/:id\?$/, '/7'), route: path }));
  await waitFor(() => expect(screen.queryByText(/^(Loading|Checking) /)).not.toBeInTheDocument());
  // What a page asks for once it has an answer, and shows no place for: it changes nothing any more during the test.
  const isWaiting = () => Object.values(store.getState().api.queries).some((query) => query?.status === 'pending');
  await act(async () => {
    do for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
    while (isWaiting());
  });
  return view;
}

it('the routes keep the contract of remotes, in the letter case of the specification', () => {
  expect(remoteConfigSchema.parse(remote)).toEqual(remote);
  const access = remote.routes.filter(isPageRoute).map((route) => [route.path, route.access]);
  expect(access).toEqual([
    ['/elevate', 'public'],
    ['/Demo', 'public'],
    ['/playbooks', 'public'],
    ['/draft', 'public'],
    ['/playbook/:id?', 'public'],
    ['/card', 'member'],
    ['/inbox', 'member'],
  ]);
});

describe.each(visitors)('for a %s', (who) => {
  describe.each(pages)('$path', ({ path, page }) => {
    it('has one first-level heading, a title with the brand, a description and keywords of its own', async () => {
      await show(path, page, who);
      expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
      expect(document.title).toMatch(/^.+ \| Site Test$/);
      expect(document.querySelector('meta[name=description]')?.getAttribute('content')).not.toBe('A default description');
      expect(document.querySelector('meta[name=keywords]')?.getAttribute('content')).not.toBe('a default keyword');
    });

    it('has no accessibility violation', async () => {
      const { container } = await show(path, page, who);
      // jsdom knows no colours; contrast is checked in the browser.
      const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    });

    it('renders no style attribute, and reserves the room of every picture', async () => {
      const { container } = await show(path, page, who);
      expect(container.querySelectorAll('[style]')).toHaveLength(0);
      for (const picture of container.querySelectorAll('img')) {
        expect(Number(picture.getAttribute('width'))).toBeGreaterThan(0);
        expect(Number(picture.getAttribute('height'))).toBeGreaterThan(0);
      }
    });
  });
});
