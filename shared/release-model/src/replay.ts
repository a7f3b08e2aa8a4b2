/** Replay: what a revision composed, shown again to whoever has its link. */
import * as z from 'zod/mini';
import { hashSchema } from './release-id';
import { type Part, type Target, targetHash, targetSchema } from './target';

export const replaySchema = z.object({
  schema: z.literal(2),
  environment: z.string(),
  /** Tells it from others, in logs and in the audit. */
  id: z.string().check(z.minLength(1), z.maxLength(100)),
  /** The registry has its target. The hash says which one that is, so nothing else about the target has to be believed. */
  revision: z.object({ number: z.int().check(z.positive()), hash: hashSchema, createdAt: z.iso.datetime() }),
  /** Whether the candidates of the revision are shown, all of them, or what was stable. */
  candidates: z.boolean(),
  /** ISO 8601 time. */
  expiresAt: z.iso.datetime(),
  createdBy: z.string(),
});

export type Replay = z.infer<typeof replaySchema>;

/** Whether a target that somebody gave is the one that a replay names. */
export const isNamedBy = ({ revision }: Replay, value: unknown): value is Target =>
  targetSchema.safeParse(value).success && targetHash(value as Target) === revision.hash;

/**
 * The target as whoever opens the replay gets it: its releases, parameters, policy and switched-off parts. Nothing falls back, so that what
 * does not load is seen.
 */
export function replayed(target: Target, { candidates }: Pick<Replay, 'candidates'>): Target {
  const shown = Object.entries(target.parts).map(([name, { stable, candidate, disabled }]): [string, Part] => {
    const release = candidates && candidate ? candidate.release : stable;
    return [name, { stable: release, candidate: null, fallback: null, disabled }];
  });
  return { ...target, parts: Object.fromEntries(shown) };
}
