/** What the sign-up form says of what was sent. Whoever leaves the page meanwhile and comes back is told it by another form than the one that sent. */
import { useEffect, useState } from 'react';
import type { Notification } from '@site/ui';
import type { SignupProblems } from './signup-rules';

/** What the server had to say that belongs to no field. */
export interface Outcome extends Pick<Notification, 'message'> {
  kind: 'success' | 'warning';
  /** Whether a message says it too, which screen readers have read out. */
  isAnnounced: boolean;
}

interface Told {
  /** Once validated, what is still wrong is shown, and disappears as it is corrected. */
  validated: boolean;
  /** By the server, until the field is changed. */
  refused: SignupProblems;
  refusal: { fieldId: string } | null;
  outcome: Outcome | null;
}

export const NOTHING_TOLD: Told = { validated: false, refused: {}, refusal: null, outcome: null };

/** Corrections for which no form was there. */
let untold: Told | null = null;
const keep = (told: Told) => void (untold = told.validated ? told : null);
let hear: (told: Told) => void = keep;

/** Tells the form that is there, or the next one that has something to correct. */
export const tell = (told: Told) => hear(told);

/** What was told to this form. */
export function useTold() {
  const state = useState(NOTHING_TOLD);
  const [, setTold] = state;
  useEffect(() => {
    hear = setTold;
    if (untold) tell(untold);
    untold = null;
    return () => void (hear = keep);
  }, [setTold]);
  return state;
}
