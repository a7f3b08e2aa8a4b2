/** What every route file works with. */
import type { Database } from '@site/platform/database';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import type { Logger } from '@site/platform/logging';
import type { RateLimiter } from '@site/platform/rate-limit';
import type { Storage } from '@site/platform/storage';
import type { FastifyBaseLogger, FastifyInstance, RawReplyDefaultExpression, RawRequestDefaultExpression, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { BotCheck } from './bot-check/bot-check';
import type { ApiConfig } from './config';

/** Fastify, typed by the zod schemas of its routes. */
export type ApiServer = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

export interface ApiServices {
  database: Database;
  storage: Storage;
  identityAdmin: IdentityAdmin;
  botCheck: BotCheck;
  config: ApiConfig;
  logger: Logger;
  /** Path of the API on the site, such as `/api`. */
  basePath: string;
  limits: ApiLimits;
  /** Looks for sign-ups that wait for their account. Called when one was stored. */
  wakeSignups: () => void;
  /** Looks for mails to peer groups that are to be queued for their members. Called when one was stored. */
  wakeGroupMails: () => void;
  /** Removes the files of a picture. */
  deletePhoto: (key: string) => Promise<void>;
}

/** Who may do how much. */
export interface ApiLimits {
  forms: RateLimiter;
  recipients: RateLimiter;
  challenges: RateLimiter;
  photos: RateLimiter;
  demos: RateLimiter;
  passwords: RateLimiter;
}
