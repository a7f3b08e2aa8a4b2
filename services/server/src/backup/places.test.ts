import { mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { layEmptyDatabase } from '@site/platform/testing/embedded-databases';
import { createTestDirectory } from '@site/platform/testing/test-directory';
import { backUp } from './back-up';
import { explainDiskError } from './failure';
import { restore } from './restore';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
const within = (...names: string[]) => join(directory.path, ...names);
const env = () => ({ DATA_DIR: within('site') });
const LONG = 'x'.repeat(300);

beforeEach(async () => {
  directory = await createTestDirectory();
  await writeFile(within('letter.txt'), 'mine');
  await symlink(within('loop'), within('loop'));
});
afterEach(() => directory.remove());

/** One sentence for people, which the scripts know by its name. */
const refusal = (message: string) => ({ name: 'Failure', message });

describe('a backup', () => {
  beforeEach(() => layEmptyDatabase(within('site')));

  it.each([
    ['in a file', () => within('letter.txt', 'x.tar.gz'), 'a part of it is no folder'],
    ['through links that lead in a circle', () => within('loop', 'x.tar.gz'), 'its links lead in a circle'],
    ['of a name that is too long', () => within(LONG), 'a name in it is too long'],
    ['of a name that is too long with what unfinished work adds to it', () => within(LONG.slice(0, 250)), 'a name in it is too long'],
    ...(process.platform === 'linux' ? [['where nothing can be made', () => '/proc/x.tar.gz', 'nothing can be made there'] as const] : []),
  ])('at a place %s is refused in one sentence', async (_what, place, why) => {
    const file = place();
    const sentence = `${file} cannot be used: ${why}. Choose another place; nothing has changed.`;
    await expect(backUp({ env: env(), file })).rejects.toMatchObject(refusal(sentence));
    expect((await readdir(directory.path)).sort()).toEqual(['letter.txt', 'loop', 'site']);
  });

  it('of a damaged database says so, and what to do', async () => {
    const folder = within('site/db/pglite/pg_wal');
    for (const name of await readdir(folder)) if (/^0/.test(name)) await truncate(join(folder, name), 1000);
    await expect(backUp({ env: env(), file: within('x.tar.gz') })).rejects.toMatchObject(
      refusal(
        `The database in ${within('site/db/pglite')} cannot be opened: it is damaged. Put a backup back: npm run restore -- <file> --replace (docs/runbooks/back-up-and-restore.md).`,
      ),
    );
    expect(await readdir(directory.path)).not.toContain('x.tar.gz');
  });
});

describe('what is lost while a backup is made', () => {
  it('is no fault of the place where the backup goes', () => {
    const error = Object.assign(new Error('ENOENT'), { code: 'ENOENT', path: '/data/files/lost' });
    expect(explainDiskError(error, '/safe/x.tar.gz')).toBe(error);
    expect(explainDiskError({ ...error, path: undefined }, '/safe/x.tar.gz')).not.toBeInstanceOf(Error);
  });
});

describe('a restore', () => {
  const into = (DATA_DIR: string) => restore({ env: { DATA_DIR }, file: within('letter.txt'), replace: true });

  it('into a file says what it says of a folder that holds something else', async () => {
    const somethingElse = (path: string) => refusal(`${path} holds something else than the data of a site. Choose another DATA_DIR.`);
    await mkdir(within('home'));
    await writeFile(within('home/letter.txt'), 'mine');
    for (const name of ['letter.txt', 'home']) await expect(into(within(name))).rejects.toMatchObject(somethingElse(within(name)));
  });

  it.each([
    ['in a file', () => within('letter.txt', 'site'), 'a part of it is no folder'],
    ['through links that lead in a circle', () => within('loop'), 'its links lead in a circle'],
    ['of a name that is too long', () => within(LONG), 'a name in it is too long'],
    ...(process.platform === 'linux' ? [['where nothing can be made', () => '/proc/site', 'nothing can be made there'] as const] : []),
  ])('at a place %s is refused in one sentence', async (_what, place, why) => {
    const sentence = `${place()} cannot be used: ${why}. Choose another place; nothing has changed.`;
    await expect(into(place())).rejects.toMatchObject(refusal(sentence));
  });
});
