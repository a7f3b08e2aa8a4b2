/** What a form says of what was sent, beside what is typed in it. */
import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';

export interface Told {
  /** Once validated, what is still wrong is shown, and disappears as it is corrected. */
  validated: boolean;
}

export interface Telling<T extends Told> {
  /** Tells the form that is there, or the next one if it has something to correct. */
  tell(told: T): void;
  /** What was told to this form. It may change that itself. */
  useTold(): [T, Dispatch<SetStateAction<T>>];
}

/** For one form of the site: whoever leaves its page while it is sent, and comes back, is told the answer by another form than the one that sent. */
export function telling<T extends Told>(nothing: T): Telling<T> {
  /** Corrections for which no form was there. */
  let untold: T | null = null;
  const keep = (told: T): void => void (untold = told.validated ? told : null);
  let hear: (told: T) => void = keep;
  const tell = (told: T): void => hear(told);

  function useTold(): [T, Dispatch<SetStateAction<T>>] {
    const [told, setTold] = useState(nothing);
    useEffect(() => {
      hear = setTold;
      if (untold) tell(untold);
      untold = null;
      return () => void (hear = keep);
    }, [setTold]);
    return [told, setTold];
  }

  return { tell, useTold };
}
