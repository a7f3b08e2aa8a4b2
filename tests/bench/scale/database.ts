/** The database of the bench: made once on a server, and used again by whoever measures there later. */
import { migrateApi } from '@site/api/plugin';
import { migrateIdentity } from '@site/identity/migrate-identity';
import { type Database, openDatabase } from '@site/platform/database';
import { migratePlatform } from '@site/platform/platform-migrations';
import { seedProgramme, type Size } from '@site/server/testing/seed-programme';

/** @param server Address of a PostgreSQL server, as a superuser. */
export async function programmeDatabase(server: string, size: Size): Promise<{ database: Database; url: string }> {
  const url = new URL(server);
  const name = `bench_scale_${size.members}`;
  const any = await openDatabase({ url: server, poolSize: 1 });
  const { rows } = await any.query('select 1 from pg_database where datname = $1', [name]);
  if (rows.length === 0) await any.query(`create database ${name}`);
  await any.close();

  url.pathname = `/${name}`;
  const database = await openDatabase({ url: url.href });
  await migratePlatform(database);
  await migrateIdentity(database);
  await migrateApi(database);
  // What an earlier run left to a worker.
  await database.query('delete from api.group_mail');
  const { rows: anybody } = await database.query('select 1 from api.member limit 1');
  if (anybody.length === 0) {
    console.log(`Writing ${size.members} members and what they did...`);
    await seedProgramme(database, size);
    // What was written in one go goes to the disk now, not while calls are timed.
    await database.query('checkpoint');
  }
  return { database, url: url.href };
}
