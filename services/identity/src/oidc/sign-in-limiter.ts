import { createRateLimiter, type RateLimiter } from '@site/platform/rate-limit';
import type { IdentityContext } from '../identity-context';

/** Sign-ins and sign-outs that may begin for each form that may be sent. */
const BEGUN_PER_POST = 4;

/** By network: what begins leaves a record for a quarter of an hour or longer, and anybody can begin. */
export const createSignInLimiter = ({ config, database }: IdentityContext): RateLimiter =>
  createRateLimiter(database, { name: 'identity-sign-ins', points: config.formPostsPerMinute * BEGUN_PER_POST, windowSeconds: 60 });
