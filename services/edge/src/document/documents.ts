/** Decides what an address answers: a document, or a redirect to another address. */
import type { ComposedPage } from '../composition/compose';
import type { Manifests } from '../composition/site-manifest';
import { notFoundJob, renderJob } from '../prerendering/render-plan';
import type { Prerenders } from '../prerendering/prerenders';
import type { RenderJob } from '../renderer/renderer';
import { plainAddress } from '../routing/route-table';
import type { SiteFile } from '../site/site';
import { compositionOf, manifestFor, type ComposedSite } from '../composed-site';
import type { Encoding } from '../assets/accepted-encoding';
import { buildDocument, type DocumentParts } from './document';
import { type DocumentDictionaries, documentPattern } from './document-dictionaries';
import { scriptJson } from './escape';
import { type KeptDocument, type KnownPage, type PageBytes, type PageCache, PageEncoder } from './page-bytes';

export type Answer = { kind: 'redirect'; to: string } | ({ kind: 'document' } & KnownPage);

/** Queries that campaigns append. Pages do not depend on them; on any other query they may, so those are rendered by the browser. */
const IGNORED_QUERY = /^(utm_\w+|gclid|fbclid)$/;

/** What the documents of an answer depend on. */
export interface Asked {
  /** The address as it was asked for, with its query. */
  url: string;
  composed: ComposedSite;
  encoding: Encoding;
  /** Where documents of the site are kept; null to keep none. */
  cache: PageCache | null;
}

export class Documents {
  readonly #encoder: PageEncoder;

  constructor(
    private readonly prerenders: Prerenders,
    private readonly manifests: Manifests,
    dictionaries: DocumentDictionaries,
  ) {
    this.#encoder = new PageEncoder(dictionaries);
  }

  /** See {@link PageEncoder.difference}. */
  difference(cache: PageCache, page: PageBytes, dictionary: string): Promise<PageBytes> {
    return this.#encoder.difference(cache, page, dictionary);
  }

  /** See {@link PageEncoder.knownDifference}. */
  knownDifference(cache: PageCache, page: PageBytes, dictionary: string): PageBytes | undefined {
    return this.#encoder.knownDifference(cache, page, dictionary);
  }

  /** What {@link answer} has found before, while it is kept. */
  known(asked: Asked): KnownPage | undefined {
    return asked.cache?.at(noteOf(asked));
  }

  /** Makes an answer before somebody asks for it. @returns When its document, and all that were kept before, have their best form. */
  async prepare(asked: Asked): Promise<void> {
    await this.answer(asked, new URL(asked.url, 'http://edge.invalid'));
    await this.#encoder.settled();
  }

  async answer(asked: Asked, { pathname, searchParams }: URL): Promise<Answer> {
    const known = this.known(asked);
    if (known) return { kind: 'document', ...known };
    const { composed, cache } = asked;
    const match = composed.site.routes.match(pathname);
    if (match.kind === 'redirect') return match;
    if (match.kind === 'none') return { kind: 'document', status: 404, page: (await this.#notFound(asked)).page };

    const { remote: name, route } = match;
    const remote = composed.site.remotes.find((candidate) => candidate.name === name);
    const depends = route.access !== 'public' || [...searchParams.keys()].some((key) => !IGNORED_QUERY.test(key));
    const job = remote && !depends ? renderJob(composed, remote, route.page, pathname) : null;
    const isDisabled = Boolean(remote?.disabled);
    const files = isDisabled ? [] : (remote?.pages[route.page] ?? []);
    const status = isDisabled ? 503 : 200;
    const { key, isFinal, page } = await this.#page(asked, { address: pathname, job, files, shown: { remote: name, route, pathname } });
    if (isFinal) cache?.note(noteOf(asked), key, status);
    return { kind: 'document', status, page };
  }

  #notFound(asked: Asked): Promise<FoundPage> {
    // One document for all unknown addresses, or strangers could fill the memory with them.
    return this.#page(asked, { address: '', job: notFoundJob(asked.composed), files: [], shown: null });
  }

  async #page({ composed, encoding, cache }: Asked, { address, job, files, shown }: DocumentPlan): Promise<FoundPage> {
    const obtained = job && (await this.prerenders.obtain(job, composed.paramsDigest));
    const isLate = obtained === 'late';
    const rendered = isLate ? null : obtained;
    const build = () => this.#make(composed, { files, shown }, { rendered, isLate });
    const form = isLate ? 'late' : rendered ? 'rendered' : 'plain';
    const key = `${composed.key} ${form} ${encoding} ${address}`;
    const page = await (cache ? this.#encoder.keep(cache, key, encoding, build) : this.#encoder.once(build(), encoding));
    return { key, isFinal: rendered !== null || job === null, page };
  }

  #make(
    composed: ComposedSite,
    { files, shown }: Pick<DocumentPlan, 'files' | 'shown'>,
    { rendered, isLate }: Pick<DocumentParts, 'rendered' | 'isLate'>,
  ): KeptDocument {
    const { site } = composed;
    const manifest = manifestFor(composed, shown);
    if (manifest) this.manifests.keep(manifest);
    const interimTitle = [titleOf(shown), site.params.brand].filter(Boolean).join(' | ');
    const document = buildDocument({
      site,
      compositionJson: scriptJson(compositionOf(composed, shown)),
      files,
      isForFew: isForFew(shown),
      rendered,
      isLate,
      interimTitle,
    });
    return { ...document, dictionaryFor: rendered && shown && isRenderedAhead(shown) ? documentPattern(shown.pathname) : null };
  }
}

/** An address has its page noted in the words in which it was asked for: others reach another route. */
const noteOf = ({ composed, encoding, url }: Asked): string => `${composed.key} ${encoding} ${url}`;

interface FoundPage {
  key: string;
  /** Whether the next answer will be no other: a page that could not be rendered may be, later. */
  isFinal: boolean;
  page: PageBytes;
}

interface DocumentPlan {
  address: string;
  job: RenderJob | null;
  files: readonly SiteFile[];
  /** Null in the document for all addresses that show no page. */
  shown: ComposedPage | null;
}

/** Of the others there are as many as there are addresses. */
const isRenderedAhead = ({ route, pathname }: ComposedPage): boolean => plainAddress(route) === pathname;

/** Whether it is a page that needs a grant. */
const isForFew = (shown: ComposedPage | null): boolean => shown?.route.access === 'granted';

/** Null for none beside the brand: what a page that needs a grant is called is not for everybody to read. */
function titleOf(shown: ComposedPage | null): string | null {
  if (!shown) return 'Page is not available';
  return isForFew(shown) ? null : shown.route.title;
}
