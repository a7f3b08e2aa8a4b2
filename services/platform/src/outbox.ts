/** Mail outbox: a mail is queued in the transaction that causes it, and sent by a worker, at least once. */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Db } from './database';
import type { Logger } from './logging';
import type { Mail, MailTransport } from './mail';
import { startWakeableWorker, type WakeableWorker } from './wakeable-worker';

const CHANNEL = 'platform_outbox';

export interface Posting {
  /** A second mail with the same key is not queued. */
  key?: string;
  /** For how long what it says holds: it is not sent later. */
  holdsForSeconds?: number;
  /** One of many, which waits for those that somebody asked for. */
  isBulk?: boolean;
}

/**
 * Queues a mail; it is sent once the transaction of `db` commits. Needs {@link migratePlatform}.
 * @returns Id of the mail, or null if its key was queued before.
 */
export async function enqueueMail(db: Db, mail: Mail, { key, holdsForSeconds, isBulk = false }: Posting = {}): Promise<string | null> {
  const id = randomUUID();
  const { rows } = await db.execute(sql`
    insert into platform.outbox (id, key, mail, expires_at, is_bulk)
    values (${id}, ${key ?? null}, ${JSON.stringify(mail)}::jsonb, now() + make_interval(secs => ${holdsForSeconds ?? null}::float8), ${isBulk})
    on conflict (key) do nothing returning id`);
  if (rows.length === 0) return null;
  await db.execute(sql`select pg_notify(${CHANNEL}, '')`);
  return id;
}

/** Queues many mails at once, such as those to the members of a group. Needs {@link migratePlatform}. */
export async function enqueueMails(db: Db, mails: readonly Mail[], { isBulk = false }: Pick<Posting, 'isBulk'> = {}): Promise<void> {
  if (mails.length === 0) return;
  const all = JSON.stringify(mails.map((mail) => ({ id: randomUUID(), mail })));
  await db.execute(sql`
    insert into platform.outbox (id, mail, is_bulk)
    select id, mail, ${isBulk} from jsonb_to_recordset(${all}::jsonb) as queued (id uuid, mail jsonb)`);
  await db.execute(sql`select pg_notify(${CHANNEL}, '')`);
}

/** Takes back what was not sent to an address yet. */
export async function withdrawMails(db: Db, to: string): Promise<void> {
  await db.execute(sql`delete from platform.outbox where sent_at is null and mail->>'to' = ${to}`);
}

/** Of that, what is one of many. */
export async function withdrawBulkMails(db: Db, to: string): Promise<void> {
  await db.execute(sql`delete from platform.outbox where sent_at is null and is_bulk and mail->>'to' = ${to}`);
}

/** The same goes to another address instead, such as the new one of its reader. */
export async function readdressBulkMails(db: Db, from: string, to: string): Promise<void> {
  await db.execute(sql`
    update platform.outbox set mail = jsonb_set(mail, '{to}', to_jsonb(${to}::text))
    where sent_at is null and is_bulk and mail->>'to' = ${from}`);
}

/** What is to be sent to an address, by its subject: the text may hold a code. Oldest first. */
export async function listWaitingMails(db: Db, to: string): Promise<{ subject: string; queuedAt: Date }[]> {
  const { rows } = await db.execute<{ subject: string; queued_at: string }>(sql`
    select mail->>'subject' as subject, created_at as queued_at from platform.outbox
    where sent_at is null and mail->>'to' = ${to} and (expires_at is null or expires_at > now()) order by created_at, id`);
  return rows.map(({ subject, queued_at }) => ({ subject, queuedAt: new Date(queued_at) }));
}

export interface OutboxOptions {
  database: Database;
  transport: MailTransport;
  logger: Logger;
  /** Right side of the Message-ID, such as the domain of the site. */
  domain: string;
  /** How often to look for mails that are due again. */
  pollMs?: number;
  /** A mail is given up after this many attempts (the default spans about three days). */
  maxAttempts?: number;
  /** Milliseconds until the second attempt; each further one waits twice as long, up to an hour. */
  firstRetryMs?: number;
}

export interface OutboxWorker {
  start(): Promise<void>;
  /** Resolves when the mail that is being sent is done. */
  stop(): Promise<void>;
  /** Sends what is due now. @returns How many mails were sent. */
  sendDue(): Promise<number>;
}

interface Leased extends Record<string, unknown> {
  id: string;
  mail: Mail;
  created_at: string;
  attempts: number;
}

/** Longer than the slowest server may take by the limits of the transport, so that no other worker sends the same mail meanwhile. */
const LEASE_SECONDS = 180;
const LONGEST_RETRY_MS = 3_600_000;

/** The server knows no such mailbox, or wants nothing for it: RFC 5321 calls 5xx permanent. A refused sender or sign-in is ours to put right. */
const isRefusedForGood = (error: unknown): boolean => {
  const { command, responseCode = 0 } = error as { command?: string; responseCode?: number };
  return command === 'RCPT TO' && responseCode >= 500;
};

export function createOutboxWorker(options: OutboxOptions): OutboxWorker {
  const { database, transport, logger, domain, pollMs = 5_000, maxAttempts = 80, firstRetryMs = 2_000 } = options;
  let worker: WakeableWorker | undefined;
  let unlisten: (() => Promise<void>) | undefined;

  async function lease(): Promise<Leased | undefined> {
    const { rows } = await database.db.execute<Leased>(sql`
      update platform.outbox set attempts = attempts + 1, leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      where id = (
        select id from platform.outbox
        where sent_at is null and given_up_at is null and next_attempt_at <= now() and (leased_until is null or leased_until < now())
          and (expires_at is null or expires_at > now())
        order by is_bulk, next_attempt_at, created_at limit 1 for update skip locked
      )
      returning id, mail, created_at, attempts`);
    return rows[0];
  }

  async function deliver({ id, mail, created_at, attempts }: Leased): Promise<boolean> {
    try {
      await transport.send({ id, mail, messageId: `<${id}@${domain}>`, date: new Date(created_at) });
    } catch (error) {
      const waitMs = Math.min(firstRetryMs * 2 ** (attempts - 1), LONGEST_RETRY_MS);
      // Texts of mail servers may quote addresses; the code of the error is enough.
      const reason = String((error as { responseCode?: number }).responseCode ?? (error as { code?: string }).code ?? 'unknown');
      logger.warn({ id, attempts, reason }, 'a mail could not be sent');
      const isLast = attempts >= maxAttempts || isRefusedForGood(error);
      await database.db.execute(sql`
        update platform.outbox set leased_until = null, last_error = ${reason},
          next_attempt_at = now() + make_interval(secs => ${waitMs / 1000}),
          given_up_at = case when ${isLast} then now() end, mail = case when ${isLast} then null else mail end
        where id = ${id}`);
      return false;
    }
    await database.db.execute(
      sql`update platform.outbox set sent_at = now(), mail = null, leased_until = null, last_error = null where id = ${id}`,
    );
    return true;
  }

  async function sendAll(isStopped: () => boolean): Promise<number> {
    let sent = 0;
    for (let next = isStopped() ? undefined : await lease(); next; next = isStopped() ? undefined : await lease()) {
      if (await deliver(next)) sent += 1;
    }
    return sent;
  }

  return {
    async start() {
      unlisten = await database.listen(CHANNEL, () => worker?.wake());
      worker = startWakeableWorker({ work: sendAll, logger, failure: 'the mail outbox cannot be read', pollMs });
    },
    async stop() {
      await Promise.all([worker?.stop(), unlisten?.()]);
    },
    sendDue: () => sendAll(() => false),
  };
}
