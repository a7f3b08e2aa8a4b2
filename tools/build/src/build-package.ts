/** `build-package`, run in the folder of the shell or of a remote: builds its release into `dist/`. */
import webpack, { type Configuration, type RuleSetRule } from 'webpack';
import { SHELL_NAME } from '@site/contracts/release';
import { readPackageSource } from './package-source';
import { writeReleaseDescriptor } from './release-descriptor';
import { remoteBundleConfig } from './webpack/remote-bundle-config';
import { serverConfig } from './webpack/server-config';
import { shellConfig } from './webpack/shell-config';

function run(config: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error) return reject(error);
      const problems = stats?.toString({ all: false, errors: true, warnings: true, colors: process.stdout.isTTY });
      if (problems) console.error(problems);
      if (stats?.hasErrors()) return reject(new Error(`${String(config.name)}: the build failed`));
      resolve();
    });
  });
}

/** @param rules For modules, beside those of every build. */
export async function buildPackage(folder: string, rules: RuleSetRule[] = []): Promise<void> {
  const source = await readPackageSource(folder);
  const bundle = source.name === SHELL_NAME ? shellConfig(source, 'production') : remoteBundleConfig(source, 'production');
  for (const config of [bundle.config, serverConfig(source, 'production')]) {
    await run({ ...config, module: { rules: [...(config.module?.rules ?? []), ...rules] } });
  }
  const { version, files } = writeReleaseDescriptor(source, bundle);
  const kilobytes = files.reduce((sum, { size }) => sum + size, 0) / 1024;
  console.log(`${source.name} ${version}: ${files.length} files, ${kilobytes.toFixed(0)} KiB`);
}
