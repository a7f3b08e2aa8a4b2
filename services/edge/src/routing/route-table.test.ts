import { describe, expect, it } from '@jest/globals';
import type { Route } from '@site/contracts/remote-config';
import fc from 'fast-check';
import { matchRoutes } from 'react-router-dom';
import { plainAddress, RouteTable } from './route-table';

const page = (path: string, name = path): Route => ({ path, page: `./${name}`, title: name, access: 'public' });

const table = new RouteTable([
  { name: 'mf-a', routes: [page('/', 'home'), page('/Demo', 'omlet'), page('/demo/:lead?', 'intro'), page('/games.htm', 'archive')] },
  { name: 'mf-b', routes: [page('/en/:section1?/:section2?', 'en'), { path: '/about', redirect: '/practice' }, page('/practice')] },
]);

const pageOf = (pathname: string) => {
  const match = table.match(pathname);
  return match.kind === 'page' ? match.route.page : match.kind;
};

describe('addresses', () => {
  it('that differ in case are different pages', () => {
    expect(pageOf('/Demo')).toBe('./omlet');
    expect(pageOf('/demo')).toBe('./intro');
    expect(pageOf('/DEMO')).toBe('none');
    expect(pageOf('/Practice')).toBe('none');
  });

  it('may leave optional segments out', () => {
    expect(['/en', '/en/x', '/en/x/y', '/en/x/y/z'].map(pageOf)).toEqual(['./en', './en', './en', 'none']);
    expect(pageOf('/demo/elevate')).toBe('./intro');
    expect(pageOf('/games.htm')).toBe('./archive');
  });

  it('of a redirect lead to its target', () => {
    expect(table.match('/about')).toEqual({ kind: 'redirect', to: '/practice' });
  });

  it('with a trailing or doubled slash lead to the plain one', () => {
    expect(table.match('/practice/')).toEqual({ kind: 'redirect', to: '/practice' });
    expect(table.match('//practice//')).toEqual({ kind: 'redirect', to: '/practice' });
    expect(table.match('//')).toEqual({ kind: 'redirect', to: '/' });
    expect(table.match('/nowhere/').kind).toBe('none');
  });

  it('never redirect to another host', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[/\\a-z.:@%2fF5cC-]{0,40}$/), (rest) => {
        const { pathname } = new URL(`http://edge.invalid/${rest}`);
        const match = table.match(pathname);
        return match.kind !== 'redirect' || new URL(match.to, 'http://edge.invalid').host === 'edge.invalid';
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a route', () => {
  const segment = fc.constantFrom('a', 'b', 'A', ':x', ':y', 'a?', ':x?', ':y?');
  const paths = fc.array(
    fc.array(segment, { maxLength: 4 }).map((segments) => `/${segments.join('/')}`),
    { maxLength: 5 },
  );
  const addresses = fc.array(fc.constantFrom('a', 'b', 'A', 'c', '%61', 'c%2Fd'), { maxLength: 4 }).map((parts) => `/${parts.join('/')}`);

  it('is chosen as react-router chooses it', () => {
    fc.assert(
      fc.property(paths, addresses, (declared, address) => {
        const routes = declared.map((path, index) => page(path, String(index)));
        const chosen = matchRoutes(
          routes.map(({ path }, index) => ({ path, caseSensitive: true, id: String(index) })),
          address,
        )?.[0]?.route.id;
        const match = new RouteTable([{ name: 'mf-a', routes }]).match(address);
        expect(match.kind === 'page' ? match.route.title : undefined).toBe(chosen);
      }),
      { numRuns: 1_000 },
    );
  });

  it('that redirects passes on the parameters of the address, decoded once', () => {
    const redirects = new RouteTable([
      { name: 'mf-a', routes: [{ path: '/old/:game?/:page?', redirect: '/games/:game?/:page?' }, page('/games/:game?/:page?')] },
    ]);
    expect(redirects.match('/old')).toEqual({ kind: 'redirect', to: '/games' });
    expect(redirects.match('/old/a%20b')).toEqual({ kind: 'redirect', to: '/games/a%20b' });
    expect(redirects.match('/old/a/b')).toEqual({ kind: 'redirect', to: '/games/a/b' });
  });

  it('of any number of optional segments is matched without spelling them out', () => {
    const optional = Array.from({ length: 60 }, (_, index) => `:p${index}?`).join('/');
    const hostile = new RouteTable([{ name: 'mf-a', routes: [page(`/x/${optional}`, 'hostile')] }]);
    expect(hostile.match('/x/a/b/c')).toMatchObject({ kind: 'page', remote: 'mf-a' });
    expect(hostile.match('/y/a/b/c')).toEqual({ kind: 'none' });
  });
});

describe('the plain address of a route', () => {
  it.each([
    ['/', '/'],
    ['/intro/:lead?', '/intro'],
    ['/:optional?', '/'],
    ['/playbook/:id', null],
  ])('of %s is %s', (path, address) => {
    expect(plainAddress(page(path, 'x'))).toBe(address);
  });
});
