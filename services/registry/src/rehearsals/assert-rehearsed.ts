import type { Db } from '@site/platform/database';
import type { Command } from '@site/release-model/commands';
import { besideKey, type NamedRehearsal, releasesKey, showsNewReleases } from '@site/release-model/rehearsal';
import type { Rules } from '@site/release-model/rules';
import type { Parts } from '@site/release-model/target';
import { registryError } from '../errors';
import { findNewestOf } from './rehearsal.repository';

/** The newest rehearsal of exactly the releases of a command; null if there is none, or the command names none. */
export async function rehearsalFor(db: Db, environment: string, command: Command, parts: Parts): Promise<NamedRehearsal | null> {
  if (!('releases' in command)) return null;
  const { releases } = command;
  const newest = await findNewestOf(db, environment, releasesKey(releases));
  return newest && { id: newest.id, verdict: newest.verdict, isOutdated: newest.besideKey !== besideKey(parts, releases) };
}

interface Attempt {
  environment: string;
  command: Command;
  /** Whether the caller may do without, and does. */
  isForced: boolean;
}

/**
 * Holds a command against the rule about rehearsals.
 * @param parts What is live.
 * @returns Whether it is carried out without one that the rule asks for.
 * @throws AppError `rehearsal-needed`
 */
export function assertRehearsed(rules: Rules, rehearsal: NamedRehearsal | null, parts: Parts, attempt: Attempt): boolean {
  if (rules.rehearsal !== 'required' || !showsNewReleases(attempt.command, parts)) return false;
  const lacking = lack(rehearsal);
  if (lacking === null || attempt.isForced) return lacking !== null;
  throw registryError('rehearsal-needed', {
    message: `In ${attempt.environment} releases become live after a rehearsal that has passed: ${lacking}`,
    details: { rehearsal },
  });
}

function lack(rehearsal: NamedRehearsal | null): string | null {
  if (rehearsal === null) return 'there is none of exactly these releases.';
  if (rehearsal.verdict === 'failed') return `rehearsal ${rehearsal.id} has failed.`;
  if (rehearsal.verdict === 'not-run') return `rehearsal ${rehearsal.id} was not run.`;
  return rehearsal.isOutdated ? `rehearsal ${rehearsal.id} was beside other releases than those that are live now.` : null;
}
