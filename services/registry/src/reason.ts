/** Why somebody does something: the audit keeps it. */
import { z } from 'zod';

export const reasonSchema = z.string().trim().min(1).max(500);

/** Of calls that have no body. */
export const reasonQuery = z.object({ reason: reasonSchema.optional() });
