import { expect, it } from '@jest/globals';
import type { Route } from '@site/contracts/remote-config';
import { publicAddresses } from './addresses';

it('each public page is opened at its shortest address; what needs a parameter is said not to be', () => {
  const page = (path: string, access: 'public' | 'member' = 'public'): Route => ({ path, page: './page', title: 'Page', access });
  const routes = [
    page('/'),
    page('/games/:game?/:page?'),
    page('/item/:id'),
    page('/card', 'member'),
    page('/games'),
    { path: '/old', redirect: '/' },
  ];
  expect(publicAddresses([{ routes } as Parameters<typeof publicAddresses>[0][number]])).toEqual({
    paths: ['/', '/games'],
    unvisited: [{ path: '/item/:id', reason: 'It has a parameter. Name an address with --path.' }],
  });
});
