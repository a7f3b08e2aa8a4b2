/** What is said in the place of a page of the site. */
import type { PlainPage } from '@site/platform/plain-page';

/** Before anything was promoted. */
export const NOT_YET: PlainPage = {
  title: 'One moment, please',
  text: 'No release of this site is live yet. This page asks again every two seconds.',
  retryAfter: 2,
  refresh: true,
};

/** How long visitors and crawlers are asked to wait for what is switched off. */
export const DISABLED_RETRY_AFTER = 120;

/** Of what is for those only who have the link. */
export const PREVIEW_HEADERS = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' };

export const previewUnavailable = ({ message }: Error): PlainPage => ({
  title: 'This preview cannot be shown',
  text: message,
  link: { href: '/_preview/leave', text: 'Leave preview' },
  retryAfter: 10,
});
