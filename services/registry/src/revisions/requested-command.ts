/** Commands as people give them: releases by version. */
import { releaseNameSchema, semverSchema } from '@site/contracts/release';
import type { Db } from '@site/platform/database';
import { type Command, commandSchema } from '@site/release-model/commands';
import type { ReleaseRef } from '@site/release-model/release-id';
import * as z from 'zod/mini';
import { registryError } from '../errors';
import { lineSchema } from '../line';
import { findRefs, type NamedVersion } from '../releases/release.repository';

/** Releases by version, as people name them. */
export const requestedReleasesSchema = z.record(releaseNameSchema, semverSchema).check(
  z.refine((record) => Object.keys(record).length > 0, 'it names no release'),
  z.refine((record) => Object.keys(record).length <= 50, 'it names more than 50 releases'),
);
const release = z.object({ name: releaseNameSchema, version: semverSchema });

const [promote, canary, endCanary, rollback, disable, enable, retire, yank, restore, params, policy, epoch] = commandSchema.def.options;

export const requestedCommandSchema = z.discriminatedUnion('kind', [
  z.extend(promote, { releases: requestedReleasesSchema }),
  z.extend(canary, { releases: requestedReleasesSchema }),
  endCanary,
  rollback,
  z.extend(disable, { message: lineSchema('Say what visitors are to read, in up to 500 characters', 500) }),
  enable,
  retire,
  z.extend(yank, { release }),
  z.extend(restore, { release }),
  params,
  policy,
  epoch,
]);

export type RequestedCommand = z.infer<typeof requestedCommandSchema>;

/** The command with the ids of its releases. @throws AppError `release-not-found`, naming it. */
export async function resolveReleases(db: Db, command: RequestedCommand): Promise<Command> {
  if ('releases' in command) return { ...command, releases: await findReleases(db, command.releases) };
  if (!('release' in command)) return command;
  const [ref] = await findAll(db, [command.release]);
  return { ...command, release: { ...command.release, ...(ref as ReleaseRef) } };
}

/** @throws AppError `release-not-found`, naming it. */
export async function findReleases(db: Db, requested: z.infer<typeof requestedReleasesSchema>): Promise<Record<string, ReleaseRef>> {
  const named = Object.entries(requested).map(([name, version]) => ({ name, version }));
  const refs = await findAll(db, named);
  return Object.fromEntries(named.map(({ name }, index) => [name, refs[index] as ReleaseRef]));
}

async function findAll(db: Db, wanted: NamedVersion[]): Promise<ReleaseRef[]> {
  const found = await findRefs(db, wanted);
  return wanted.map(({ name, version }) => {
    const ref = found.get(`${name}@${version}`);
    if (ref) return ref;
    throw registryError('release-not-found', { message: `${name}@${version} was not published.`, details: { name, version } });
  });
}
