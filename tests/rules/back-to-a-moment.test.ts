/** "Back to a moment" of the runbook, with a server like that of the containers: the commands are those that stand there. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@site/platform/database';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { startPostgres } from '../../scripts/test/postgres.mjs';
import type { PostgresServer } from '../cluster/shape/cluster';

const read = (file: string): string => readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8');

const [, section = ''] = read('docs/runbooks/back-up-and-restore.md').split('\n## Back to a moment\n');

/** What is to be typed, in the order in which it stands there: the archive, a base, the way back, and what follows it. */
const blocks = [...section.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block = '']) => block);

/** What the shell in the container of a running server is given. */
const [, given = ''] = /`docker compose exec --user postgres((?: --env \w+=\w+)*) postgres/.exec(section) ?? [];
const ofContainer = Object.fromEntries([...given.matchAll(/--env (\w+)=(\w+)/g)].map(([, name = '', value = '']) => [name, value]));

describe('the runbook', () => {
  let postgres: PostgresServer;
  let data: string;
  /** The name of the base, also of one that is made before midnight and used after it. */
  const day = new Date().toISOString().slice(0, 10);

  beforeAll(async () => {
    postgres = (await startPostgres({ signal: new AbortController().signal })) as PostgresServer;
    await ask('create role site superuser login', 'create database site owner site');
    [{ data_directory: data }] = (await ask('show data_directory')) as [{ data_directory: string }];
  });
  afterAll(() => postgres.stop());

  async function ask(...statements: string[]): Promise<Record<string, unknown>[]> {
    const database = await openDatabase({ url: postgres.url });
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await database.query<Record<string, unknown>>(statement));
      return rows;
    } finally {
      await database.close();
    }
  }

  /** As whom the server runs as, and with the places of this one. */
  function type(block: string, moment = ''): void {
    const { uid, gid } = statSync(data);
    const { hostname, port } = new URL(postgres.url);
    const script = block
      .replaceAll('/var/lib/postgresql/archive', path.join(path.dirname(data), 'archive'))
      .replaceAll('/var/lib/postgresql/15/main', data)
      .replace(/(?<=base\/)\d{4}-\d\d-\d\d/, day)
      .replace(/(?<=MOMENT=')[^']*/, moment);
    execFileSync('sh', ['-euc', `export ARCHIVE=${path.join(path.dirname(data), 'archive')}\n${script}`], {
      cwd: path.dirname(data),
      stdio: 'pipe',
      env: { ...process.env, PGHOST: hostname, PGPORT: port, ...ofContainer },
      ...(process.getuid?.() === 0 && { uid, gid }),
    });
  }

  it('brings the database back to the moment before somebody deleted what was there, with what was written after the last base', async () => {
    const [archive, base, back, after, ...others] = blocks;
    expect(others).toEqual([]);
    await ask('create table form (name text)', "insert into form values ('before the base')");
    type(archive!);
    await postgres.halt();
    await postgres.resume();
    type(base!);
    await ask("insert into form values ('after the base')");
    const [{ now }] = (await ask('select pg_sleep(0.01)', 'select clock_timestamp()::text as now')) as [{ now: string }];
    await ask('select pg_sleep(0.01)', 'delete from form');

    await postgres.halt();
    type(back!, now);
    await postgres.resume();
    while ((await ask('select pg_is_in_recovery() as waits'))[0]?.waits) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await ask('select name from form')).toEqual([{ name: 'before the base' }, { name: 'after the base' }]);

    type(after!);
    await ask("insert into form values ('after it all')");
    await postgres.halt();
    await postgres.resume();
    expect(await ask('select count(*)::int as forms from form')).toEqual([{ forms: 3 }]);
    expect(await ask('select failed_count::int as failed from pg_stat_archiver')).toEqual([{ failed: 0 }]);
  });

  it('asks as the owner of the database in the containers', () => {
    expect(ofContainer).toEqual({ PGUSER: /POSTGRES_USER: (\w+)/.exec(read('docker-compose.yml'))?.[1] });
  });

  it('asks of commands that the image has from busybox only what they have everywhere: short options', () => {
    expect(blocks.join('').match(/(?<!=)\b(?:cmp|cp|date|mkdir|mv|tar|touch)\b[^|&;)\n]* --\w.*/g)).toBeNull();
  });
});
