/** Storage of the OpenID provider: one table for all its models. */
import { createHash } from 'node:crypto';
import type { Db } from '@site/platform/database';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';
import { oidcRecord } from '../tables';

export interface AdapterOptions {
  /**
   * Seconds after its first use in which a refresh token still answers, with the same successor. Two tabs that refresh at once, or a client that
   * never got the answer and asks again, are no thieves; whoever comes later may be, and the whole grant ends.
   */
  refreshGraceSeconds: number;
  /** Seconds after which a browser's session is over, however often it is used. */
  sessionLimitSeconds: number;
  /** Milliseconds since the epoch. */
  clock?: () => number;
}

/** What stands for an id in the table: most ids are secrets. */
export const recordHash = (id: string): string => createHash('sha256').update(id).digest('base64url');

export const createAdapterFactory =
  (db: Db, { refreshGraceSeconds, sessionLimitSeconds, clock = Date.now }: AdapterOptions): AdapterFactory =>
  (model): Adapter => {
    const record = (id: string) => and(eq(oidcRecord.model, model), eq(oidcRecord.idHash, recordHash(id)));
    const alive = or(isNull(oidcRecord.expiresAt), gt(oidcRecord.expiresAt, sql`now()`));

    const isOver = ({ loginTs }: Record<string, unknown>) =>
      typeof loginTs === 'number' && clock() >= (loginTs + sessionLimitSeconds) * 1000;

    const found = (row: typeof oidcRecord.$inferSelect | undefined, jti: string | undefined): AdapterPayload | undefined => {
      if (!row || (model === 'Session' && isOver(row.payload))) return undefined;
      const consumed = row.consumedAt && Math.floor(row.consumedAt.getTime() / 1000);
      const forgiven = model === 'RefreshToken' && row.consumedAt && clock() - row.consumedAt.getTime() < refreshGraceSeconds * 1000;
      return { ...row.payload, ...(jti && { jti }), ...(consumed && !forgiven && { consumed }) };
    };

    return {
      async upsert(id, { jti: _secret, ...payload }, expiresIn) {
        const values = {
          payload,
          // A sign-in that has ended, and that the browser has not been led away from, is of an account already.
          accountId: payload.accountId ?? payload.result?.login?.accountId ?? null,
          // A grant belongs to itself: whoever ends it by its id ends what hangs on it, too.
          grantId: payload.grantId ?? (model === 'Grant' ? id : null),
          uid: payload.uid ?? null,
          expiresAt: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        };
        await db
          .insert(oidcRecord)
          .values({ model, idHash: recordHash(id), ...values })
          .onConflictDoUpdate({ target: [oidcRecord.model, oidcRecord.idHash], set: values });
      },
      async find(id) {
        const [row] = await db
          .select()
          .from(oidcRecord)
          .where(and(record(id), alive));
        return found(row, id);
      },
      async findByUid(uid) {
        const [row] = await db
          .select()
          .from(oidcRecord)
          .where(and(eq(oidcRecord.model, model), eq(oidcRecord.uid, uid), alive));
        return found(row, undefined);
      },
      // Only the device flow, which is off, looks records up by a user code.
      findByUserCode: async () => undefined,
      async consume(id) {
        // The first use counts: asking again within the grace must not extend it.
        await db
          .update(oidcRecord)
          .set({ consumedAt: new Date() })
          .where(and(record(id), isNull(oidcRecord.consumedAt)));
      },
      async destroy(id) {
        await db.delete(oidcRecord).where(record(id));
      },
      async revokeByGrantId(grantId) {
        await db.delete(oidcRecord).where(eq(oidcRecord.grantId, grantId));
      },
    };
  };
