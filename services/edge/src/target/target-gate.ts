/** What lets a target in: only one that a trusted key has signed for this environment, and that is newer than the newest seen. */
import { type Envelope, envelopeSchema, openTarget, UntrustedError } from '@site/release-model/envelope';
import { type Position, succession, type Target } from '@site/release-model/target';
import type { KeyRing } from './key-ring';

export interface TargetGateOptions {
  environment: string;
  keys: KeyRing;
}

export interface Admitted {
  target: Target;
  envelope: Envelope;
}

export class TargetGate {
  constructor(private readonly options: TargetGateOptions) {}

  /** @throws Error with a sentence when the target is not to be trusted, or the keys cannot be read. */
  async open(value: unknown): Promise<Admitted> {
    const envelope = envelopeSchema.safeParse(value);
    if (!envelope.success) throw new UntrustedError('The target is not in an envelope.');
    const keys = await this.options.keys.for(envelope.data);
    return { envelope: envelope.data, target: openTarget(envelope.data, keys, this.options.environment) };
  }
}

/** @returns Why an offered target does not follow the newest one, as a sentence; null if it does, or is the same. */
export function whyRefused(newest: Position, offered: Target): string | null {
  switch (succession(newest, offered)) {
    case 'older':
      return `Target ${described(offered)} is older than ${described(newest)} and is refused.`;
    case 'forked':
      return `Target ${described(offered)} is of another history than ${described(newest)} and is refused.`;
    default:
      return null;
  }
}

const described = ({ epoch, number }: Pick<Position, 'epoch' | 'number'>) => (epoch === 1 ? `${number}` : `${number} of epoch ${epoch}`);
