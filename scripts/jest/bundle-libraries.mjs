/**
 * Jest's global set-up for what a browser runs: makes one file of the libraries that consist of hundreds. Jest reads, compiles and links each
 * file of a library again for every test file, which took longer than most of the tests themselves. The libraries are in one bundle, so that
 * what they share exists once; React is loaded as it is installed, so that there is one React.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from '../workspaces.mjs';
import { BUNDLES, LIBRARIES } from './libraries.mjs';
import { replaceFile } from './replace-file.mjs';

/** Node's is for the test files that render as the server does. */
const PLATFORMS = ['browser', 'node'];

const CHAKRA = '@chakra-ui/react';
const IMPORTS_FROM_CHAKRA = /(?:import|export) \{([^}]*)\} from '@chakra-ui\/react'/g;

/** The few components of Chakra that the design system takes. A name that this overlooks fails the tests: Chakra "does not provide" it. */
function namesFromChakra() {
  const folder = path.join(root, 'shared', 'ui', 'src');
  const sources = readdirSync(folder, { recursive: true }).filter((file) => /\.tsx?$/.test(file));
  const lists = sources.flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(IMPORTS_FROM_CHAKRA)]);
  const names = lists.flatMap(([, list]) => list.split(',').map((name) => name.trim()));
  return [...new Set(names.filter((name) => /^\w+$/.test(name)))];
}

/** Stands for Chakra in the bundle, so that the rest of it is left out. */
const chakraInUse = {
  name: 'chakra-in-use',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^chakra-in-use$/ }, () => ({ path: CHAKRA, namespace: 'in-use' }));
    onLoad({ filter: /^/, namespace: 'in-use' }, () => ({
      contents: `export { ${namesFromChakra().join(', ')} } from '${CHAKRA}';`,
      resolveDir: root,
    }));
  },
};

/** A module with a property for each library, which is evaluated when it is first asked for. */
const ENTRY = LIBRARIES.map((library) => {
  const source = library === CHAKRA ? 'chakra-in-use' : library;
  return `Object.defineProperty(exports, '${library}', { get: () => require('${source}') });`;
}).join('\n');

async function bundleFor(platform) {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root },
    plugins: [chakraInUse],
    bundle: true,
    write: false,
    format: 'cjs',
    platform,
    // As Jest chooses among the builds of a package.
    conditions: [],
    mainFields: ['module', 'main'],
    external: ['react', 'react-dom', 'react/*', 'react-dom/*', '@jest/globals'],
    define: { 'process.env.NODE_ENV': '"test"' },
  });
  return outputFiles[0].text;
}

/** The module by which a library is imported: its exports by name, out of the bundle. */
function facadeOf(library, bundle, names) {
  const values = names.map((name, index) => `const export${index} = library['${name}'];`);
  const exports = names.map((name, index) => `export${index} as ${name}`);
  return [`import bundle from '${bundle}';`, `const library = bundle['${library}'];`, ...values, `export { ${exports.join(', ')} };`].join(
    '\n',
  );
}

export default async function bundleLibraries() {
  const at = (name) => path.join(root, BUNDLES, name);
  await Promise.all(PLATFORMS.map(async (platform) => replaceFile(at(`${platform}.cjs`), await bundleFor(platform))));
  replaceFile(at('bundle.cjs'), `module.exports = require(typeof document === 'undefined' ? './node.cjs' : './browser.cjs');`);
  const bundle = createRequire(import.meta.url)(at('node.cjs'));
  for (const library of LIBRARIES) {
    // What only has effects, on Jest's globals, exports nothing and cannot be evaluated here.
    const names = library.endsWith('/jest-globals') ? [] : Object.keys(bundle[library]).filter((name) => name !== '__esModule');
    const file = at(`${library}.mjs`);
    replaceFile(file, facadeOf(library, path.relative(path.dirname(file), at('bundle.cjs')), names));
  }
}
