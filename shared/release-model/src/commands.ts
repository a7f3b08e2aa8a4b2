/** Commands: the only way to change what is live. */
import { openTabsSchema } from '@site/contracts/composition';
import { paramsSchema } from '@site/contracts/params';
import { releaseNameSchema } from '@site/contracts/release';
import * as z from 'zod/mini';
import { EVERYBODY } from './cohort';
import { releaseRefSchema } from './release-id';

const names = z.array(releaseNameSchema).check(
  z.minLength(1),
  z.maxLength(50),
  z.refine((list) => new Set(list).size === list.length, 'each part is named once'),
);
const releases = z.record(releaseNameSchema, releaseRefSchema).check(
  z.refine((record) => Object.keys(record).length > 0, 'it names no release'),
  z.refine((record) => Object.keys(record).length <= 50, 'it names more than 50 releases'),
);
const message = z.string().check(z.trim(), z.minLength(1), z.maxLength(500));

export const commandSchema = z.discriminatedUnion('kind', [
  /** Makes releases stable. `fixes`: what they replace was bad, and is nothing to fall back to. */
  z.strictObject({ kind: z.literal('promote'), releases, fixes: z._default(z.boolean(), false) }),
  /**
   * Shows releases to a share of the visitors, the same ones for all of them; again with another share to raise it. What is named beside a
   * candidate joins its cohort, so that nobody is moved back.
   */
  z.strictObject({ kind: z.literal('canary'), releases, basisPoints: z.int().check(z.minimum(0), z.maximum(EVERYBODY)) }),
  /** Takes candidates back. */
  z.strictObject({ kind: z.literal('end-canary'), parts: names }),
  /**
   * Makes the parts of an earlier revision live again. Without `to`: of the newest one that differs and was not rolled back from. `again`: even
   * if somebody else has just done so.
   */
  z.strictObject({ kind: z.literal('rollback'), to: z.optional(z.int32().check(z.positive())), again: z._default(z.boolean(), false) }),
  /** Switches parts off, and on again. */
  z.strictObject({ kind: z.literal('disable'), parts: names, message }),
  z.strictObject({ kind: z.literal('enable'), parts: names }),
  /** Takes parts off the site. */
  z.strictObject({ kind: z.literal('retire'), parts: names }),
  /** Keeps a release from becoming live, or a fallback, any more. */
  z.strictObject({ kind: z.literal('yank'), release: z.object({ name: releaseNameSchema, ...releaseRefSchema.shape }) }),
  /** Takes that back. */
  z.strictObject({ kind: z.literal('restore'), release: z.object({ name: releaseNameSchema, ...releaseRefSchema.shape }) }),
  z.strictObject({ kind: z.literal('params'), params: paramsSchema }),
  z.strictObject({ kind: z.literal('policy'), policy: z.object({ openTabs: openTabsSchema }) }),
  /** After a registry was restored from a backup: running edges follow it again. */
  z.strictObject({ kind: z.literal('epoch') }),
]);

export type Command = z.infer<typeof commandSchema>;
export type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>;

/** The parts that a command names, sorted. A rollback names none: which ones it changes is seen when it is decided. */
export function partsOf(command: Command): string[] {
  if ('releases' in command) return Object.keys(command.releases).sort();
  if ('release' in command) return [command.release.name];
  return 'parts' in command ? [...command.parts].sort() : [];
}
