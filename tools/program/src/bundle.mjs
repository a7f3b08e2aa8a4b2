/** Makes one file of a program that consists of TypeScript and of packages. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decode, encode } from '@jridgewell/sourcemap-codec';
import { build } from 'esbuild';

/**
 * What is compiled for the machine, starts processes and threads from files of its own, sends its functions to browsers as text, or is large and
 * seldom asked for. It is loaded as it is installed.
 */
const NOT_BUNDLED = /^(pino|pg|sharp|@electric-sql\/pglite|axe-core|playwright-core)(\/|$)/;

/** Packages that are CommonJS ask for Node's modules by `require`, and some have a `URL` of their own. */
const BANNER = `import { createRequire as requireOfProgram } from 'node:module';
const addressOfProgram = import.meta.url, URLOfProgram = URL;
const require = requireOfProgram(addressOfProgram);`;

/** Loads a package as it is installed for whoever imports it, wherever the bundle lies. */
const asInstalled = (folder) => ({
  name: 'as-installed',
  setup({ onResolve, resolve }) {
    onResolve({ filter: NOT_BUNDLED }, async ({ path: name, pluginData, ...call }) => {
      if (pluginData === 'resolving') return undefined;
      const { importer, resolveDir, kind } = call;
      const { path: file, errors } = await resolve(name, { importer, resolveDir, kind, pluginData: 'resolving' });
      return errors.length > 0 ? { errors } : { path: relative(folder, file), external: true };
    });
  },
});

const LOADERS = { '.ts': 'ts', '.tsx': 'tsx' };

/** A file goes on finding what lies beside it: what it takes for its address is where it was, not where the bundle is. */
const ownAddresses = (folder) => ({
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.(tsx?|[cm]?js)$/ }, async ({ path: file }) => {
      const source = (await readFile(file, 'utf8')).replace(/^#!.*/, '');
      const address = `new URLOfProgram(${JSON.stringify(relative(folder, file))}, addressOfProgram)`;
      const loader = LOADERS[path.extname(file)] ?? 'js';
      // All on the first line, so that every other keeps its number.
      if (/\bimport\.meta\b/.test(source)) {
        const declared = `import { fileURLToPath as pathOfSource } from 'node:url'; const addressOfSource = ${address}.href, folderOfSource = pathOfSource(new URLOfProgram('.', addressOfSource)).slice(0, -1);`;
        const body = source.replaceAll('import.meta.url', 'addressOfSource').replaceAll('import.meta.dirname', 'folderOfSource');
        return { contents: `${declared} ${body}`, loader };
      }
      if (/\b__(dirname|filename)\b/.test(source) && isOfPackage(file)) {
        const declared = `var __filename = require('node:url').fileURLToPath(${address}), __dirname = require('node:path').dirname(__filename);`;
        return { contents: `${declared} ${source}`, loader };
      }
      return undefined;
    });
  },
});

const relative = (folder, file) => {
  const steps = path.relative(folder, file).split(path.sep).join('/');
  return steps.startsWith('.') ? steps : `./${steps}`;
};

/**
 * @param {{ entry: string, file: string }} options Absolute paths: the program's first source, and where the bundle is to be.
 * @returns {Promise<string[]>} Absolute paths of the sources that it consists of, without those of packages.
 * @throws With what is wrong with which source.
 */
export async function bundle({ entry, file }) {
  const folder = path.dirname(file);
  const { metafile } = await build({
    absWorkingDir: folder,
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // The log names errors by their classes.
    keepNames: true,
    sourcemap: 'linked',
    sourcesContent: false,
    banner: { js: BANNER },
    metafile: true,
    logLevel: 'silent',
    plugins: [asInstalled(folder), ownAddresses(folder)],
  });
  await forgetPackages(`${file}.map`);
  const inputs = Object.keys(metafile.inputs).map((input) => path.resolve(folder, input));
  return inputs.filter((input) => !isOfPackage(input));
}

const isOfPackage = (file) => /[\\/]node_modules[\\/]/.test(file);

/** Takes the lines of packages, which are nine of ten, out of a source map: Node reads all of it for the first error. */
async function forgetPackages(file) {
  const { version, sources, names, mappings } = JSON.parse(await readFile(file, 'utf8'));
  const own = sources.flatMap((source, index) => (isOfPackage(source) ? [] : [index]));
  const places = new Map(own.map((source, place) => [source, place]));
  let inPackage = false;
  const lines = decode(mappings).map((segments) => {
    if (segments.length === 0) return [];
    const kept = segments.flatMap(([column, source, ...original]) =>
      places.has(source) ? [[column, places.get(source), ...original]] : [],
    );
    const ends = kept.length === 0 && !inPackage;
    inPackage = kept.length === 0;
    // From here on to the next own line nothing is known.
    return ends ? [[0]] : kept;
  });
  await writeFile(file, JSON.stringify({ version, sources: own.map((index) => sources[index]), names, mappings: encode(lines) }));
}
