/** What every bundle of the repository has in common. */
import { join } from 'node:path';
import webpack, { type Configuration, type DefinePlugin as DefinePluginType, type RuleSetRule } from 'webpack';
import { repositoryRoot, yearOfSources, type PackageSource } from '../package-source';

export type Mode = 'production' | 'development';
export type Platform = 'browser' | 'server';

const { DefinePlugin } = webpack;

/** The same in every bundle: the address of a picture is made of it. */
export const HASH_FUNCTION = 'xxhash64';

export const loader = (file: string): string => join(import.meta.dirname, '../loaders', file);

/** Fills the shell's list of shared modules: see the loader. */
export const providedModulesRule = (source: PackageSource, platform: Platform, keys: string[]): RuleSetRule => ({
  test: join(source.folder, 'src/federation/provided-modules.ts'),
  loader: loader('provided-modules-loader.cjs'),
  options: { keys, platform },
});

/** A document rendered ahead of time shows this year until the browser knows better; both bundles must agree on it. */
export const sourceYear = (): DefinePluginType => new DefinePlugin({ SOURCE_YEAR: JSON.stringify(yearOfSources()) });

function scripts(platform: Platform): RuleSetRule {
  return {
    test: /\.tsx?$/,
    exclude: /node_modules/,
    loader: 'swc-loader',
    options: {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        // Also in development: the shell that shows the page shares the production JSX runtime.
        transform: { react: { runtime: 'automatic', development: false } },
        target: platform === 'browser' ? 'es2022' : 'es2023',
      },
    },
  };
}

/** Pictures get a content-hashed address that is the same in both bundles, so that prerendered markup hydrates. */
function pictures(base: string, platform: Platform): RuleSetRule {
  return {
    test: /\.(svg|png|jpg|webp|avif|ico|woff2)$/,
    type: 'asset/resource',
    generator: { filename: '_/[name].[contenthash:8][ext]', publicPath: base, emit: platform === 'browser' },
  };
}

/** Amplify assumes https; the loader lets it speak http to a provider on the loopback interface. */
const amplifyOnLoopback: RuleSetRule = {
  test: /@aws-amplify[\\/]auth[\\/].*\.mjs$/,
  loader: loader('amplify-loopback-loader.cjs'),
};

/** Modules that take the place of lists which would be a thirtieth of the scripts of each first view. */
const substitute = (file: string): string => join(repositoryRoot, 'shared/ui/src/substitutes', file);
const substitutes = {
  '@pandacss/is-valid-prop$': substitute('css-properties.ts'),
  '@emotion/is-prop-valid$': substitute('attributes.ts'),
};

const STYLED_SYSTEM = /[\\/]@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/]styled-system[\\/]/;

const ownPartsOfChakra: RuleSetRule = {
  test: STYLED_SYSTEM,
  resolve: { alias: { './preflight.js': substitute('preflight.ts'), '../utils/memo.js': substitute('memo.ts') } },
};

const libraryEdits: RuleSetRule = {
  test: [new RegExp(`${STYLED_SYSTEM.source}system\\.js$`), /[\\/]emotion-cache\.browser\.esm\.js$/],
  loader: loader('library-edits-loader.cjs'),
};

/** What the minimizer may leave out of libraries that do not say so themselves. */
const unusedParts: RuleSetRule[] = [
  {
    test: [/[\\/]react-router[\\/]dist[\\/].*\.mjs$/, /[\\/]@chakra-ui[\\/]react[\\/]dist[\\/]esm[\\/]components[\\/].*\.js$/],
    loader: loader('pure-components-loader.cjs'),
  },
  { test: /[\\/]node_modules[\\/](hoist-non-react-statics|react-is)[\\/]/, sideEffects: false },
];

/** @param pictureBase Address of the folder above `_/`, when a development server offers the pictures. */
export function baseConfig(source: PackageSource, mode: Mode, platform: Platform, pictureBase = `/assets/${source.name}/`): Configuration {
  return {
    name: `${source.name} ${platform}`,
    mode,
    context: source.folder,
    devtool: mode === 'development' ? 'cheap-module-source-map' : false,
    resolve: { extensions: ['.tsx', '.ts', '.mjs', '.js'], alias: substitutes },
    resolveLoader: { modules: [join(repositoryRoot, 'node_modules')] },
    module: {
      rules: [scripts(platform), pictures(pictureBase, platform), amplifyOnLoopback, ownPartsOfChakra, libraryEdits, ...unusedParts],
    },
    performance: false,
    stats: 'errors-warnings',
    infrastructureLogging: { level: 'error' },
  };
}

/** Bundles of browsers: each look finds what the one before has laid bare, up to the fourth. */
export const MINIMIZED: NonNullable<Configuration['optimization']> = { minimizeOptions: { javascript: { compress: { passes: 4 } } } };

/** Output of a browser bundle: all of it is content-hashed and addressed without the version. The entries of remotes, which hosts find by their name, are not. */
export function browserOutput(source: PackageSource, mode: Mode): Configuration['output'] {
  const filename = mode === 'production' ? '_/[name].[contenthash:8].js' : '_/[name].js';
  return {
    path: join(source.folder, 'dist'),
    filename,
    chunkFilename: filename,
    publicPath: 'auto',
    crossOriginLoading: 'anonymous',
    hashFunction: HASH_FUNCTION,
    clean: true,
  };
}
