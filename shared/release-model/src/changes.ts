/** What is different between two targets, for people to read. */
import * as z from 'zod/mini';
import { canonicalJson } from './canonical-json';
import type { Part, Parts, Target } from './target';

export const changeSchema = z.object({
  /** The shell, a remote, `params` or `policy`. */
  name: z.string(),
  /** `stable`, `candidate`, `disabled` or `yanked` of a part; a field of the parameters or of the policy. */
  field: z.string(),
  /** Versions (`1.0.1`, `1.0.1 at 5%`), or what visitors read; null for none. Parameters and policy as JSON. */
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
});

export type Change = z.infer<typeof changeSchema>;

type Compared = Pick<Target, 'params' | 'policy' | 'parts'>;

/**
 * Parts by name, then parameters and policy, which the first target does not change. What a part falls back to follows from the rest, and is
 * not listed.
 */
export function changesBetween(before: Compared | null, after: Compared): Change[] {
  const parts = partChanges(before?.parts ?? {}, after.parts);
  if (!before) return parts;
  const params = differences('params', inJson(before.params), inJson(after.params));
  return [...parts, ...params, ...differences('policy', inJson(before.policy), inJson(after.policy))];
}

export function partChanges(before: Parts, after: Parts): Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differences(name, described(before[name]), described(after[name])));
}

function described(part: Part | undefined): Record<string, string> {
  if (!part) return {};
  const { stable, candidate, disabled } = part;
  return {
    stable: stable.version,
    ...(candidate && { candidate: `${candidate.release.version} at ${percent(candidate.basisPoints)}` }),
    ...(disabled && { disabled: disabled.message }),
  };
}

/** `12.5%` of 1,250 basis points. */
export const percent = (basisPoints: number): string => `${basisPoints / 100}%`;

const inJson = (fields: object): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([key, value]) => (value === undefined ? [] : [[key, canonicalJson(value)]])));

function differences(name: string, before: Record<string, string>, after: Record<string, string>): Change[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ name, field, from: before[field] ?? null, to: after[field] ?? null }))
    .filter(({ from, to }) => from !== to);
}
