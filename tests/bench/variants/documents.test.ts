import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '@site/build/package-source';
import { COMPOSITION_ELEMENT_ID } from '@site/contracts/composition';
import { prerendered } from './documents';

const COMPOSITION = { remotes: [{ name: 'mf-a', routes: [{ path: '/', page: './home' }] }] };
const DOCUMENT = [
  '<head><script>first()</script><link rel="preload" as="image" href="/assets/mf-a/_/hero.0a1b2c3d.svg"/>',
  '<link rel="preload" as="script" href="/assets/shell/_/vendors.js"><link rel="preload" as="script" href="/assets/mf-a/_/home.js"></head>',
  '<img src="/assets/mf-a/_/hero.0a1b2c3d.svg">',
  `<script type="application/json" id="${COMPOSITION_ELEMENT_ID}">${JSON.stringify(COMPOSITION)}</script>`,
  '<script>start()</script><noscript></noscript>',
].join('');
const HEADERS = {
  'content-security-policy': "default-src 'self'; script-src 'strict-dynamic' 'sha256-a='; style-src 'sha256-b='",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

const application = (headers: Record<string, string> = HEADERS) =>
  prerendered(
    '/',
    { scripts: ['vendors.js', 'main.js'], imported: new Map([[join(repositoryRoot, 'mf-a/src/home'), ['vendors.js', 'home.js']]]) },
    { document: async () => DOCUMENT, headers: async () => new Headers(headers) },
  );

it('the one application has its own scripts and pictures in the place of the site’s', async () => {
  const { body } = await application();
  expect(body).not.toContain('/assets/');
  expect(body.match(/\/_\/hero\.0a1b2c3d\.svg/g)).toHaveLength(2);
  expect(body.match(/<link rel="preload" as="script"[^>]*>/g)).toEqual([
    '<link rel="preload" as="script" href="/vendors.js" crossorigin="anonymous" fetchpriority="low">',
    '<link rel="preload" as="script" href="/main.js" crossorigin="anonymous" fetchpriority="low">',
    '<link rel="preload" as="script" href="/home.js" fetchpriority="low">',
  ]);
});

it('its document is protected as the site’s, with a policy for its own scripts', async () => {
  const { headers = {} } = await application();
  const { 'content-security-policy': policy = '', ...others } = headers;
  const { 'content-security-policy': _policy, ...ofSite } = HEADERS;
  expect(others).toEqual(ofSite);
  expect(policy).toMatch(/^default-src 'self'; script-src 'self'( 'sha256-[\w+/]{43}='){2}; style-src 'sha256-b='$/);
});

it('a site that protects its documents less than it did is no comparison', async () => {
  const { 'cross-origin-opener-policy': _policy, ...less } = HEADERS;
  await expect(application(less)).rejects.toThrow('without cross-origin-opener-policy');
});
