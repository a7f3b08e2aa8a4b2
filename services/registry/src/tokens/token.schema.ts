import { tokenSchema as answered } from '@site/release-model/registry-answers';
import { z } from 'zod';
import { environmentsSchema, partsSchema } from '../people/grant.schema';
import { EVERYTHING } from '../people/scope';
import { reasonSchema } from '../reason';
import { VERBS } from '../tables';
import type { Token } from './token.repository';

/** Programs that stand in the history under these names. */
const PROGRAMS = ['registry', 'operator', 'params-file'];

export const tokenNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,39}$/i, 'A name has up to 40 letters, digits, dots and dashes, with a letter or digit first')
  .refine((name) => !PROGRAMS.includes(name.toLowerCase()), 'A program has this name');

export const tokenRequestSchema = z
  .object({
    name: tokenNameSchema,
    verbs: z.array(z.enum(VERBS)).min(1),
    parts: partsSchema,
    /** Default: those of the token that makes it. */
    environments: environmentsSchema.optional(),
    expiresInDays: z.int().min(1).max(366).default(90),
    reason: reasonSchema.nullish(),
  })
  .refine(({ verbs, parts }) => !verbs.includes('serve') || parts.includes(EVERYTHING), {
    path: ['parts'],
    message: 'An edge serves every part',
  });

export const tokenSchema = z.object({ ...answered.shape, id: z.uuid(), verbs: z.array(z.enum(VERBS)) });

export const tokenInJson = ({ subject: _, createdAt, expiresAt, revokedAt, ...token }: Token): z.input<typeof tokenSchema> => ({
  ...token,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});
