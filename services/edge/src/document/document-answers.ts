/** What visitors who are in no preview get for the address of a page, and the short way there for what is finished. */
import type { Found, PlainRequest } from '@site/platform/finished-answers';
import { bestEncoding } from '../assets/accepted-encoding';
import type { DocumentCounts } from '../health/document-counts';
import type { Seals } from '../health/seals';
import type { LiveSite } from '../live-site';
import type { Visitor } from '../site/choice';
import type { SiteOfChoice, SitePool } from '../site-pool';
import type { Documents } from './documents';
import { type Audience, dictionaryOf, isCounted, kindOf, pageAnswer } from './page-answers';
import { namesPreview } from './preview-cookie';
import { recognize } from './visitor';

export interface DocumentSources {
  live: LiveSite;
  documents: Documents;
  seals: Seals;
  counts: DocumentCounts;
}

export interface Visit {
  visitor: Visitor;
  audience: Audience;
  /** Value for `set-cookie`; null for none. */
  setCookie: string | null;
}

export class DocumentAnswers {
  readonly #sources: DocumentSources;

  constructor(sources: DocumentSources) {
    this.#sources = sources;
  }

  visitOf({ headers, isSecure }: Pick<PlainRequest, 'headers' | 'isSecure'>, pool: SitePool): Visit {
    const { setCookie, matters, ...visitor } = recognize(headers.cookie, pool.target.parts, isSecure);
    return { visitor, audience: matters || setCookie !== null ? 'private' : 'shared', setCookie };
  }

  siteOf({ visitor }: Visit, pool: SitePool): SiteOfChoice {
    const choice = pool.choiceOf(visitor);
    return pool.at(choice, this.#sources.seals.sealOf(pool.target, choice));
  }

  /** The answer that the route would give, if all of it was made before; else null. */
  finished({ url, ...request }: PlainRequest): Found | null {
    const { headers } = request;
    const { live, documents, counts } = this.#sources;
    const { pool } = live;
    if (!pool || namesPreview(request)) return null;
    const visit = this.visitOf(request, pool);
    const site = this.siteOf(visit, pool);
    const known = documents.known({ url, composed: site, encoding: bestEncoding(headers['accept-encoding']), cache: pool.documents });
    if (!known) return null;
    const { audience, setCookie } = visit;
    const kind = kindOf(known, audience, headers);
    const dictionary = dictionaryOf(kind, headers);
    const page = dictionary === null ? known.page : documents.knownDifference(pool.documents, known.page, dictionary);
    if (!page) return null;
    if (isCounted(known.status)) counts.count(site.releases);
    const own = setCookie === null ? [] : ['set-cookie', setCookie];
    return { answer: pageAnswer(page, kind), own: audience === 'shared' ? null : own };
  }
}
