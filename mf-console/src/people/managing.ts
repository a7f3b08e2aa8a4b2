/** What a person may give to others, as the registry decides it: nobody gives away, or takes, more than they manage. */
import type { Grant, Whoami } from '@site/release-model/registry-answers';
import { covers, EVERY } from '../display/names';

type Scope = Pick<Grant, 'parts' | 'environments'>;

const managedParts = (grants: readonly Grant[]): string[] => grants.flatMap(({ parts }) => parts);

/** Says what of it the person does not manage: `mf-auth in staging`. Null if they manage all of it. */
export function notManaged({ grants }: Pick<Whoami, 'grants'>, { parts, environments }: Scope): string | null {
  const admin = grants.filter(({ role, state }) => role === 'admin' && state === 'valid');
  for (const environment of environments) {
    const there = managedParts(admin.filter((grant) => covers(grant.environments, environment)));
    const outside = parts.find((part) => !covers(there, part));
    if (outside !== undefined) return `${named(outside, 'every part')} in ${named(environment, 'every environment')}`;
  }
  return null;
}

const named = (name: string, every: string): string => (name === EVERY ? every : name);
