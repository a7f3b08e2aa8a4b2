/** Sign-up: `POST /signup`. */
import * as z from 'zod/mini';
import { formAnswerSchema, formRefusalSchema, MUST_AGREE } from './form';
import { botTokenSchema, codeSchema, emailSchema, lineSchema, phoneSchema } from './text';

/** Version of the privacy policy and of the terms that a sign-up accepts: the date of their last update. */
export const LEGAL_VERSION = '11/5/2025';

export const signupFields = ['Name', 'Email', 'Phone', 'Location', 'Code', 'Privacy', 'Terms'] as const;

const accepted = z.boolean(MUST_AGREE).check(z.refine((value) => value, MUST_AGREE));

export const signupRequestSchema = z.object({
  full_name: lineSchema('Enter your full name'),
  email: emailSchema,
  phone: phoneSchema,
  /** City and state. */
  location: lineSchema('Enter your city and state'),
  has_accepted_privacy: accepted,
  has_accepted_terms: accepted,
  /** Peer group access code. */
  code: codeSchema,
  recaptchaToken: botTokenSchema,
});

export const signupAnswerSchema = formAnswerSchema(signupFields);
export const signupRefusalSchema = formRefusalSchema(signupFields);

export type SignupField = (typeof signupFields)[number];
export type SignupRequest = z.infer<typeof signupRequestSchema>;
export type SignupAnswer = z.infer<typeof signupAnswerSchema>;
