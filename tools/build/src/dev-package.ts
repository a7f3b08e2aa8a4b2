/**
 * `dev-package`, run in the folder of the shell or of a remote: builds it in memory, builds again at every change, and shows it inside the
 * running site in place of its release. Everything else on the site stays as released.
 */
import webpack, { type Stats } from 'webpack';
import WebpackDevServer from 'webpack-dev-server';
import { SHELL_NAME } from '@site/contracts/release';
import { DevelopmentAnnouncement } from './development-announcement';
import { readPackageSource } from './package-source';
import { REBUILD_EVENTS, RebuildEvents } from './rebuild-events';
import { REMOTE_ENTRY, remoteBundleConfig } from './webpack/remote-bundle-config';
import { shellConfig } from './webpack/shell-config';

const HOST = '127.0.0.1';
/** Clear of the site's own port, which may be taken later. */
const FIRST_PORT = 4300;

/** Scripts that start the bundle, in order. */
function entriesOf(name: string, stats: Stats): string[] {
  if (name !== SHELL_NAME) return [REMOTE_ENTRY];
  const files = stats.compilation.entrypoints.get('main')?.getFiles() ?? [];
  return files.filter((file) => file.endsWith('.js'));
}

/**
 * @param siteOrigin Origin of the running site.
 * @returns A function that takes the package off the site again and stops.
 */
export async function developPackage(folder: string, siteOrigin: string): Promise<() => Promise<void>> {
  const source = await readPackageSource(folder);
  process.env.WEBPACK_DEV_SERVER_BASE_PORT ??= String(FIRST_PORT);
  const port = await WebpackDevServer.getFreePort('auto', HOST);
  const origin = `http://localhost:${port}`;
  const bundle = source.name === SHELL_NAME ? shellConfig : remoteBundleConfig;
  const { config } = bundle(source, 'development', `${origin}/`);
  const compiler = webpack({ ...config, output: { ...config.output, clean: false } });
  const announcement = new DevelopmentAnnouncement(siteOrigin, source);
  const events = new RebuildEvents();
  compiler.hooks.done.tap('dev-package', (stats) => {
    const problems = stats.toString({ all: false, errors: true, warnings: true, colors: process.stdout.isTTY });
    if (problems) console.error(problems);
    if (stats.hasErrors()) return;
    console.log(`${source.name} built in ${(stats.endTime ?? 0) - (stats.startTime ?? 0)} ms`);
    events.announce(source.name, stats.hash ?? '');
    announcement.announce({ entries: entriesOf(source.name, stats).map((file) => `${origin}/${file}`), build: stats.hash ?? '' });
  });
  const server = new WebpackDevServer(
    {
      host: HOST,
      port,
      hot: false,
      liveReload: false,
      client: false,
      static: false,
      // Pages of a site elsewhere load it, measure it, and hear of its rebuilds.
      headers: { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', 'timing-allow-origin': '*' },
      setupMiddlewares: (middlewares) => [...middlewares, { name: 'rebuild-events', path: REBUILD_EVENTS, middleware: events.answer }],
      devMiddleware: { publicPath: '/' },
      setupExitSignals: false,
    },
    compiler,
  );
  await server.start();
  return async () => {
    await announcement.withdraw();
    await server.stop();
  };
}
