/** Playwright's global set-up: the sites that all workers share. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@site/platform/database';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { build } from '../../scripts/start/build.mjs';
import { freePort } from './free-port';
import { launchFreshSite, launchSite, launchStartedSite, launchWithoutRegistry, type LaunchedSite, withCleanUp } from './launch-site';

/**
 * Sets `BASE_URL` and `SITE_DATA_DIR` (tokens and mail of the running site) for the tests, `STARTED_DATA_DIR` for those that have a site to
 * themselves, and `PRODUCTION_URL` and `PRODUCTION_DATA_DIR` when `BROWSER_DATABASE_URL` names a PostgreSQL server for a site in production
 * mode. With `WITHOUT_REGISTRY` there are these two, and the registry of each is stopped.
 */
export default async function startSite(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BASE_URL) return undefined;
  const isWithoutRegistry = Boolean(process.env.WITHOUT_REGISTRY);
  const server = process.env.BROWSER_DATABASE_URL;
  // Each start builds what has changed. Side by side they would build the same thing in the same place, so it is built before.
  if (server) await (build as () => Promise<unknown>)();
  const launches = await Promise.allSettled([
    isWithoutRegistry ? launchWithoutRegistry() : launchDevelopment(),
    ...(server ? [launchProduction(server, isWithoutRegistry ? launchWithoutRegistry : launchFreshSite)] : []),
  ]);
  const sites = launches.filter((launch) => launch.status === 'fulfilled').map(({ value }) => value);
  const stop = async (): Promise<void> => throwFailures(await Promise.allSettled(sites.map((site) => site.stop())));
  if (sites.length < launches.length) {
    await stop().catch((error: unknown) => console.error(error));
    throwFailures(launches);
  }
  const [development, production] = sites;
  process.env.BASE_URL = development?.address;
  process.env.SITE_DATA_DIR = development?.dataDir;
  if (production) {
    process.env.PRODUCTION_URL = production.address;
    process.env.PRODUCTION_DATA_DIR = production.dataDir;
  }
  return stop;
}

/** @throws when something failed, with every reason. */
function throwFailures(results: PromiseSettledResult<unknown>[]): void {
  const reasons: unknown[] = results.filter((result) => result.status === 'rejected').map(({ reason }) => reason as unknown);
  if (reasons.length > 0) throw new Error(reasons.map(String).join('\n'));
}

/** A site after its first start. What that start left is kept for the tests that have a site to themselves. */
async function launchDevelopment(): Promise<LaunchedSite> {
  const startedData = await mkdtemp(path.join(tmpdir(), 'site-started-'));
  const remove = (): Promise<void> => rm(startedData, { recursive: true, force: true });
  try {
    await (await launchSite(startedData, await freePort())).stop();
    process.env.STARTED_DATA_DIR = startedData;
    const site = await launchStartedSite();
    return withCleanUp(site, remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A site as visitors know it: no sample data, no development routes, secrets, and a database server. */
async function launchProduction(server: string, launch: typeof launchFreshSite): Promise<LaunchedSite> {
  const name = `site_${randomBytes(8).toString('hex')}`;
  const onServer = async (statement: string): Promise<void> => {
    const database = await openDatabase({ url: server, poolSize: 1 });
    try {
      await database.query(statement);
    } finally {
      await database.close();
    }
  };
  const drop = (): Promise<void> => onServer(`drop database if exists ${name} with (force)`);
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const port = await freePort();
  try {
    const site = await launch(
      {
        NODE_ENV: 'production',
        PUBLIC_ORIGIN: `http://localhost:${port}`,
        DATABASE_URL: url.href,
        IDENTITY_SECRET: randomBytes(32).toString('hex'),
        BOT_CHECK_SECRET: randomBytes(32).toString('hex'),
      },
      port,
    );
    return withCleanUp(site, drop);
  } catch (error) {
    await drop();
    throw error;
  }
}
