/** The page behind the link of a mail. Opening it changes nothing, because mail scanners open links; its button does. */
import { escapeHtml } from '@site/platform/html';
import type { ApiConfig } from '../config';
import { PAGE_STYLE } from '../html';

export function unsubscribePage({ BRAND }: ApiConfig, isDone: boolean): string {
  const content = isDone
    ? '<p>Peer group mails will not be sent to you any more. You can turn them on again on your card.</p>'
    : '<p>Peer group mails are sent to you because you turned notifications on.</p><form method="post"><button>Unsubscribe</button></form>';
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${isDone ? 'Unsubscribed' : 'Unsubscribe'} | ${escapeHtml(BRAND)}</title>
<style>${PAGE_STYLE}</style>
<main>
<h1>${isDone ? 'You are unsubscribed' : 'Unsubscribe from peer group mails'}</h1>
${content}
</main>
</html>
`;
}
