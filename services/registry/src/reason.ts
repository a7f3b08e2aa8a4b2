/** Why somebody does something: the audit keeps it. */
import { z } from 'zod';

/** One line: ends of lines become spaces, and control characters, which terminals obey, are refused. */
export const reasonSchema = z
  .string()
  .overwrite((text) => text.replace(/\s+/g, ' ').trim())
  .min(1)
  .max(500)
  .regex(/^\P{Cc}*$/u, 'Remove the characters that cannot be shown');

/** Of calls that have no body. */
export const reasonQuery = z.object({ reason: reasonSchema.optional() });
