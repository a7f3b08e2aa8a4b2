/** Why somebody does something: the audit keeps it. */
import { z } from 'zod';
import { lineSchema } from './line';

export const reasonSchema = lineSchema('Say why, in up to 500 characters', 500);

/** Of calls that have no body. */
export const reasonQuery = z.object({ reason: reasonSchema.optional() });
