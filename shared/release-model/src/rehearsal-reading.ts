/** What people read of a rehearsal, in the terminal and in the browser. */
import type { NamedRehearsal, RehearsalFinding, RehearsalVerdict, RehearsedPage } from './rehearsal';

export const VERDICTS: Record<RehearsalVerdict, string> = { passed: 'passed', failed: 'failed', 'not-run': 'not run' };

/** What does not fail on the live page as well. */
export const newFindings = ({ findings }: Pick<RehearsedPage, 'findings'>): RehearsalFinding[] => findings.filter(({ isLive }) => !isLive);

/** `rehearsal 7 passed` */
export const describeRehearsal = ({ id, verdict, isOutdated }: NamedRehearsal): string =>
  `rehearsal ${id} ${VERDICTS[verdict]}${isOutdated ? ', beside other releases than those that are live' : ''}`;

/** Of one page: it has failed if it has a finding that the live page does not have. */
export const verdictOfPage = (page: Pick<RehearsedPage, 'findings'>): 'passed' | 'failed' =>
  newFindings(page).length > 0 ? 'failed' : 'passed';

/** How its picture differs from the live one: `1.25% (9400 px)`. */
export function describePixels({ pixels }: Pick<RehearsedPage, 'pixels'>): string {
  if (!pixels) return 'not live yet';
  const { total, changed, unstable } = pixels;
  const share = changed === 0 ? '0 px' : `${((changed / total) * 100).toFixed(2)}% (${changed} px)`;
  return unstable === 0 ? share : `${share}, unstable ${unstable} px`;
}
