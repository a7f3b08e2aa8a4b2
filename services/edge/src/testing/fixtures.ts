/** For tests only: tiny releases, signed targets and params. */
import { createHash } from 'node:crypto';
import type { Params } from '@site/contracts/params';
import { SHELL_NAME, type ReleaseDescriptor } from '@site/contracts/release';
import type { Route } from '@site/contracts/remote-config';
import { type Envelope, generateSigningKey, readSigningKey, signTarget, trust } from '@site/release-model/envelope';
import { refOf } from '@site/release-model/release-id';
import { type Candidate, DEFAULT_POLICY, type Part, type Target } from '@site/release-model/target';
import { buildSite, type Releases } from '../site/build-site';
import { STABLE } from '../site/choice';
import type { Site } from '../site/site';

export const testParams: Params = {
  brand: 'Practice',
  Auth: {
    region: 'local-1',
    userPoolId: 'local-1_pool',
    userPoolClientId: 'client',
    domain: 'localhost:8080/_idp',
    scopes: ['openid'],
    userPoolEndpoint: '/_idp/',
    identityPoolEndpoint: '/_idp/',
    providers: [],
  },
  goa_base_url: '/api',
  blog_url: 'https://blog.example.com/',
  network_url: 'https://network.example.com/practice',
  contact: {
    address: ['1 Example Street'],
    email: 'hello@example.com',
    phone: '+12025550100',
    mapUrl: 'https://map.example.com/embed?at=1',
  },
  bot_check: { kind: 'altcha' },
};

/** Of a page without the site around it: it loads and sends nothing, and nobody frames or rebases it. */
export const PLAIN_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

export const integrityOf = (content: string): string => `sha384-${createHash('sha384').update(content).digest('base64')}`;

export interface TestRelease {
  descriptor: ReleaseDescriptor;
  /** Contents by path inside the release. */
  contents: Record<string, string>;
}

interface ReleaseOptions {
  version?: string;
  routes?: Route[];
  contents: Record<string, string>;
  entries: string[];
  exposes?: ReleaseDescriptor['exposes'];
  provides?: ReleaseDescriptor['provides'];
  server?: string | null;
}

export function release(name: string, options: ReleaseOptions): TestRelease {
  const files = Object.entries(options.contents).map(([path, content]) => ({
    path,
    size: Buffer.byteLength(content),
    integrity: integrityOf(content),
  }));
  const descriptor: ReleaseDescriptor = {
    schema: 1,
    name,
    team: 'team',
    version: options.version ?? '1.0.0',
    contract: 1,
    routes: options.routes ?? [],
    entries: options.entries,
    files,
    exposes: options.exposes ?? {},
    provides: options.provides ?? {},
    requires: {},
    server: options.server ?? null,
    commit: null,
  };
  return { descriptor, contents: options.contents };
}

/** A shell that renders the page function it is given, and shares one module. */
export const SHELL_SERVER = `
  const shared = { greeting: { text: 'Hello' } };
  module.exports = {
    shared,
    renderDocument({ pathname, composition, page }) {
      const body = page ? page.module.default() : 'Page is not available';
      return {
        head: '<title>' + body + ' | ' + composition.params.brand + '</title>',
        html: '<main data-path="' + pathname + '">' + body + '</main>',
        styles: [{ names: 'css a1', css: '.a1{color:red}' }],
      };
    },
  };`;

export const testShell = (version = '1.0.0', server = SHELL_SERVER): TestRelease =>
  release(SHELL_NAME, {
    version,
    entries: ['_/main.1111.js', '_/vendors.2222.js'],
    server: 'server/shell.cjs',
    contents: {
      '_/main.1111.js': 'main',
      '_/vendors.2222.js': 'vendors',
      '_/tabs.3333.js': 'tabs',
      '_/collapse.4444.js': 'collapse',
      '_/dialog.5555.js': 'dialog',
      'server/shell.cjs': server,
    },
    provides: {
      react: { version: '19.2.9', files: ['_/vendors.2222.js'], consumes: [] },
      '@site/ui/tabs': { version: '1.0.0', files: ['_/tabs.3333.js'], consumes: ['@site/ui/collapse', 'react'] },
      '@site/ui/collapse': { version: '1.0.0', files: ['_/collapse.4444.js'], consumes: ['@site/ui/tabs'] },
      '@site/ui/dialog': { version: '1.0.0', files: ['_/dialog.5555.js'], consumes: ['react'] },
    },
  });

export const pageServer = (body: string): string =>
  `const { text } = require('greeting'); module.exports = { pages: { './home': { default: () => ${body} } } };`;

export const testRemote = (version = '1.0.0', server = pageServer('text')): TestRelease =>
  release('mf-a', {
    version,
    entries: ['v/remoteEntry.js'],
    server: 'server/remote.cjs',
    routes: [
      { path: '/', page: './home', title: 'Home', access: 'public' },
      { path: '/offer/:kind?', page: './home', title: 'Offer', access: 'public' },
      { path: '/card', page: './card', title: 'Card & more', access: 'member' },
      { path: '/old', redirect: '/offer' },
    ],
    contents: { 'v/remoteEntry.js': `entry ${version}`, '_/home.6666.js': 'home', '_/card.7777.js': 'card', 'server/remote.cjs': server },
    exposes: {
      './home': { files: ['_/home.6666.js'], consumes: ['@site/ui/tabs', 'react', 'unknown'] },
      './card': { files: ['_/card.7777.js'], consumes: ['@site/ui/dialog'] },
    },
  });

/** A release with what a target says of its part. */
export interface TestPart extends TestRelease {
  candidate?: Omit<Candidate, 'release'> & { release: TestRelease };
  fallback?: TestRelease;
  disabled?: Part['disabled'];
}

/** Follows no other target; the test registry chains those that are promoted one after the other. */
export function testTarget(number: number, ...parts: TestPart[]): Target {
  const entries = parts.map(({ descriptor, candidate, fallback, disabled = null }): [string, Part] => [
    descriptor.name,
    {
      stable: refOf(descriptor),
      candidate: candidate ? { ...candidate, release: refOf(candidate.release.descriptor) } : null,
      fallback: fallback ? refOf(fallback.descriptor) : null,
      disabled,
    },
  ]);
  return {
    schema: 1,
    environment: 'production',
    epoch: 1,
    number,
    previousHash: null,
    params: testParams,
    policy: DEFAULT_POLICY,
    parts: Object.fromEntries(entries),
  };
}

export const testKey = readSigningKey(generateSigningKey());
export const testKeys = trust(testKey);
export const signed = (target: Target): Envelope => signTarget(target, testKey);

export const releasesOf = (...parts: TestPart[]): Releases =>
  new Map(
    parts
      .flatMap((part) => [part, part.candidate?.release, part.fallback])
      .flatMap((one) => (one ? [[refOf(one.descriptor).id, one.descriptor] as const] : [])),
  );

/** What most visitors get of these parts. */
export const testSite = (...parts: TestPart[]): Site => buildSite(testTarget(1, ...parts), STABLE, releasesOf(...parts));
