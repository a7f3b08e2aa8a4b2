import { z } from 'zod';

export const environmentParams = z.object({ environment: z.string() });

export const reasonSchema = z.string().trim().min(1).max(500);

export const environmentSchema = z.object({
  name: z.string(),
  /** Epoch and number of the live revision; 1 and 0 before the first. */
  epoch: z.int(),
  revision: z.int(),
  /** Set while only rollbacks, ending canaries, switching off and parameters are allowed. */
  lock: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Keys that sign targets here now. */
  publicKeys: z.array(z.object({ id: z.string(), pem: z.string() })),
});
