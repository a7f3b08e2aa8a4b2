/** Jest's global set-up for what Node runs. Why the libraries are bundled: see bundle-libraries.mjs. */
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { root } from '../workspaces.mjs';
import { OWN_NAMES, SERVICE_BUNDLES, SERVICE_LIBRARIES } from './libraries.mjs';
import { replaceFile } from './replace-file.mjs';

const require = createRequire(import.meta.url);

/** What looks for files beside its own, or is compiled for the machine. */
const NOT_BUNDLED = ['pino', 'pg', '@electric-sql/pglite'];

/** In ES modules a library that consists of CommonJS has no names that could be imported. */
const namesOfCommonJs = {
  name: 'names-of-common-js',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^fastify$/ }, ({ kind, path: library }) =>
      kind === 'entry-point' ? { path: library, namespace: 'names' } : undefined,
    );
    onLoad({ filter: /^/, namespace: 'names' }, ({ path: library }) => {
      const names = Object.keys(require(library)).filter((name) => name !== 'default');
      const contents = `import library from '${library}'; export default library; export const { ${names.join(', ')} } = library;`;
      return { contents, resolveDir: root };
    });
  },
};

/** One file for each library, and others for what some of them share. */
export default async function bundleServiceLibraries() {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: SERVICE_LIBRARIES.map((library) => ({ in: library, out: library })),
    outdir: SERVICE_BUNDLES,
    outExtension: { '.js': '.mjs' },
    plugins: [namesOfCommonJs],
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // The log names errors by their classes.
    keepNames: true,
    minifyWhitespace: true,
    legalComments: 'none',
    external: NOT_BUNDLED,
    // Fastify would look for the file of each plugin among all that Jest has loaded.
    define: { 'require.cache': 'undefined' },
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${OWN_NAMES}` },
  });
  for (const { path: file, text } of outputFiles) replaceFile(file, text);
}
