import { html, type Html } from './html';

/** The pages have no script, and so cannot tell where a person's clock is. */
const WORDS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A moment as it is read out, in universal time. */
export const momentInWords = (at: Date): string => `${WORDS.format(at)} UTC`;

/** The same for whoever looks, and for programs. */
export const moment = (at: Date): Html => html`<time datetime="${at.toISOString()}">${momentInWords(at)}</time>`;
