/** Body of every refusal of every service. */
import * as z from 'zod/mini';

export const errorBodySchema = z.object({
  /** Stable code, documented in `docs/errors.md`. */
  code: z.string(),
  /** A sentence for people. */
  error: z.string(),
  /** Id of the request, to be quoted to support. */
  requestId: z.string(),
  /** Facts for programs; its shape depends on the code. */
  details: z.optional(z.record(z.string(), z.unknown())),
});

export type ErrorBody = z.infer<typeof errorBodySchema>;
