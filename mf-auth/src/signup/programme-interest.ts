/** The programme of interest that a link to `/signup/elevate-1` names. */
import { PROGRAMME_INTEREST_KEY } from '@site/contracts/programme-interest';

const PROGRAMMES = {
  'elevate-1': 'Elevate 1: Play',
  'elevate-2': 'Elevate 2: Train',
  'elevate-3': 'Elevate 3: Spearhead. Coach',
} as const;

export type Programme = keyof typeof PROGRAMMES;

export const programmeOf = (target: string | undefined): Programme | null =>
  target !== undefined && Object.hasOwn(PROGRAMMES, target) ? (target as Programme) : null;

export const programmeName = (programme: Programme): string => PROGRAMMES[programme];

export function rememberProgramme(programme: Programme): void {
  try {
    localStorage.setItem(PROGRAMME_INTEREST_KEY, programme);
  } catch {
    // A browser that stores nothing preselects nothing; the goals can be selected by hand.
  }
}
