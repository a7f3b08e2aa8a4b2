import type { Why } from './part-facts';

/** Why this visitor gets a part, as a sentence. */
export function whyInWords(why: Why): string {
  switch (why.kind) {
    case 'stable':
      return 'It is stable, and no candidate of it is shown to you.';
    case 'candidate':
      return `It is a candidate, and you are among the ${why.basisPoints / 100}% of visitors in its cohort, ${why.cohort}.`;
    case 'fallback':
    case 'browser-fallback':
      return `It is the fallback, because ${why.insteadOf} failed in this browser.`;
    case 'preview':
      return 'The link of this preview names it.';
    case 'revision':
      return `Revision ${why.number} had it${why.candidates ? ', candidates in place of what was stable' : ' as stable'}.`;
    case 'local':
      return `It comes from ${why.origin}, on this machine. Nobody has verified it.`;
    case 'disabled':
      return `It is switched off: ${why.message}`;
  }
}
