import { parseOrNull } from '@site/release-model/canonical-json';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';

const schema = z.object({ environment: z.string(), number: z.number() });

/**
 * The revision of a notification on `REVISION_CHANNEL`; null where some may have been lost. Whoever has the database can send anything: what cannot
 * be read tells at most that there is something to ask for.
 */
export function announcedRevision(payload: string | null, logger: Pick<FastifyBaseLogger, 'warn'>): z.infer<typeof schema> | null {
  if (payload === null) return null;
  const { success, data } = schema.safeParse(parseOrNull(payload));
  if (!success) logger.warn('a notification of a revision cannot be read');
  return data ?? null;
}
