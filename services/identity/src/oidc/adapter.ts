/** Storage of the OpenID provider: one table for all its models. */
import { createHash } from 'node:crypto';
import type { Db } from '@site/platform/database';
import { and, eq, gt, isNull, or, sql, type SQL } from 'drizzle-orm';
import { type Adapter, type AdapterFactory, type AdapterPayload, errors } from 'oidc-provider';
import { deleteRecords } from '../sessions/session.repository';
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
  /** The request that is being answered. */
  request?: () => ProviderRequest | undefined;
}

export interface ProviderRequest {
  /** Of the browser's session. */
  sessionUid: string | undefined;
  /** Whether somebody signs in with it, so that no earlier sign-in is gone on with. */
  isSignIn: boolean;
}

const ENDED = 'The sign-in has ended.';

/** What stands for an id in the table: most ids are secrets. */
export const recordHash = (id: string): string => createHash('sha256').update(id).digest('base64url');

export const createAdapterFactory =
  (db: Db, { refreshGraceSeconds, sessionLimitSeconds, clock = Date.now, request = () => undefined }: AdapterOptions): AdapterFactory =>
  (model): Adapter => {
    const named = (of: string, id: string) => and(eq(oidcRecord.model, of), eq(oidcRecord.idHash, recordHash(id)));
    const record = (id: string) => named(model, id);
    const alive = or(isNull(oidcRecord.expiresAt), gt(oidcRecord.expiresAt, sql`now()`));

    const isOver = ({ loginTs }: Record<string, unknown>) =>
      typeof loginTs === 'number' && clock() >= (loginTs + sessionLimitSeconds) * 1000;

    const found = (row: typeof oidcRecord.$inferSelect | undefined, jti: string | undefined): AdapterPayload | undefined => {
      if (!row || (model === 'Session' && isOver(row.payload))) return undefined;
      const consumed = row.consumedAt && Math.floor(row.consumedAt.getTime() / 1000);
      const forgiven = model === 'RefreshToken' && row.consumedAt && clock() - row.consumedAt.getTime() < refreshGraceSeconds * 1000;
      return { ...row.payload, ...(jti && { jti }), ...(consumed && !forgiven && { consumed }) };
    };

    /**
     * The record on which this one stands, if any. A sign-in may be ended while a request is under way that goes on with it: what that
     * request would store then is not stored, because nobody would look for it any more.
     */
    const groundOf = (id: string, { accountId, grantId }: AdapterPayload): SQL | undefined => {
      const { sessionUid, isSignIn = false } = request() ?? {};
      if (grantId && (model === 'AuthorizationCode' || model === 'RefreshToken')) return named('Grant', grantId);
      if (isSignIn || !accountId) return undefined;
      if (model === 'Session') return record(id);
      return model === 'Grant' && sessionUid ? and(eq(oidcRecord.model, 'Session'), eq(oidcRecord.uid, sessionUid)) : undefined;
    };

    return {
      async upsert(id, { jti: _secret, ...payload }, expiresIn) {
        // A sign-in that has ended, and that the browser has not been led away from, is of an account already.
        const accountId = payload.accountId ?? payload.result?.login?.accountId ?? null;
        // A grant belongs to itself: whoever ends it by its id ends what hangs on it, too.
        const grantId = payload.grantId ?? (model === 'Grant' ? id : null);
        const expiresAt = expiresIn ? new Date(Date.now() + expiresIn * 1000).toISOString() : null;
        const ground = groundOf(id, payload);
        const { rows } = await db.execute(sql`
          insert into ${oidcRecord} (model, id_hash, payload, account_id, grant_id, uid, expires_at)
          select ${model}, ${recordHash(id)}, ${JSON.stringify(payload)}::jsonb, ${accountId}, ${grantId}, ${payload.uid ?? null}, ${expiresAt}::timestamptz
          ${ground && sql`from (select 1 from ${oidcRecord} where ${ground} limit 1 for key share) as ground`}
          on conflict (model, id_hash) do update set
            payload = excluded.payload, account_id = excluded.account_id, grant_id = excluded.grant_id,
            uid = excluded.uid, expires_at = excluded.expires_at
          returning 1`);
        if (rows.length === 0 && model !== 'Session')
          throw new (model === 'RefreshToken' ? errors.InvalidGrant : errors.LoginRequired)(ENDED);
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
        await deleteRecords(db, eq(oidcRecord.grantId, grantId));
      },
    };
  };
