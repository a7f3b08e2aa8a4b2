import { rulesSchema } from '@site/release-model/rules';
import { z } from 'zod';

export const environmentParams = z.object({ environment: z.string() });

export const environmentNameSchema = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/, 'An environment is named with a small letter and up to 39 small letters, digits and dashes');

export const environmentSchema = z.object({
  name: z.string(),
  /** Epoch and number of the live revision; 1 and 0 before the first. */
  epoch: z.int(),
  revision: z.int(),
  /** Set while only rollbacks, ending canaries, switching off and parameters are allowed. */
  lock: z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Keys that sign targets here now. */
  publicKeys: z.array(z.object({ id: z.string(), pem: z.string() })),
});

export const versionedRulesSchema = z.object({ version: z.int(), rules: rulesSchema });

export const listedEnvironmentSchema = environmentSchema.omit({ publicKeys: true }).extend({ rules: versionedRulesSchema });
