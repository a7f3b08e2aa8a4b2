import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const loader = createRequire(import.meta.url)('../../../tools/build/src/loaders/amplify-loopback-loader.cjs') as {
  editedFile(path: string): string | undefined;
  editSource(file: string, source: string): string;
};

/** The harness as one script, with the same edits of Amplify as in the site's own bundle. */
export async function bundleHarness(): Promise<string> {
  const edited = new Set<string>();
  const result = await build({
    entryPoints: [fileURLToPath(new URL('./harness.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    mainFields: ['module', 'main'],
    plugins: [
      {
        name: 'amplify-loopback',
        setup: ({ onLoad }) =>
          onLoad({ filter: /@aws-amplify.auth.dist.esm.*\.mjs$/ }, async ({ path }) => {
            const file = loader.editedFile(path);
            if (file === undefined) return undefined;
            edited.add(file);
            return { contents: loader.editSource(file, await readFile(path, 'utf8')), loader: 'js' };
          }),
      },
    ],
  });
  if (edited.size !== 4) throw new Error(`The harness contains ${edited.size} of the four edited files of Amplify`);
  return result.outputFiles[0]!.text;
}
