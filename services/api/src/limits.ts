/** How much one caller may do. Counted by network and by recipient on public routes, by account on others. */
import type { Database } from '@site/platform/database';
import { createRateLimiter } from '@site/platform/rate-limit';
import type { ApiLimits } from './api-server';
import type { ApiConfig } from './config';

const HOUR = 3600;

export const createLimits = (database: Database, { FORM_LIMIT, RECIPIENT_LIMIT }: ApiConfig): ApiLimits => ({
  forms: createRateLimiter(database, { name: 'api-form', points: FORM_LIMIT, windowSeconds: HOUR }),
  recipients: createRateLimiter(database, { name: 'api-recipient', points: RECIPIENT_LIMIT, windowSeconds: HOUR }),
  // A page may fetch several challenges for one form: reloads, retries, expired ones.
  challenges: createRateLimiter(database, { name: 'api-challenge', points: FORM_LIMIT * 10, windowSeconds: HOUR }),
  photos: createRateLimiter(database, { name: 'api-photo', points: 30, windowSeconds: HOUR }),
  demos: createRateLimiter(database, { name: 'api-demo', points: 60, windowSeconds: HOUR }),
  passwords: createRateLimiter(database, { name: 'api-password', points: 5, windowSeconds: HOUR / 4 }),
});
