import { html, type Html } from './html';

/** The pages have no script, and so cannot tell where a person's clock is. */
const WORDS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A moment in words, in universal time. */
export const moment = (at: Date): Html => html`<time datetime="${at.toISOString()}">${WORDS.format(at)} UTC</time>`;
