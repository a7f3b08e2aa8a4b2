/** The logs of environments, kept in this process, so that a command reads only the revisions that are new to it. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '@site/platform/database';
import { RevisionLog } from '@site/release-model/revision-log';
import { listEntries } from './revision.repository';

/** How many revisions one statement reads. */
const PAGE = 100;

interface Kept {
  log: RevisionLog;
  /** Hash of the last revision in it; null if there is none. */
  hash: string | null;
}

const nothing = (): Kept => ({ log: new RevisionLog(), hash: null });

export class RevisionLogs {
  readonly #kept = new Map<string, Kept>();

  /** @param tx A transaction that holds the environment, unless nobody else reads from these logs. */
  async read(tx: Db, environment: string): Promise<RevisionLog> {
    const kept = this.#kept.get(environment) ?? nothing();
    // It ends with what is not there where another database has taken the place of the one that was read before.
    const read = (await readOn(tx, environment, kept)) ?? (await readOn(tx, environment, nothing())) ?? nothing();
    this.#kept.set(environment, read);
    return read.log;
  }
}

/** Adds what came since to a log. @returns null if there is not what it ends with. */
async function readOn(tx: Db, environment: string, { log, hash }: Kept): Promise<Kept | null> {
  for (let last = hash; ;) {
    const page = await listEntries(tx, environment, log.last?.number ?? 1, PAGE);
    if (last !== null && page.shift()?.hash !== last) return null;
    for (const entry of page) log.add(entry);
    last = page.at(-1)?.hash ?? last;
    if (page.length < PAGE - 1) return { log, hash: last };
    await nextTurn();
  }
}
