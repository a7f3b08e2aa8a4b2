/**
 * webpack configurations of the two builds that ours is measured against. They share our loaders and what these make of libraries, so that only
 * the composition differs.
 */
import { join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { readPackage, readPackageSource, repositoryRoot, type PackageSource } from '@site/build/package-source';
import { sharedModules } from '@site/build/shared-modules';
import { baseConfig, HASH_FUNCTION, MINIMIZED, sourceYear } from '@site/build/webpack/base-config';
import { pageModule } from '@site/build/webpack/remote-bundle-config';
import { startUpToolkit } from '@site/build/webpack/shell-config';
import { containerName } from '@site/contracts/remote-config';
import type { Configuration } from 'webpack';
import { type Edit, editRule } from './edit';
import { REMOTES } from './remotes';

const here = import.meta.dirname;

const variantSource = (name: string): PackageSource => ({ folder: here, name, team: 'bench', version: '1.0.0', routes: [], pages: [] });

/** Like `baseConfig`, with every file, pictures too, in one folder that the server offers at `address`. */
function variantConfig(source: PackageSource, folder: string, address: string, edit: Edit | null = null): Configuration {
  const base = baseConfig(source, 'production', 'browser', address);
  return {
    ...base,
    module: { rules: [...(base.module?.rules ?? []), startUpToolkit, ...(edit ? [editRule(edit)] : [])] },
    target: ['web', 'es2022'],
    output: {
      path: folder,
      publicPath: address,
      filename: '[name].[contenthash:8].js',
      chunkFilename: '[name].[contenthash:8].js',
      uniqueName: source.name,
      // A picture has the same name as in the site.
      hashFunction: HASH_FUNCTION,
      clean: true,
    },
    optimization: { ...MINIMIZED, chunkIds: 'named', moduleIds: 'deterministic', splitChunks: { chunks: 'all' } },
  };
}

export async function monolithConfig(folder: string, edit: Edit | null): Promise<Configuration> {
  const sources = await Promise.all(REMOTES.map((name) => readPackageSource(join(repositoryRoot, name))));
  const remotes = sources.map(({ name, folder: root, pages }) => ({
    name,
    pages: pages.map((page) => [page, join(root, pageModule(page))]),
  }));
  const config = variantConfig(variantSource('monolith'), folder, '/', edit);
  return {
    ...config,
    entry: { main: './monolith.ts' },
    module: {
      rules: [
        ...(config.module?.rules ?? []),
        { test: join(here, 'lazy-pages.ts'), loader: join(here, 'lazy-pages-loader.cjs'), options: { remotes } },
      ],
    },
    plugins: [sourceYear()],
  };
}

/** Libraries that a federation by the book shares whole, and the packages whose contexts must exist once. */
function sharedByTheBook(): Record<string, object> {
  const libraries = ['react', 'react-dom', 'react-redux', 'react-router-dom', '@reduxjs/toolkit', '@chakra-ui/react', '@emotion/react'];
  const version = (name: string): string => readPackage(join(repositoryRoot, 'node_modules', name)).version;
  return {
    ...Object.fromEntries(libraries.map((name) => [name, { singleton: true, requiredVersion: `^${version(name)}` }])),
    ...Object.fromEntries(
      sharedModules()
        .filter(({ key }) => key.startsWith('@site/'))
        .map(({ key, version: own }) => [key, { singleton: true, version: own, requiredVersion: `^${own}` }]),
    ),
  };
}

export async function textbookConfigs(folder: string): Promise<Configuration[]> {
  const shared = sharedByTheBook();
  const host: Configuration = {
    ...variantConfig(variantSource('textbook'), join(folder, 'host'), '/'),
    entry: { main: './textbook.ts' },
    plugins: [sourceYear(), new ModuleFederationPlugin({ name: 'textbook', remotes: {}, shared, dts: false })],
  };
  const remotes = await Promise.all(
    REMOTES.map(async (name): Promise<Configuration> => {
      const source = await readPackageSource(join(repositoryRoot, name));
      const exposes = Object.fromEntries(source.pages.map((page) => [page, pageModule(page)]));
      return {
        ...variantConfig(source, join(folder, name), `/${name}/`),
        entry: {},
        optimization: { ...MINIMIZED, chunkIds: 'named', moduleIds: 'deterministic' },
        plugins: [new ModuleFederationPlugin({ name: containerName(name), filename: 'remoteEntry.js', exposes, shared, dts: false })],
      };
    }),
  );
  return [host, ...remotes];
}
