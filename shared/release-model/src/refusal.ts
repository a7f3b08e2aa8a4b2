/** Why a command is not carried out. */
export const REFUSALS = [
  'nothing-changes',
  'nothing-to-roll-back',
  'just-rolled-back',
  'revision-not-found',
  'release-yanked',
  'release-collected',
  'release-live',
  'release-stable',
  'part-not-live',
  'candidate-not-live',
  'cohort-divided',
  'shell-missing',
  'path-owned-twice',
  'shared-module-unmet',
  'preview-too-long',
  'links-broken',
  'release-invalid',
  'contract-not-supported',
  'release-too-large',
  'team-mismatch',
  'path-outside-prefixes',
] as const;

export type RefusalCode = (typeof REFUSALS)[number];

/** The message is a sentence for people; the details are facts for programs. */
export class Refusal extends Error {
  override name = 'Refusal';
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly details?: Record<string, unknown>,
  ) {
    super(message);
  }
}
