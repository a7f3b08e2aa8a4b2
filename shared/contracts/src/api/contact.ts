/** Contact message: `POST /contact`. */
import * as z from 'zod/mini';
import { formAnswerSchema, formRefusalSchema } from './form';
import { botTokenSchema, emailSchema, lineSchema, paragraphsSchema, phoneSchema } from './text';

/** What a message can be about. The key is the lead of `/intro/{lead}`, the label is sent as `goal`. */
export const INTERESTS = [
  { key: 'elevate', label: 'how does this program work?' },
  { key: 'produce', label: 'pitch a product idea' },
  { key: 'sponsor', label: 'other' },
  { key: 'ata-flip', label: 'flip a SaaS business' },
  { key: 'ata-saas', label: 'SaaS acquisition' },
  { key: 'ata-alt', label: 'alternative lab, second tech option' },
  { key: 'blueprints-1', label: 'Startup blueprint' },
  { key: 'blueprints-2', label: 'Startup blueprint+' },
  { key: 'blueprints-3', label: 'Startup blueprint premium+' },
  { key: 'general', label: 'general question' },
] as const;

export const INTEREST_PLACEHOLDER = 'Please, select one';

export const contactFields = ['Name', 'Email', 'Phone', 'Message'] as const;

export const contactRequestSchema = z.object({
  goal: z.enum(
    INTERESTS.map((interest) => interest.label),
    'Select what your message is about',
  ),
  name: lineSchema('Enter your full name'),
  email: emailSchema,
  phone: phoneSchema,
  message: paragraphsSchema('Enter your question', 5000),
  recaptchaToken: botTokenSchema,
});

export const contactAnswerSchema = formAnswerSchema(contactFields);
export const contactRefusalSchema = formRefusalSchema(contactFields);

export type ContactField = (typeof contactFields)[number];
export type ContactRequest = z.infer<typeof contactRequestSchema>;
export type ContactAnswer = z.infer<typeof contactAnswerSchema>;
