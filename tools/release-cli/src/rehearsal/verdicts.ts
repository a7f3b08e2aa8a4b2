/** Rehearsals in words. */
import { type NamedRehearsal, newFindings, type Rehearsal, type RehearsalVerdict, type RehearsedPage } from '@site/release-model/rehearsal';
import { table } from '../terminal';

export const VERDICTS: Record<RehearsalVerdict, string> = { passed: 'passed', failed: 'failed', 'not-run': 'not run' };

/** `rehearsal 7 passed` */
export const describeRehearsal = ({ id, verdict, isOutdated }: NamedRehearsal): string =>
  `rehearsal ${id} ${VERDICTS[verdict]}${isOutdated ? ', beside other releases than those that are live' : ''}`;

/** The pages of a rehearsal with their verdicts, and what was found on them. */
export function describePages({ pages, unvisited }: Pick<Rehearsal, 'pages' | 'unvisited'>): string {
  const rows = pages.map((page) => [page.path, String(page.width), verdictOfPage(page), inPixels(page), page.layoutShift.toFixed(3)]);
  const findings = pages.flatMap((page) =>
    page.findings.map(
      ({ kind, text, isLive }) => `${page.path} at ${page.width} px: ${kind}: ${text}${isLive ? ' (so is the live page)' : ''}`,
    ),
  );
  const others = unvisited.map(({ path, reason }) => `${path} was not opened: ${reason}`);
  const shown = rows.length > 0 ? [table(['page', 'width', 'verdict', 'different', 'layout shift'], rows)] : [];
  return [...shown, ...(findings.length + others.length > 0 ? ['', ...findings, ...others] : [])].join('\n');
}

const verdictOfPage = (page: RehearsedPage): string => (newFindings(page).length > 0 ? 'failed' : 'passed');

/** `1.25% (9400 px)` */
function inPixels({ pixels }: RehearsedPage): string {
  if (!pixels) return 'not live yet';
  const { total, changed, unstable } = pixels;
  const share = changed === 0 ? '0 px' : `${((changed / total) * 100).toFixed(2)}% (${changed} px)`;
  return unstable === 0 ? share : `${share}, unstable ${unstable} px`;
}
