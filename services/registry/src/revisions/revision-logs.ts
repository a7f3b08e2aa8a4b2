/** The logs of environments, kept in this process, so that a command reads only the revisions that are new to it. */
import type { Db } from '@site/platform/database';
import { RevisionLog } from '@site/release-model/revision-log';
import { listEntries } from './revision.repository';

interface Kept {
  log: RevisionLog;
  /** Hash of the last revision in it. */
  hash: string;
}

export class RevisionLogs {
  readonly #kept = new Map<string, Kept>();

  /** @param tx A transaction that holds the environment. */
  async read(tx: Db, environment: string): Promise<RevisionLog> {
    const { log, hash } = (await this.#readNew(tx, environment)) ?? (await readAll(tx, environment));
    if (hash === null) this.#kept.delete(environment);
    else this.#kept.set(environment, { log, hash });
    return log;
  }

  /** @returns null if there is nothing to go on from. */
  async #readNew(tx: Db, environment: string): Promise<Kept | null> {
    const kept = this.#kept.get(environment);
    if (!kept?.log.last) return null;
    const [last, ...newer] = await listEntries(tx, environment, kept.log.last.number);
    // Another database has taken the place of the one that was read before.
    if (last?.hash !== kept.hash) return null;
    for (const entry of newer) kept.log.add(entry);
    return { log: kept.log, hash: newer.at(-1)?.hash ?? kept.hash };
  }
}

async function readAll(tx: Db, environment: string): Promise<{ log: RevisionLog; hash: string | null }> {
  const entries = await listEntries(tx, environment, 1);
  return { log: new RevisionLog(entries), hash: entries.at(-1)?.hash ?? null };
}
