import { type ConnectionOptions, tokenFor, type Verb } from './context';
import { createRegistryClient, type RegistryClient } from './registry-client';

/** A client with the token for a verb. @throws Failure if there is none. */
export const clientFor = async (verb: Verb, options: ConnectionOptions): Promise<RegistryClient> =>
  createRegistryClient({ ...options, token: await tokenFor(verb, options) });
