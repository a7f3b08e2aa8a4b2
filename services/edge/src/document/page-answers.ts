/** Pages as answers: status, headers and bytes, made once for each kind of browser that gets them. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FinishedAnswer } from '@site/platform/finished-answers';
import { hasTagged } from '@site/platform/entity-tag';
import { availableDictionary } from '../deltas/available-dictionary';
import { SHARED } from '../http/entity-tag';
import { keepsDocuments } from './document-dictionaries';
import type { KnownPage, PageBytes, PageStatus } from './page-bytes';
import { DISABLED_RETRY_AFTER, PREVIEW_HEADERS } from './plain-page';

/** For whom an answer is. `shared`: for all who have none of the edge's cookies. */
export type Audience = 'shared' | 'private' | 'preview';

/** Cookies decide about previews and candidates, and about the shell. */
const VARY = 'accept-encoding, available-dictionary, cookie';

/**
 * Browsers ask each time. Not `no-store`, which would keep pages out of their back-forward cache. What is the same for all who have none of
 * the edge's cookies may be shared for a second, in which a busy site is asked for the same page again and again.
 */
export const KEPT: Record<Audience, Readonly<Record<string, string>>> = {
  shared: { 'cache-control': SHARED, vary: VARY },
  private: { 'cache-control': 'private, no-cache', vary: VARY },
  preview: { ...PREVIEW_HEADERS, vary: VARY },
};

/**
 * For browsers that may keep a page as a dictionary, which has to be fresh: for as long as files of releases are, and never used unasked, since
 * it varies with everything.
 */
const HELD_SECONDS = 30 * 24 * 60 * 60;
const HELD: typeof KEPT = {
  shared: { 'cache-control': `public, max-age=${HELD_SECONDS}, s-maxage=1`, vary: `${VARY}, *` },
  private: { 'cache-control': `private, max-age=${HELD_SECONDS}`, vary: `${VARY}, *` },
  preview: KEPT.preview,
};

/** Whether an answer is a document of the releases that its visitor gets. */
export const isCounted = (status: PageStatus): boolean => status !== 404;

/** What an answer depends on beside its page. */
interface Kind {
  status: PageStatus;
  audience: Audience;
  /** Whether the browser keeps the page as a dictionary. */
  isHeld: boolean;
  /** Whether the browser has the page. */
  isCurrent: boolean;
}

export function kindOf({ status, page }: KnownPage, audience: Audience, headers: IncomingHttpHeaders): Kind {
  const isWhole = status === 200;
  const isHeld = isWhole && audience !== 'preview' && page.dictionaryFor !== null && keepsDocuments(headers);
  return { status, audience, isHeld, isCurrent: isWhole && hasTagged(headers, page.tag) };
}

/** The dictionary from which the browser would be told the page: SHA-256 in hex, or null. */
export const dictionaryOf = ({ audience, isCurrent }: Kind, headers: IncomingHttpHeaders): string | null =>
  audience === 'preview' || isCurrent ? null : availableDictionary(headers);

const made = new WeakMap<PageBytes, Map<string, FinishedAnswer>>();

/** The same answer each time, for as long as there is the page. @param page As it is sent: whole, or as a difference. */
export function pageAnswer(page: PageBytes, kind: Kind): FinishedAnswer {
  const key = `${kind.status} ${kind.audience} ${kind.isHeld} ${kind.isCurrent}`;
  const known = made.get(page);
  const answer = known?.get(key) ?? makeAnswer(page, kind);
  if (!known) made.set(page, new Map([[key, answer]]));
  else known.set(key, answer);
  return answer;
}

function makeAnswer(page: PageBytes, { status, audience, isHeld, isCurrent }: Kind): FinishedAnswer {
  const { bytes, encoding, policy, tag, dictionaryFor } = page;
  const ofAll = { ...(isHeld ? HELD : KEPT)[audience], etag: tag };
  // The browser has everything else, its policy included: the tag is of both.
  if (isCurrent) return { status: 304, headers: ofAll, body: null };
  const headers = {
    ...ofAll,
    ...(status === 503 && { 'retry-after': String(DISABLED_RETRY_AFTER) }),
    ...(isHeld && { 'use-as-dictionary': `match="${dictionaryFor}", match-dest=("document")` }),
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'DENY',
    'content-security-policy': policy,
    ...(encoding !== 'identity' && { 'content-encoding': encoding }),
  };
  return { status, headers, body: bytes };
}
