/** Calls about environments, their rules and locks. */
import {
  environmentSchema,
  listedEnvironmentSchema,
  type VersionedRules,
  versionedRulesSchema,
} from '@site/release-model/registry-answers';
import * as z from 'zod/mini';
import { because, type EnvironmentTransport } from './transport';

export const environmentCalls = ({ call, send, inJson, here }: EnvironmentTransport) => ({
  environment: () => call(environmentSchema, here),
  /** All that there are, by name. */
  environments: async () => (await call(z.object({ environments: z.array(listedEnvironmentSchema) }), '/environments')).environments,
  /** `copies`: the environment whose stable releases it begins with. */
  createEnvironment: (request: { name: string; copies?: string | undefined; reason?: string | undefined }) =>
    call(listedEnvironmentSchema, '/environments', inJson('POST', request)),
  removeEnvironment: (name: string, reason?: string) =>
    send(`/environments/${encodeURIComponent(name)}${because(reason)}`, { method: 'DELETE' }),
  rules: () => call(versionedRulesSchema, `${here}/rules`),
  /** @param replaced With the version of the rules that they replace. */
  setRules: (replaced: VersionedRules, reason?: string) =>
    call(versionedRulesSchema, `${here}/rules`, inJson('PUT', { ...replaced, reason })),
  lock: (reason: string) => call(environmentSchema, `${here}/lock`, inJson('POST', { reason })),
  unlock: (reason?: string) => call(environmentSchema, `${here}/lock${because(reason)}`, { method: 'DELETE' }),
});
