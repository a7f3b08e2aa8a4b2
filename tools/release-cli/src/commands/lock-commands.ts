/** Keeps others from changing what is live. */
import type { Command } from 'commander';
import type { Environment } from '@site/release-model/registry-answers';
import { type CommonOptions, tokenFor } from '../context';
import { common, recorded } from '../options';
import { createRegistryClient } from '../registry-client';
import { say } from '../terminal';

export function register(program: Command): void {
  common(program.command('lock'))
    .description('keep everybody from promoting')
    .requiredOption('--reason <text>', 'why, for those who want to')
    .action(lockCommand);
  recorded(common(program.command('unlock')))
    .description('let them again')
    .action(unlockCommand);
}

export async function lockCommand(options: CommonOptions & { reason: string }): Promise<void> {
  show(await (await clientOf(options)).lock(options.reason), options);
}

export async function unlockCommand(options: CommonOptions & { reason?: string }): Promise<void> {
  show(await (await clientOf(options)).unlock(options.reason), options);
}

const clientOf = async (options: CommonOptions) => createRegistryClient({ ...options, token: await tokenFor('promote', options) });

function show(environment: Environment, { json }: CommonOptions): void {
  if (json) return say(JSON.stringify(environment));
  say(describeLock(environment) ?? `${environment.name} is not locked.`);
}

/** `production is locked by Grace: Launch day`; null while it is not. */
export const describeLock = ({ name, lock }: Environment): string | null =>
  lock &&
  `${name} is locked by ${lock.by}: ${lock.reason}${/[.!?]$/.test(lock.reason) ? '' : '.'} Only rollback, abort, disable and the parameters go on.`;
