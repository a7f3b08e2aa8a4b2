/** What the forms are answered: the same shape for success and refusal. */
import * as z from 'zod/mini';
import { errorBodySchema } from '../errors';

const messages = z.array(z.string());

/** Answer of a form with the given field names. A field's list is present when something is wrong with that field. */
export const formAnswerSchema = <const Field extends string>(fields: readonly Field[]) =>
  z.object({
    /** Sentences without a full stop, to be joined by '. '. */
    overall: messages,
    /** Present when the request was accepted but the person should know something about it. */
    notices: z.optional(messages),
    ...(Object.fromEntries(fields.map((field) => [field, z.optional(messages)])) as Record<Field, z.ZodMiniOptional<typeof messages>>),
  });

/** Refusal of a form as our services send it: the body of every refusal, and the form's answer. The forms themselves need the answer only. */
export const formRefusalSchema = <const Field extends string>(fields: readonly Field[]) =>
  z.extend(formAnswerSchema(fields), errorBodySchema.shape);

/** 'overall' of a refusal that is explained beside the fields. */
export const FIELDS_NEED_CORRECTION = 'Some fields need a correction';
export const MUST_AGREE = 'You must agree before submitting.';
