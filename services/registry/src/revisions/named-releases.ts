/** Which releases targets have named of late. Revisions never change: whoever asks again is answered from those that were added since. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '@site/platform/database';
import { and, asc, gte, or, sql } from 'drizzle-orm';
import { revisions } from '../tables';

/** Of how many targets one statement reads the releases. */
const PAGE = 20;

type Key = Pick<typeof revisions.$inferSelect, 'environment' | 'number'>;

export class NamedReleases {
  readonly #ids = new Set<string>();
  /** Numbers of the last revisions that were read, by environment. */
  readonly #last = new Map<string, number>();

  /** @param since Targets since then count, and those that were live then. */
  constructor(private readonly since: Date) {}

  /** Ids of the releases that these targets name, in any environment, fallbacks included. One call after the other. */
  async read(db: Db): Promise<ReadonlySet<string>> {
    const unread = await this.#listUnread(db);
    for (let start = 0; start < unread.length; start += PAGE) {
      const page = unread.slice(start, start + PAGE);
      for (const id of await readPage(db, page)) this.#ids.add(id);
      for (const { environment, number } of page) this.#last.set(environment, number);
      await nextTurn();
    }
    return this.#ids;
  }

  #listUnread(db: Db): Promise<Key[]> {
    const { environment, number, createdAt } = revisions;
    const isLastBefore = sql`${number} = (
      select max(earlier.number) from ${revisions} earlier where earlier.environment = ${environment} and earlier.created_at < ${this.since.toISOString()}
    )`;
    const last = JSON.stringify(Object.fromEntries(this.#last));
    return db
      .select({ environment, number })
      .from(revisions)
      .where(and(or(gte(createdAt, this.since), isLastBefore), sql`${number} > coalesce((${last}::jsonb ->> ${environment})::int, 0)`))
      .orderBy(asc(environment), asc(number));
  }
}

/** Fallbacks are in the signed targets alone. The database reads them: of all that they hold, only the ids come here. */
async function readPage(db: Db, page: readonly Key[]): Promise<string[]> {
  // Parameters come from a file, which may have the one character that jsonb does not take.
  const text = sql`replace(convert_from(decode(revision.envelope ->> 'payload', 'base64'), 'UTF8'), '\\u0000', '\\ufffd')`;
  const { rows } = await db.execute<{ id: string }>(sql`
    select distinct named.id
    from jsonb_to_recordset(${JSON.stringify(page)}::jsonb) as page (environment text, number int)
      join ${revisions} revision using (environment, number),
      lateral (
        select value as id from jsonb_each_text(revision.stable)
        union all select value from jsonb_each_text(revision.candidates)
        union all select fallback #>> '{}' from jsonb_path_query(${text}::jsonb, '$.parts.*.fallback.id') fallback
      ) named`);
  return rows.map(({ id }) => id);
}
