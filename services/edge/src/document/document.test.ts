import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { RenderOutput } from '@site/contracts/prerender';
import fc from 'fast-check';
import { escapeHtml } from '@site/platform/html';
import { compose } from '../composition/compose';
import { testParams, testRemote, testShell, testSite } from '../testing/fixtures';
import { contentSecurityPolicy } from './content-security-policy';
import { buildDocument, type DocumentParts } from './document';
import { scriptJson, styleText } from './escape';

const rendered: RenderOutput = {
  head: '<title>Home | Practice</title>',
  html: '<main>Welcome</main>',
  styles: [{ names: 'css a1', css: '.a1{content:"</style>"}' }],
};
const site = testSite(testShell(), testRemote());
const parts = (change: Partial<DocumentParts> = {}): DocumentParts => ({
  site,
  compositionJson: scriptJson(compose(site)),
  files: site.remotes[0]!.pages['./home']!,
  rendered,
  isLate: false,
  interimTitle: 'Home | Practice',
  ...change,
});
const html = (change?: Partial<DocumentParts>) => buildDocument(parts(change)).html;
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((one) => one.startsWith(`${name} `))
    ?.split(' ')
    .slice(1) ?? [];
/** Hashes of the files that it asks for: by elements, and by its last script. */
const preloadsOf = (text: string) => {
  const links = /for\(const one of (\[\{"href".*?\])\)/.exec(text)?.[1] ?? '[]';
  return {
    head: [...text.matchAll(/<link rel="preload"[^>]* integrity="([^"]+)" crossorigin[ >]/g)].map(([, integrity]) => integrity),
    later: (JSON.parse(links) as { integrity: string }[]).map(({ integrity }) => integrity),
  };
};
const development: Partial<DocumentParts> = { site: { ...site, developmentOrigins: ['http://localhost:3001'] }, rendered: null };

describe('a document', () => {
  it.each([
    ['that was rendered asks for the shell in its head, and for the page once it is painted', rendered, 2, 4],
    ['that the browser is to render asks for the shell and the page in its head', null, 2 + 4, 0],
  ])('%s, each with its hash', (_, output, inHead, afterPaint) => {
    const { head, later } = preloadsOf(html({ rendered: output }));
    expect([head.length, later.length]).toEqual([inHead, afterPaint]);
    for (const integrity of [...head, ...later]) expect(integrity).toMatch(/^sha384-[^"]{64}$/);
  });

  it.each([
    ['that was rendered', {}],
    ['that the browser is to render', { rendered: null }],
    ['beside a development server', development],
  ])('%s has a policy with the hash of each script, style and file in it, and no other', (_, change: Partial<DocumentParts>) => {
    const { html: text, policy } = buildDocument(parts(change));
    const scripts = [...text.matchAll(/<script>([^]*?)<\/script>/g)].map(([, code = '']) => sha256(code));
    const { head, later } = preloadsOf(text);
    const files = [...head, ...later].map((integrity) => `'${integrity}'`);
    const styles = [...text.matchAll(/<style[^>]*>([^]*?)<\/style>/g)].map(([, css = '']) => sha256(css));
    expect(scripts.length).toBeGreaterThan(1);
    expect(directive(policy, 'script-src')).toEqual(["'strict-dynamic'", ...scripts, ...files]);
    expect(directive(policy, 'style-src')).toEqual([sha256(''), ...styles]);
  });

  it('is the same text each time', () => {
    expect(buildDocument(parts())).toEqual(buildDocument(parts()));
  });

  it('asks for the page in its head where that asks for nothing of the shell, which has no hash', () => {
    const entries = site.shell.entries.map((entry) => ({ ...entry, integrity: null }));
    const { head, later } = preloadsOf(html({ site: { ...site, shell: { ...site.shell, entries } } }));
    expect([head.length, later.length]).toEqual([4, 0]);
  });

  it('preloads nothing that has no hash', () => {
    const developed = html({ files: [{ url: 'http://localhost:3001/remoteEntry.js', integrity: null }], rendered: null });
    expect(developed).not.toContain('localhost:3001');
  });

  it('creates the policy of trusted types before the first script of the site is asked for', () => {
    const unrendered = html({ rendered: null });
    expect(unrendered.indexOf('createPolicy(')).toBeGreaterThan(0);
    expect(unrendered.indexOf('createPolicy(')).toBeLessThan(unrendered.indexOf("createElement('script')"));
    expect(html()).toMatch(/createPolicy\([^]*createElement\('script'\)/);
    expect(html().match(/createPolicy\(/g)).toHaveLength(1);
  });

  it('carries the markup, head and styles of the renderer', () => {
    expect(html()).toContain('<div id="root"><main>Welcome</main></div>');
    expect(html()).toContain('<title>Home | Practice</title>');
    expect(html()).toContain('<style data-rendered="css a1"');
  });

  it('starts the shell at once when there is nothing to paint, and once it is painted when there is', () => {
    const script = `"src":"${site.shell.entries[0]?.url}"`;
    const [empty, page] = [html({ rendered: null }), html()];
    expect(empty.indexOf(script)).toBeGreaterThan(empty.indexOf('<div id="root">'));
    expect(empty).not.toContain('requestAnimationFrame');
    expect(page.indexOf(script)).toBeGreaterThan(page.indexOf('<main>Welcome</main>'));
    expect(page).toContain('requestAnimationFrame');
  });

  it('leaves the root empty, with an interim title, when the browser is to render', () => {
    const page = html({ rendered: null, interimTitle: 'Tom & "Jerry" | Practice' });
    expect(page).toContain('<div id="root"></div>');
    expect(page).toContain('<title data-interim>Tom &amp; &quot;Jerry&quot; | Practice</title>');
  });

  it('has an interim title when the rendered page says none', () => {
    const page = html({ rendered: { ...rendered, head: '<meta name="robots" content="noindex">' } });
    expect(page).toContain('<title data-interim>Home | Practice</title><meta name="robots" content="noindex">');
    expect(page).toContain("querySelector('title[data-interim]')?.remove()");
    expect(html()).not.toContain('data-interim');
  });

  it('says to a browser without scripts what it misses, and the way on where that is everything', () => {
    expect(html()).toContain('<noscript>This page needs JavaScript for its forms and menus.</noscript>');
    expect(html({ rendered: null, isLate: true })).toContain('for its forms and menus.');
    expect(html({ rendered: null })).toContain('<noscript>This page needs JavaScript. <a href="/">Go to the home page</a></noscript>');
  });

  it('asks again without scripts while its page is being rendered, and at no other time', () => {
    const again = '<noscript><meta http-equiv="refresh" content="1"></noscript>';
    expect(html({ rendered: null, isLate: true })).toMatch(new RegExp(`<head>.*${again}.*</head>`));
    for (const output of [rendered, null]) expect(html({ rendered: output })).not.toContain('http-equiv');
  });

  it('listens for rebuilds only beside a development server', () => {
    expect(html()).not.toContain('EventSource');
    expect(html({ site: { ...site, rebuildEvents: ['/_dev/events'] } })).toContain('EventSource("/_dev/events")');
  });
});

describe('text in a document', () => {
  it('cannot leave the element or attribute that it is in, and is read back unchanged', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: false, withBigInt: false }), fc.string(), (value, text) => {
        const json = scriptJson({ value, text });
        expect(json).not.toMatch(/[<\u2028\u2029]/);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })));
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
        expect(styleText(text)).not.toMatch(/<[/!]/);
      }),
    );
  });

  it('in the composition cannot end its script element', () => {
    const named = { ...site, params: { ...testParams, brand: '</script><script>alert(1)</script><!--' } };
    const page = html({ site: named, compositionJson: scriptJson(compose(named)) });
    expect(page).not.toContain('alert(1)</script>');
    const inlined = /id="site-composition"[^>]*>(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(inlined)).toEqual(compose(named));
  });
});

