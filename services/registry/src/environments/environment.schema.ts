import { ENVIRONMENT_NAME, ENVIRONMENT_NAME_RULE } from '@site/release-model/environment-name';
import { environmentSchema } from '@site/release-model/registry-answers';
import { z } from 'zod';

export const environmentParams = z.object({ environment: z.string() });

export const environmentNameSchema = z.string().regex(ENVIRONMENT_NAME, ENVIRONMENT_NAME_RULE);

/** With the keys that sign targets here now. */
export const signingEnvironmentSchema = z.object({
  ...environmentSchema.shape,
  publicKeys: z.array(z.object({ id: z.string(), pem: z.string() })),
});
