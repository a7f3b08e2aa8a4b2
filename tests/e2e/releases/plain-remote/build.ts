/** Builds the remote as somebody would who has webpack, Module Federation's plugin, and nothing of this repository. */
import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import webpack from 'webpack';

/** @returns The folder of the build. */
export async function buildPlainRemote(workshop: string): Promise<string> {
  const folder = path.join(workshop, 'mf-plain');
  await cp(import.meta.dirname, folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name: 'mf-plain', version: '1.0.0', type: 'module' }));
  const compiler = webpack({
    mode: 'production',
    context: folder,
    entry: {},
    output: { path: path.join(folder, 'dist'), publicPath: 'auto', uniqueName: 'mf_plain_1.0.0' },
    plugins: [
      new ModuleFederationPlugin({
        name: 'mf_plain',
        filename: 'remoteEntry.js',
        manifest: true,
        dts: false,
        exposes: { './hello-page': './hello-page.js' },
        shared: { react: { singleton: true, import: false, requiredVersion: '^19.0.0' } },
      }),
    ],
  });
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) =>
    compiler.run((error, done) => (error ? reject(error) : resolve(done))),
  );
  await new Promise<void>((resolve, reject) => compiler.close((error) => (error ? reject(error) : resolve())));
  if (stats?.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }));
  return path.join(folder, 'dist');
}
