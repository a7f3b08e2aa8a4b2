/**
 * Prospects: releases that may become live next, so that edges can read them and render their pages before anybody decides; and beside them what
 * was live before, of which browsers still have files. They are hints: nothing is served because of them, and one that is missing or out of
 * date costs time and nothing else.
 */
import type { KeyObject } from 'node:crypto';
import { releaseNameSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { promoted } from './decide';
import { type ContentType, type Envelope, openContents, signContents, type TrustedKeys } from './envelope';
import { type ReleaseRef, releaseRefSchema } from './release-id';
import { liveIds, type Parts, type Target } from './target';

/** Most that are named at a time, and most releases of one: a command promotes no more than 50, and a rollback brings back what many did. */
export const MOST_PROSPECTS = 16;
export const MOST_TOGETHER = 1_000;
/** Most releases that are named as replaced. */
export const MOST_REPLACED = 64;

/** Releases that would become live together, by the names of their parts. */
const prospectSchema = z
  .record(releaseNameSchema, releaseRefSchema)
  .check(z.refine((parts) => Object.keys(parts).length > 0 && Object.keys(parts).length <= MOST_TOGETHER));

const namedReleaseSchema = z.object({ name: releaseNameSchema, ...releaseRefSchema.shape });

const prospectsSchema = z.object({
  schema: z.literal(1),
  environment: z.string(),
  /** The likeliest first. */
  prospects: z.array(prospectSchema).check(z.maxLength(MOST_PROSPECTS)),
  /** What was stable or a candidate in the last 30 days and is neither now, the latest first. A registry of before does not say. */
  replaced: z.optional(z.array(namedReleaseSchema).check(z.maxLength(MOST_REPLACED))),
});

export type Replaced = z.infer<typeof namedReleaseSchema>;
export type Prospect = Record<string, ReleaseRef>;
export type Prospects = z.infer<typeof prospectsSchema>;

const PROSPECTS: ContentType<Prospects> = {
  payloadType: 'application/vnd.site.prospects+json',
  name: 'statement of prospects',
  schema: prospectsSchema,
};

export const signProspects = (prospects: Prospects, key: KeyObject): Envelope => signContents(PROSPECTS, prospects, [key]);

/** @throws UntrustedError if a trusted key has not signed it as prospects of this environment. */
export const openProspects = (value: unknown, keys: TrustedKeys, environment: string): Prospects =>
  openContents(PROSPECTS, value, keys, environment);

/** What `next` shows to visitors, for everybody or as a candidate, and `live` does not. */
export function prospectOf(live: Parts, next: Parts): Prospect {
  const known = liveIds(live);
  const added = Object.entries(next).flatMap(([name, { stable, candidate }]) => {
    const release = [stable, candidate?.release].find((one) => one && !known.has(one.id));
    return release ? [[name, release] as const] : [];
  });
  return Object.fromEntries(added);
}

/** The target as it would be with the releases live for everybody. */
export const withProspect = (target: Target, prospect: Prospect): Target => ({ ...target, parts: promoted(target.parts, prospect) });
