/** Rehearsals in words. */
import type { Rehearsal } from '@site/release-model/rehearsal';
import { describePixels, verdictOfPage } from '@site/release-model/rehearsal-reading';
import { table } from '../terminal';

/** The pages of a rehearsal with their verdicts, and what was found on them. */
export function describePages({ pages, unvisited }: Pick<Rehearsal, 'pages' | 'unvisited'>): string {
  const rows = pages.map((page) => [page.path, String(page.width), verdictOfPage(page), describePixels(page), page.layoutShift.toFixed(3)]);
  const findings = pages.flatMap((page) =>
    page.findings.map(
      ({ kind, text, isLive }) => `${page.path} at ${page.width} px: ${kind}: ${text}${isLive ? ' (so is the live page)' : ''}`,
    ),
  );
  const others = unvisited.map(({ path, reason }) => `${path} was not opened: ${reason}`);
  const shown = rows.length > 0 ? [table(['page', 'width', 'verdict', 'different', 'layout shift'], rows)] : [];
  return [...shown, ...(findings.length + others.length > 0 ? ['', ...findings, ...others] : [])].join('\n');
}
