/** Client of the registry's HTTP interface. */
import { collectionCalls } from './client/collection-calls';
import { edgeCalls } from './client/edge-calls';
import { environmentCalls } from './client/environment-calls';
import { peopleCalls } from './client/people-calls';
import { planCalls } from './client/plan-calls';
import { proposalCalls } from './client/proposal-calls';
import { rehearsalCalls } from './client/rehearsal-calls';
import { releaseCalls } from './client/release-calls';
import { revisionCalls } from './client/revision-calls';
import { tokenCalls } from './client/token-calls';
import { createTransport, type Token } from './client/transport';
import { webhookCalls } from './client/webhook-calls';

export interface RegistryOptions {
  /** Address of the registry, such as `http://localhost:8080/registry`. The bare address of a site will do. */
  registry: string;
  /** Needed for whatever is not live. */
  token?: Token | undefined;
  environment?: string;
}

export type RegistryClient = ReturnType<typeof createRegistryClient>;

/** Every call throws a `Failure` when it is refused or the registry cannot be reached. */
export function createRegistryClient({ registry, token, environment = 'production' }: RegistryOptions) {
  const transport = createTransport(registry, token);
  const inEnvironment = { ...transport, environment, here: `/environments/${environment}` };
  return {
    ...releaseCalls(transport),
    ...revisionCalls(inEnvironment),
    ...edgeCalls(inEnvironment),
    ...environmentCalls(inEnvironment),
    ...planCalls(inEnvironment),
    ...proposalCalls(inEnvironment),
    ...rehearsalCalls(inEnvironment),
    ...tokenCalls(transport),
    ...peopleCalls(transport),
    ...webhookCalls(transport),
    ...collectionCalls(transport),
  };
}