describe('the content security policy', () => {
  const policy = (params = testParams, origins: string[] = []) =>
    Object.fromEntries(
      contentSecurityPolicy(params, origins, { scripts: ['run()'], files: ['sha384-file'], styles: ['h1{}'] })
        .split('; ')
        .map((directive) => [directive.slice(0, directive.indexOf(' ')), directive.slice(directive.indexOf(' ') + 1)]),
    );

  it('runs only what the document brings and what that loads', () => {
    expect(policy()).toMatchObject({
      'script-src': `'strict-dynamic' ${sha256('run()')} 'sha384-file'`,
      'style-src': `${sha256('')} ${sha256('h1{}')}`,
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
      'form-action': "'self'",
      'require-trusted-types-for': "'script'",
      'trusted-types': 'default',
    });
    expect(JSON.stringify([policy(), policy(testParams, ['http://localhost:3001'])])).not.toContain('unsafe');
  });

  it('allows the map, the identity provider and the API, and only those', () => {
    expect(policy()).toMatchObject({ 'frame-src': 'https://map.example.com', 'connect-src': "'self' http://localhost:8080" });
    const { userPoolEndpoint: _user, identityPoolEndpoint: _identity, ...auth } = testParams.Auth;
    const onAws = {
      ...testParams,
      goa_base_url: 'https://api.example.com/v1',
      Auth: { ...auth, region: 'us-east-1', domain: 'login.example.com' },
    };
    expect(policy(onAws)['img-src']).toBe("'self' data: blob: https://api.example.com");
    expect(policy(onAws)['connect-src']).toBe(
      "'self' https://api.example.com https://login.example.com https://cognito-idp.us-east-1.amazonaws.com https://cognito-identity.us-east-1.amazonaws.com",
    );
  });

  it('lets pages talk to a development server and its socket', () => {
    const { 'connect-src': connect } = policy(testParams, ['http://localhost:3001']);
    expect(connect).toContain('http://localhost:3001 ws://localhost:3001');
  });
});
