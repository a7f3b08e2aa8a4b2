/**
 * Target: all that an edge needs to know of one environment, and nothing else. A registry appends one with every revision and signs it; an
 * edge serves no other.
 */
import { openTabsSchema } from '@site/contracts/composition';
import { paramsSchema } from '@site/contracts/params';
import { releaseNameSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { canonicalJson } from './canonical-json';
import { EVERYBODY } from './cohort';
import { memoize } from './memoize';
import { hashSchema, type ReleaseRef, releaseRefSchema } from './release-id';
import { sha256 } from './sha256';

export const candidateSchema = z.object({
  release: releaseRefSchema,
  /** Share of visitors in basis points: 10,000 are all. */
  basisPoints: z.int().check(z.minimum(0), z.maximum(EVERYBODY)),
  /** Candidates of one cohort are shown to the same visitors. */
  cohort: z.string().check(z.minLength(1), z.maxLength(100)),
});

export const partSchema = z.object({
  stable: releaseRefSchema,
  /** Shown to a share of the visitors in place of the stable release. */
  candidate: z.nullable(candidateSchema),
  /** What takes over in a browser where the release does not load. */
  fallback: z.nullable(releaseRefSchema),
  /** Set while the part is switched off: what visitors read in its place. */
  disabled: z.nullable(z.object({ message: z.string() })),
});

export const targetSchema = z.object({
  schema: z.literal(1),
  environment: z.string(),
  /** Rises when an operator restores a registry from a backup: numbers count within an epoch. */
  epoch: z.int().check(z.positive()),
  /** Number of the revision, from 1. */
  number: z.int().check(z.positive()),
  /** Hash of the target before, null for the first of an epoch. */
  previousHash: z.nullable(hashSchema),
  params: paramsSchema,
  policy: z.object({ openTabs: openTabsSchema }),
  /** The shell and each remote, by name. */
  parts: z.record(releaseNameSchema, partSchema),
});

export type Candidate = z.infer<typeof candidateSchema>;
export type Part = z.infer<typeof partSchema>;
export type Parts = Record<string, Part>;
export type Target = z.infer<typeof targetSchema>;
export type Policy = Target['policy'];

export const DEFAULT_POLICY: Policy = { openTabs: 'next-load' };

const texts = new WeakMap<Target, string>();

/** The text that is signed, and hashed: that of its envelope, for a target that came in one. Nobody changes a target that is made. */
export function targetText(target: Target): string {
  const text = texts.get(target) ?? canonicalJson(target);
  texts.set(target, text);
  return text;
}

/** @param text That the target was read from. */
export const rememberText = (target: Target, text: string): void => void texts.set(target, text);

export const targetHash = memoize((target: Target): string => sha256(targetText(target)));

/** Where an edge is in the sequence of targets. */
export interface Position {
  epoch: number;
  number: number;
  hash: string;
}

export const positionOf = (target: Target): Position => ({ epoch: target.epoch, number: target.number, hash: targetHash(target) });

export type Succession = 'newer' | 'same' | 'older' | 'forked';

/**
 * What a target is to an edge that serves another one. `forked`: of another history than what is served, which nobody but a registry that
 * was restored without a new epoch makes. It is seen at the same number and at the next one; a target further ahead counts as newer.
 */
export function succession(served: Position, offered: Target): Succession {
  if (offered.epoch !== served.epoch) return offered.epoch > served.epoch ? 'newer' : 'older';
  if (offered.number < served.number) return 'older';
  if (offered.number === served.number) return targetHash(offered) === served.hash ? 'same' : 'forked';
  return offered.number === served.number + 1 && offered.previousHash !== served.hash ? 'forked' : 'newer';
}

/** The stable release and the candidate: what some visitor gets of a part. None of a part that is not there. */
export const liveReleases = (part: Part | undefined): ReleaseRef[] =>
  part ? [part.stable, ...(part.candidate ? [part.candidate.release] : [])] : [];

/** Ids of the releases that some visitor gets. */
export const liveIds = (parts: Parts): Set<string> =>
  new Set(Object.values(parts).flatMap((part) => liveReleases(part).map(({ id }) => id)));

/** All releases that a target names, each once. */
export function releasesOf(parts: Parts): { name: string; version: string; id: string }[] {
  const named = Object.entries(parts).flatMap(([name, { stable, candidate, fallback }]) =>
    [stable, candidate?.release, fallback].flatMap((ref) => (ref ? [{ name, ...ref }] : [])),
  );
  return [...new Map(named.map((release) => [release.id, release])).values()];
}
