import { environmentSchema } from '@site/release-model/registry-answers';
import { z } from 'zod';

export const environmentParams = z.object({ environment: z.string() });

export const environmentNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'An environment is named with a small letter and up to 39 small letters, digits and dashes');

/** With the keys that sign targets here now. */
export const signingEnvironmentSchema = z.object({
  ...environmentSchema.shape,
  publicKeys: z.array(z.object({ id: z.string(), pem: z.string() })),
});
