import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PathMatcher } from './path-pattern';
import { remoteConfigSchema } from './remote-config';

/** All addresses of a path with its optional segments spelled out, parameters without their names: the rule in its plainest form. */
function spelledOut(path: string): string[] {
  let addresses = [''];
  for (const segment of path.split('/').filter(Boolean)) {
    const text = segment.startsWith(':') ? ':' : segment.replace('?', '');
    const longer = addresses.map((address) => `${address}/${text}`);
    addresses = segment.endsWith('?') ? [...addresses, ...longer] : longer;
  }
  return addresses;
}

const segment = fc.constantFrom('a', 'b', ':x', ':y', 'a?', 'b?', ':x?', ':y?');
const path = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);

describe('the route of an address', () => {
  const addresses = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);

  it('is one that has the address when spelled out, with most names, the first of several', () => {
    fc.assert(
      fc.property(fc.array(path, { maxLength: 4 }), addresses, (paths, address) => {
        const parts = address.split('/').filter(Boolean);
        const ways = paths.flatMap((declared, index) =>
          spelledOut(declared)
            .map((way) => way.split('/').filter(Boolean))
            .filter((way) => way.length === parts.length && way.every((text, at) => text === ':' || text === parts[at]))
            .map((way) => ({ index, names: way.filter((text) => text !== ':').length })),
        );
        const [best] = ways.sort((one, other) => other.names - one.names || one.index - other.index);
        const routes = paths.map((declared, index) => ({ path: declared, index }));
        expect(new PathMatcher(routes).match(address)?.route.index).toBe(best?.index);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is found at an address with a trailing slash and with encoded letters, and not with a doubled one', () => {
    const matcher = new PathMatcher([{ path: '/demo/:lead?' }, { path: '/q.a' }]);
    expect(matcher.match('/demo/')?.params).toEqual({});
    expect(matcher.match('/%64emo/a%2Fb')?.params).toEqual({ lead: 'a/b' });
    expect(matcher.match('/demo//x')).toBeNull();
    expect(matcher.match('/q%2Ea')?.route.path).toBe('/q.a');
    expect(matcher.match('/qxa')).toBeNull();
    expect(matcher.match('/demo/%')?.params).toEqual({ lead: '%' });
  });
});

describe('a hundred optional segments', () => {
  const hostile = (name: string) => `/${Array.from({ length: 100 }, (_, index) => `:${name}${index}?`).join('/')}`;

  it('are matched in a moment: spelled out they would be more addresses than any machine holds', () => {
    const matcher = new PathMatcher([{ path: `${hostile('p')}/end` }, { path: `${hostile('q')}/other` }]);
    expect(matcher.match(`/${'x/'.repeat(50)}other`)?.path).toMatch(/^(\/:q\d+){50}\/other$/);
    expect(matcher.match(`/${'x/'.repeat(50)}none`)).toBeNull();
  });
});

describe('a configuration', () => {
  const withPaths = (...paths: string[]) => ({
    name: 'mf-a',
    team: 'a',
    routes: paths.map((declared) => ({ path: declared, page: './page', title: 'Page', access: 'public' })),
  });
  const messageOf = (...paths: string[]) => remoteConfigSchema.safeParse(withPaths(...paths)).error?.issues[0]?.message;

  it.each(['/', '/a.htm', '/:optional?', '/en/:section-1?/:section_2?', '/A-b_c', `/${'a?/'.repeat(7)}a?`])(
    'may declare %s',
    (declared) => {
      expect(messageOf(declared)).toBeUndefined();
    },
  );

  it.each([
    ['24 optional segments', `/x${'/:a?'.repeat(24)}`, 'a path has at most 16 segments'],
    ['9 optional segments', `/x${'/:a?'.repeat(9)}`, 'a path has at most 8 optional segments'],
    ['a segment that is partly a parameter', '/a/:id.json', 'a path starts with a slash'],
    ['a question mark inside a segment', '/a?b', 'a path starts with a slash'],
    ['a trailing slash', '/a/', 'a path starts with a slash'],
    ['no leading slash', 'a', 'a path starts with a slash'],
  ])('with %s is refused, and told why', (_what, declared, message) => {
    expect(messageOf(declared)).toContain(message);
  });

  it('is bounded in the length of a path and in the number of routes', () => {
    expect(messageOf(`/${'a'.repeat(199)}`)).toBeUndefined();
    expect(messageOf(`/${'a'.repeat(200)}`)).toBeDefined();
    const many = Array.from({ length: 201 }, (_, index) => `/p${index}`);
    expect(messageOf(...many.slice(1))).toBeUndefined();
    expect(messageOf(...many)).toBeDefined();
  });
});
