/** Calls about environments, their rules and locks. */
import { rulesSchema } from '@site/release-model/rules';
import * as z from 'zod/mini';
import type { EnvironmentTransport } from './transport';

export const environmentSchema = z.object({
  name: z.string(),
  epoch: z.int(),
  /** Number of the live revision; 0 before the first. */
  revision: z.int(),
  lock: z.nullable(z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() })),
});

export const versionedRulesSchema = z.object({
  /** Counts their changes, from 0 for those that nobody has set. */
  version: z.int(),
  rules: rulesSchema,
});

export const listedEnvironmentSchema = z.object({ ...environmentSchema.shape, rules: versionedRulesSchema });

export type Environment = z.infer<typeof environmentSchema>;

export type VersionedRules = z.infer<typeof versionedRulesSchema>;

export const environmentCalls = ({ call, send, inJson, here }: EnvironmentTransport) => ({
  environment: () => call(environmentSchema, here),
  /** All that there are, by name. */
  environments: async () => (await call(z.object({ environments: z.array(listedEnvironmentSchema) }), '/environments')).environments,
  /** `copies`: the environment whose stable releases it begins with. */
  createEnvironment: (request: { name: string; copies?: string | undefined; reason?: string | undefined }) =>
    call(listedEnvironmentSchema, '/environments', inJson('POST', request)),
  removeEnvironment: (name: string) => send(`/environments/${encodeURIComponent(name)}`, { method: 'DELETE' }),
  rules: () => call(versionedRulesSchema, `${here}/rules`),
  /** @param replaced With the version of the rules that they replace. */
  setRules: (replaced: VersionedRules, reason?: string) =>
    call(versionedRulesSchema, `${here}/rules`, inJson('PUT', { ...replaced, reason })),
  lock: (reason: string) => call(environmentSchema, `${here}/lock`, inJson('POST', { reason })),
  unlock: () => call(environmentSchema, `${here}/lock`, { method: 'DELETE' }),
});
