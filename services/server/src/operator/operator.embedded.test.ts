import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { lockDirectory } from '@site/platform/data-lock';
import { openDatabase } from '@site/platform/database';
import { createLogger, silentLogger } from '@site/platform/logging';
import { layEmptyDatabase } from '@site/platform/testing/embedded-databases';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { parseServerConfig } from '../config';
import { startServices } from '../start-services';
import { askRunningSite, openChannel } from './channel';
import { operator } from './operator-cli';

describe('a site on the embedded database', () => {
  it('takes commands while it runs and while it is stopped', async () => {
    const directory = await createTestDirectory();
    await layEmptyDatabase(directory.path);
    const env = { NODE_ENV: 'test', DATA_DIR: directory.path };
    const site = await startServices({ ...parseServerConfig(env), port: 0 }, silentLogger());
    expect(await operator(['add', 'player@example.com', 'release-manager'], env)).toMatchObject({ exitCode: 0 });
    expect((await operator(['remove', 'player@example.com', 'staff'], env)).text).toBe('player@example.com is not in staff.');
    await site.close();
    const { text } = await operator(['people'], env);
    expect(text).toContain('player@example.com\trelease-manager\tactive');
    await directory.remove();
  });

  it('tells of a failure that nobody foresaw where it is, and nothing of what was to be written', async () => {
    const directory = await createTestDirectory();
    await layEmptyDatabase(directory.path);
    const env = { NODE_ENV: 'test', DATA_DIR: directory.path };
    await operator(['people'], env);
    const database = await openDatabase({ dataDir: directory.path });
    await database.query('alter table platform.outbox add constraint no_mail check (false) not valid');
    await database.close();
    const { exitCode, text } = await operator(['invite', 'ada@example.com', '--name', 'Ada', '--phone', '+12125550100'], env);
    expect(exitCode).toBe(1);
    expect(text).toContain('insert into platform.outbox');
    expect(text).toContain('no_mail');
    expect(text).not.toMatch(/ada@example\.com|password/);
    await directory.remove();
  });

  it('is to be stopped for a command where it has no channel', async () => {
    const directory = await createTestDirectory();
    const unlock = lockDirectory(join(directory.path, 'db'));
    expect(await operator(['people'], { DATA_DIR: directory.path })).toEqual({
      exitCode: 1,
      text: `The site that uses ${directory.path} is running as process ${process.pid}, and takes no commands. Stop it, repeat the command, and start it again.`,
    });
    unlock();
    await directory.remove();
  });

  it('starts without the channel where the system cannot have it', async () => {
    const directory = await createTestDirectory();
    let logged = '';
    const logger = createLogger({ destination: { write: (line) => void (logged += line) } });
    const close = await openChannel(`${directory.path}/${'long'.repeat(30)}`, async () => ({ exitCode: 0, text: '' }), logger);
    expect(logged).toContain('the operator must stop the site for a command');
    expect(logged).toContain('is too long for a socket');
    await close();
    await directory.remove();
  });

  it('opens its channel to its owner alone, also after it was killed', async () => {
    const directory = await createTestDirectory();
    await mkdir(`${directory.path}/operator`, { mode: 0o755 });
    await writeFile(`${directory.path}/operator/site.sock`, 'left by another process');
    const close = await openChannel(directory.path, async (argv) => ({ exitCode: 0, text: argv.join() }), silentLogger());
    expect((await stat(`${directory.path}/operator`)).mode & 0o777).toBe(0o700);
    expect(await askRunningSite(directory.path, ['a', 'b'])).toEqual({ exitCode: 0, text: 'a,b' });
    await close();
    expect(await askRunningSite(directory.path, ['a'])).toBeNull();
    await directory.remove();
  });

  it('keeps a failure that nobody foresaw in its log', async () => {
    const directory = await createTestDirectory();
    const close = await openChannel(directory.path, () => Promise.reject(new Error('a secret')), silentLogger());
    expect(await askRunningSite(directory.path, [])).toEqual({ exitCode: 1, text: 'The command failed. The log of the site says why.' });
    await close();
    await directory.remove();
  });
});
