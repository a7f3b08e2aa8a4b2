/** "Back to a moment" of the runbook, with a server of its own: the commands are those that stand there. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '@site/platform/database';
// @ts-expect-error -- plain JavaScript without types: it runs before anything is installed
import { startPostgres } from '../../scripts/test/postgres.mjs';
import type { PostgresServer } from '../cluster/shape/cluster';

const RUNBOOK = path.resolve(import.meta.dirname, '../../docs/runbooks/back-up-and-restore.md');

/** What is to be typed, in the order in which it stands there: the archive, a base, the way back, and what follows it. */
const blocks = (): string[] => {
  const [, section = ''] = readFileSync(RUNBOOK, 'utf8').split('\n## Back to a moment\n');
  return [...section.matchAll(/^```\n([^]*?)^```$/gm)].map(([, block = '']) => block);
};

describe('the runbook', () => {
  let postgres: PostgresServer;
  let data: string;

  beforeAll(async () => {
    postgres = (await startPostgres({ signal: new AbortController().signal })) as PostgresServer;
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
    const { hostname, port, username } = new URL(postgres.url);
    const script = block
      .replaceAll('/var/lib/postgresql/archive', path.join(path.dirname(data), 'archive'))
      .replaceAll('/var/lib/postgresql/15/main', data)
      .replace(/(?<=base\/)\d{4}-\d\d-\d\d/, new Date().toISOString().slice(0, 10))
      .replace(/(?<=MOMENT=')[^']*/, moment);
    execFileSync('bash', ['-euc', `export ARCHIVE=${path.join(path.dirname(data), 'archive')}\n${script}`], {
      cwd: path.dirname(data),
      stdio: 'pipe',
      env: { ...process.env, PGHOST: hostname, PGPORT: port, PGUSER: username, PGDATABASE: 'postgres' },
      ...(process.getuid?.() === 0 && { uid, gid }),
    });
  }

  it('brings the database back to the moment before somebody deleted what was there, with what was written after the last base', async () => {
    const [archive, base, back, after, ...others] = blocks();
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
});
