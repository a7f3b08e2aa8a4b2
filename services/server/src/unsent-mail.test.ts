import { expect, it } from '@jest/globals';
import { createLogger } from '@site/platform/logging';
import { createTestDirectory } from '@site/platform/testing';
import { parseServerConfig } from './config';
import { startServices } from './start-services';

const WARNING = 'without SMTP_URL no mail is sent; each is written to a file';
/** Nobody listens at the discard port: what is said at the start is said whether or not the database answers. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://www.example.com',
  DATABASE_URL: 'postgres://127.0.0.1:9/site',
  BOT_CHECK_SECRET: 'x'.repeat(32),
  IDENTITY_SECRET: 'y'.repeat(32),
};

/** What a process logs until it listens. */
async function logOf(env: Record<string, string>): Promise<string> {
  const directory = await createTestDirectory();
  let logged = '';
  const logger = createLogger({ destination: { write: (line) => void (logged += line) } });
  const config = parseServerConfig({ ...PRODUCTION, DATA_DIR: directory.path, ...env });
  const { close, opened } = await startServices({ ...config, port: 0 }, logger);
  opened.catch(() => undefined);
  await close();
  await directory.remove();
  return logged;
}

it.each(['api', 'identity'])('who operates %s in production without a mail server is told at the start, with the folder', async (ROLES) => {
  const logged = await logOf({ ROLES });
  expect(logged.split(WARNING)).toHaveLength(2);
  expect(logged).toMatch(/"folder":"[^"]+\/mail"/);
});

it.each([
  ['there is a mail server', { ROLES: 'api', SMTP_URL: 'smtp://127.0.0.1:9' }],
  ['the process sends no mail', { ROLES: 'registry' }],
])('nobody is told where %s', async (_why, env) => {
  expect(await logOf(env)).not.toContain(WARNING);
});
