/** Limits how often one caller may do one thing. Shared by all replicas through PostgreSQL; in memory beside the embedded database. */
import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from './database';
import { platformError } from './errors';

export interface RateLimitOptions {
  /** What is limited; part of the key. */
  name: string;
  /** How many times within the window. */
  points: number;
  windowSeconds: number;
}

export interface RateLimiter {
  /**
   * Counts one use by `caller`: a network (`networkOf`), an account or an e-mail address. It is stored as a hash only.
   * @returns How many more there may be within the window.
   * @throws AppError `too-many-requests` with `Retry-After`.
   */
  consume(caller: string): Promise<number>;
  /** Takes back one use that {@link RateLimiter.consume} has counted. */
  giveBack(caller: string): Promise<void>;
  /** Forgets the uses of `caller`, after a success for example. */
  reset(caller: string): Promise<void>;
}

/** Needs {@link migratePlatform}. */
export function createRateLimiter(database: Database, { name, points, windowSeconds }: RateLimitOptions): RateLimiter {
  const limit = { keyPrefix: name, points, duration: windowSeconds };
  const memory = new RateLimiterMemory(limit);
  const limiter =
    database.dialect === 'pglite' ? memory : new RateLimiterPostgres({ ...limit, ...sharedStore(database), insuranceLimiter: memory });

  return {
    async consume(caller) {
      try {
        const { remainingPoints } = await limiter.consume(hash(caller));
        return remainingPoints;
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
        throw platformError('too-many-requests', {
          headers: { 'retry-after': String(retryAfter) },
          details: { retryAfterSeconds: retryAfter },
        });
      }
    },
    giveBack: async (caller) => void (await limiter.reward(hash(caller))),
    reset: async (caller) => void (await limiter.delete(hash(caller))),
  };
}

const sharedStore = (database: Database) => ({
  storeClient: { query: ({ text, values }: { text: string; values: unknown[] }) => database.query(text, values) },
  storeType: 'client',
  schemaName: 'platform',
  tableName: 'rate_limits',
  tableCreated: true,
  // Housekeeping does that.
  clearExpiredByTimeout: false,
});

const hash = (caller: string) => createHash('sha256').update(caller).digest('base64url');
