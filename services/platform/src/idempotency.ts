/** Makes the repetition of a request harmless: the same key and content is executed once and answered every time. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database, Db } from './database';
import { platformError } from './errors';

export interface Answer {
  status: number;
  body: unknown;
}

export interface IdempotentRequest {
  /** Route and, for signed-in callers, the subject: keys of different scopes never meet. */
  scope: string;
  /** The `Idempotency-Key` header. Without one, the request is simply executed. */
  key: string | undefined;
  /** The parsed body. */
  body: unknown;
}

const KEY = /^[\x21-\x7e]{8,255}$/;

/**
 * Runs `work` in a transaction together with the record of its answer, so that both exist or neither. A concurrent duplicate waits for
 * the first one. If `work` throws, nothing is recorded and a repetition runs again. Needs {@link migratePlatform}.
 * @throws AppError `idempotency-key-reused` if the key came with another body before, `invalid-request` for a malformed key.
 */
export async function idempotent(database: Database, request: IdempotentRequest, work: (tx: Db) => Promise<Answer>): Promise<Answer> {
  const { scope, key } = request;
  if (key === undefined) return database.transaction(work);
  if (!KEY.test(key)) throw platformError('invalid-request', { message: 'An idempotency key has 8 to 255 visible ASCII characters.' });
  const fingerprint = createHash('sha256').update(canonical(request.body)).digest('hex');
  return database.transaction(async (tx) => {
    // A concurrent insert of the same key makes this one wait until that transaction ends.
    const claimed = await tx.execute(
      sql`insert into platform.answers (scope, key, request_sha256) values (${scope}, ${key}, ${fingerprint}) on conflict do nothing returning key`,
    );
    if (claimed.rows.length === 0) return recall(tx, scope, key, fingerprint);
    const answer = await work(tx);
    await tx.execute(sql`update platform.answers set answer = ${JSON.stringify(answer)}::json where scope = ${scope} and key = ${key}`);
    return answer;
  });
}

/** Forgets what was answered in a scope, such as the requests of somebody who is erased. */
export const forgetAnswers = async (tx: Db, scope: string): Promise<void> =>
  void (await tx.execute(sql`delete from platform.answers where scope = ${scope}`));

async function recall(tx: Db, scope: string, key: string, fingerprint: string): Promise<Answer> {
  const { rows } = await tx.execute<{ request_sha256: string; answer: Answer }>(
    sql`select request_sha256, answer from platform.answers where scope = ${scope} and key = ${key}`,
  );
  const stored = rows[0];
  if (!stored) throw platformError('service-unavailable', { headers: { 'retry-after': '1' } });
  if (stored.request_sha256 !== fingerprint) throw platformError('idempotency-key-reused');
  return stored.answer;
}

/** Equal contents give equal text, whatever the order of their keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
