/** Playwright's global set-up: the sites that all workers share. */
import { randomBytes } from 'node:crypto';
import { openDatabase } from '@site/platform/database';
import { freePort } from './free-port';
import { launchFreshSite, type LaunchedSite } from './launch-site';

/**
 * Sets `BASE_URL` and `SITE_DATA_DIR` (tokens and mail of the running site) for the tests, and `PRODUCTION_URL` and `PRODUCTION_DATA_DIR`
 * when `BROWSER_DATABASE_URL` names a PostgreSQL server for a site in production mode.
 */
export default async function startSite(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.BASE_URL) return undefined;
  const { address, dataDir, stop } = await launchFreshSite();
  process.env.BASE_URL = address;
  process.env.SITE_DATA_DIR = dataDir;
  const server = process.env.BROWSER_DATABASE_URL;
  if (!server) return stop;

  // One after the other: the first start builds what has changed, the second finds it built.
  const production = await launchProduction(server).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  process.env.PRODUCTION_URL = production.address;
  process.env.PRODUCTION_DATA_DIR = production.dataDir;
  return () => inOrder(production.stop, stop);
}

/** A site as visitors know it: no sample data, no development routes, secrets, and a database server. */
async function launchProduction(server: string): Promise<LaunchedSite> {
  const name = `site_${randomBytes(8).toString('hex')}`;
  const onServer = async (statement: string): Promise<void> => {
    const database = await openDatabase({ url: server, poolSize: 1 });
    await database.query(statement).finally(() => database.close());
  };
  const drop = (): Promise<void> => onServer(`drop database if exists ${name} with (force)`);
  await onServer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const port = await freePort();
  try {
    const site = await launchFreshSite(
      {
        NODE_ENV: 'production',
        PUBLIC_ORIGIN: `http://localhost:${port}`,
        DATABASE_URL: url.href,
        IDENTITY_SECRET: randomBytes(32).toString('hex'),
        BOT_CHECK_SECRET: randomBytes(32).toString('hex'),
      },
      port,
    );
    return { ...site, stop: () => inOrder(site.stop, drop) };
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Both, also when the first one fails. */
const inOrder = (first: () => Promise<void>, second: () => Promise<void>): Promise<void> => first().finally(second);
