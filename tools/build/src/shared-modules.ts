/**
 * The modules that the shell provides and every remote consumes. One list for the shell's build, the remotes' builds and the server
 * bundles. Facades of ours are shared instead of whole libraries: see docs/decisions/0003-module-federation-with-share-facades.md.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readPackage, repositoryRoot } from './package-source';

export interface SharedModule {
  /** What an import names: `@site/ui/tabs`. */
  key: string;
  version: string;
  /** Part of the shell's initial scripts; otherwise loaded when the first page that needs it is shown. */
  eager: boolean;
}

const libraries: Record<string, string> = {
  react: 'react',
  'react/jsx-runtime': 'react',
  'react-dom': 'react-dom',
};
const facades = ['api-client', 'router', 'session', 'ui'];
/** Facades that only some pages need. */
const lazyFacades = ['api-client'];
/** Component families that the shell itself shows on every page. */
const shellFamilies = ['menu'];

/** Component families of the design system: the folders of `shared/ui/src` that have an entry. */
export function uiFamilies(): string[] {
  const source = join(repositoryRoot, 'shared/ui/src');
  return readdirSync(source)
    .filter((name) => existsSync(join(source, name, 'index.ts')))
    .sort();
}

export function sharedModules(): SharedModule[] {
  const uiVersion = readPackage(join(repositoryRoot, 'shared/ui')).version;
  return [
    ...Object.entries(libraries).map(([key, name]) => ({
      key,
      version: readPackage(join(repositoryRoot, 'node_modules', name)).version,
      eager: true,
    })),
    ...facades.map((name) => ({
      key: `@site/${name}`,
      version: readPackage(join(repositoryRoot, 'shared', name)).version,
      eager: !lazyFacades.includes(name),
    })),
    ...uiFamilies().map((family) => ({ key: `@site/ui/${family}`, version: uiVersion, eager: shellFamilies.includes(family) })),
  ];
}

/** Versions of a shared module that a remote built now accepts: the same major. */
export const acceptedRange = ({ version }: SharedModule): string => `^${version}`;
