/** Figures as people read them. */
import { MOST_COUNTED } from '@site/contracts/api/desk-counts';
import type { Release } from '@site/release-model/registry-answers';

/** `12,345`. Without Intl, as times are written. */
export const withCommas = (count: number): string => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');

export const kilobytes = (bytes: number): string => `${withCommas(Math.ceil(bytes / 1024))} KB`;

/** `12.5%` of 0.125; less than a tenth of a percent is not zero. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  return `${Math.round(percent * 10) / 10}%`;
}

export const perThousand = (share: number): string => String(Math.round(share * 10_000) / 10);

/** A commit in the length in which people name it. */
export const commitText = (commit: string): string => commit.slice(0, 8);

/** `by marketing-ci from 1a2b3c4d`, behind the time. */
export const publishedText = ({ publishedBy, commit }: Pick<Release, 'publishedBy' | 'commit'>): string =>
  `by ${publishedBy}${commit === null ? '' : ` from ${commitText(commit)}`}`;

/** A count of the desk, which ends at {@link MOST_COUNTED}. */
export const countedInWords = (count: number): string => (count < MOST_COUNTED ? String(count) : `${withCommas(MOST_COUNTED)} or more`);
