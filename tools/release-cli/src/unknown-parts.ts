/** Parts that are named before anything of them was published: often on purpose, at times by mistake. */
import { asUnavailable, Failure } from './failure';
import type { RegistryClient } from './registry-client';
import { sayAside } from './terminal';

/** Says of which of the parts nothing was published yet, and of which something was. Silent where the registry is away. */
export async function noteUnknownParts(client: RegistryClient, parts: readonly string[]): Promise<void> {
  const named = parts.filter((part) => part !== '*');
  if (named.length === 0) return;
  const remotes = await client.remotes().catch(asUnavailable);
  if (remotes instanceof Failure) return;
  const known = remotes.map(({ name }) => name).sort();
  for (const part of named.filter((one) => !known.includes(one)))
    sayAside(`No part is named ${part} yet.${known.length > 0 ? ` These there are: ${known.join(', ')}.` : ''}`);
}
