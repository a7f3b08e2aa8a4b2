/** What the sign-up form says of what was sent. */
import type { Notification } from '@site/ui';
import { telling, type Told } from '@site/ui/form';
import type { SignupProblems } from './signup-rules';

/** What the server had to say that belongs to no field. */
export interface Outcome extends Pick<Notification, 'message'> {
  kind: 'success' | 'warning';
  /** Whether a message says it too, which screen readers have read out. */
  isAnnounced: boolean;
}

interface ToldOfSignup extends Told {
  /** By the server, until the field is changed. */
  refused: SignupProblems;
  refusal: { fieldId: string } | null;
  outcome: Outcome | null;
}

export const NOTHING_TOLD: ToldOfSignup = { validated: false, refused: {}, refusal: null, outcome: null };

export const { tell, useTold } = telling(NOTHING_TOLD);
