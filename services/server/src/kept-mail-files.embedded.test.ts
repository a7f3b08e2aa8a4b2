import { access, mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@site/edge/testing/test-edge';
import { silentLogger } from '@site/platform/logging';
import { mailFolder } from '@site/platform/mail';
import { RETENTION_DAYS } from '@site/platform/retention';
import { createTestDirectory } from '@site/platform/testing';
import { layEmptyDatabase } from '@site/platform/testing/embedded-databases';
import { parseServerConfig } from './config';
import { startServices } from './start-services';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
beforeAll(async () => {
  directory = await createTestDirectory();
  await layEmptyDatabase(directory.path);
});
afterAll(() => directory.remove());

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

it.each([
  ['mail goes to files', {}],
  ['mail has been sent over SMTP since', { SMTP_URL: 'smtp://127.0.0.1:9' }],
])('a mail in a file is deleted at its age by a site that runs, where %s', async (_where, settings) => {
  const file = join(mailFolder(directory.path), 'd2a1c1f0-0000-4000-8000-000000000000.eml');
  await mkdir(mailFolder(directory.path), { recursive: true });
  await writeFile(file, 'To: somebody@example.org');
  const written = new Date(Date.now() - (RETENTION_DAYS.mails + 1) * 24 * 3_600_000);
  await utimes(file, written, written);
  const config = parseServerConfig({ NODE_ENV: 'test', DATA_DIR: directory.path, ROLES: 'identity', ...settings });
  const { close } = await startServices({ ...config, port: 0 }, silentLogger());
  try {
    await expect(until(async () => !(await isThere(file)))).resolves.toBeUndefined();
  } finally {
    await close();
  }
});
