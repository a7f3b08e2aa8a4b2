/** What the intro form says of what was sent. Whoever leaves the page meanwhile and comes back is told it by another form than the one that sent. */
import { useEffect, useState } from 'react';
import type { ContactProblems } from './contact-rules';

interface Told {
  /** Once validated, what is still wrong is shown, and disappears as it is corrected. */
  validated: boolean;
  /** By the server, until the field is changed. */
  refused: ContactProblems;
  refusal: { fieldId: string } | null;
  notices: readonly string[];
}

export const NOTHING_TOLD: Told = { validated: false, refused: {}, refusal: null, notices: [] };

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
