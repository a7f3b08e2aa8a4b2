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

const SCRIPT = /\.(tsx?|[cm]?js)$/;

/** A file goes on finding what lies beside it: what it takes for its address is where it was, not where the bundle is. */
function withOwnAddress(source, file, folder) {
  const address = `new URLOfProgram(${JSON.stringify(relative(folder, file))}, addressOfProgram)`;
  // All on the first line, so that every other keeps its number.
  if (/\bimport\.meta\b/.test(source)) {
    const declared = `import { fileURLToPath as pathOfSource } from 'node:url'; const addressOfSource = ${address}.href, folderOfSource = pathOfSource(new URLOfProgram('.', addressOfSource)).slice(0, -1);`;
    return `${declared} ${source.replaceAll('import.meta.url', 'addressOfSource').replaceAll('import.meta.dirname', 'folderOfSource')}`;
  }
  if (/\b__(dirname|filename)\b/.test(source) && isOfPackage(file)) {
    const declared = `var __filename = require('node:url').fileURLToPath(${address}), __dirname = require('node:path').dirname(__filename);`;
    return `${declared} ${source}`;
  }
  return source;
}

/** Reads each file once, and notes what was in those that are not of packages. */
const readOnce = (folder, sources) => ({
  name: 'read-once',
  setup({ onLoad }) {
    onLoad({ filter: /(?:)/, namespace: 'file' }, async ({ path: file }) => {
      const contents = await readFile(file);
      if (!isOfPackage(file)) sources.set(file, contents);
      const isScript = SCRIPT.test(file);
      return { contents: isScript ? withOwnAddress(contents.toString().replace(/^#!.*/, ''), file, folder) : contents, loader: 'default' };
    });
  },
});

const relative = (folder, file) => {
  const steps = path.relative(folder, file).split(path.sep).join('/');
  return steps.startsWith('.') ? steps : `./${steps}`;
};

/**
 * @param {{ entry: string, file: string }} options Absolute paths: the program's first source, and where the bundle is to be.
 * @returns {Promise<Map<string, Buffer>>} Absolute paths of the sources that it consists of, without those of packages, and what was in them.
 * @throws With what is wrong with which source.
 */
export async function bundle({ entry, file }) {
  const folder = path.dirname(file);
  const sources = new Map();
  await build({
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
    logLevel: 'silent',
    plugins: [asInstalled(folder), readOnce(folder, sources)],
  });
  await forgetPackages(`${file}.map`);
  return sources;
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
