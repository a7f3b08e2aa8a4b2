/** How long what is written down by itself is kept. Whatever deletes by age reads it here; docs/runbooks/personal-data.md shows it to people. */
import { type SQL, sql } from 'drizzle-orm';

export const RETENTION_DAYS = {
  /** Answers that are repeated to a request that is repeated. */
  answers: 1,
  /** Mails that were sent or given up. */
  mails: 30,
  /** Counts of failed passwords and codes, since the last one. */
  failedAttempts: 1,
  /** What happened to accounts: sign-ins, failures, changes. */
  securityEvents: 180,
} as const;

/** The moment before which it is deleted. */
export const keptSince = (what: keyof typeof RETENTION_DAYS): SQL => sql`now() - make_interval(days => ${RETENTION_DAYS[what]}::int)`;
