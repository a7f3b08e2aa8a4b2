/** Texts of people that stand in one line, and are read in terminals too. */
import { z } from 'zod';

export const UNREADABLE = 'Remove the characters that cannot be shown';

/**
 * Ends of lines become spaces, and control characters, which terminals obey, are refused.
 * @param sentence For a text that is none, or too long.
 */
export const lineSchema = (sentence: string, longest: number) =>
  z
    .string()
    .overwrite((text) => text.replace(/\s+/g, ' ').trim())
    .min(1, sentence)
    .max(longest, sentence)
    .regex(/^\P{Cc}*$/u, UNREADABLE);
