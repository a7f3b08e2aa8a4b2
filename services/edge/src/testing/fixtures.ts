/** For tests only: tiny releases, revisions and params. */
import { createHash } from 'node:crypto';
import type { Params } from '@site/contracts/params';
import { SHELL_NAME, type ReleaseDescriptor } from '@site/contracts/release';
import type { Route } from '@site/contracts/remote-config';
import type { Revision } from '@site/contracts/revision';

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
  const lines = files.map(({ path, integrity }) => `${path} ${integrity}\n`).sort();
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
    digest: `sha256-${createHash('sha256').update(lines.join('')).digest('hex')}`,
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

export function testRevision(number: number, ...releases: (TestRelease | { descriptor: ReleaseDescriptor; previous: string })[]): Revision {
  const entries = releases.map((item) => {
    const previous = 'previous' in item ? item.previous : null;
    return [item.descriptor.name, { version: item.descriptor.version, previous }] as const;
  });
  return {
    environment: 'production',
    number,
    kind: 'promotion',
    copies: null,
    entries: Object.fromEntries(entries),
    createdBy: 'test',
    createdAt: '2026-01-01T00:00:00.000Z',
    reason: null,
  };
}

export const readFrom =
  (...releases: TestRelease[]) =>
  async (name: string, version: string): Promise<ReleaseDescriptor | null> =>
    releases.find(({ descriptor }) => descriptor.name === name && descriptor.version === version)?.descriptor ?? null;
