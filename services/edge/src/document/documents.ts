/** Decides what an address answers: a document, or a redirect to another address. */
import type { PageRoute } from '@site/contracts/remote-config';
import type { RenderOutput } from '@site/contracts/prerender';
import { notFoundJob, renderJob } from '../prerendering/render-plan';
import type { Prerenders } from '../prerendering/prerenders';
import type { RenderJob } from '../renderer/renderer';
import type { SiteFile } from '../site/site';
import type { ComposedSite } from '../composed-site';
import type { Encoding } from '../assets/accepted-encoding';
import { type BuiltDocument, buildDocument } from './document';
import { type PageBytes, type PageCache, PageEncoder, type PageStatus } from './page-bytes';

export type Answer = { kind: 'redirect'; to: string } | { kind: 'document'; status: PageStatus; page: PageBytes };

/** Queries that campaigns append. Pages do not depend on them; on any other query they may, so those are rendered by the browser. */
const IGNORED_QUERY = /^(utm_\w+|gclid|fbclid)$/;

/** What the documents of an answer depend on beside the address. */
export interface Asked {
  composed: ComposedSite;
  encoding: Encoding;
  /** Where documents of the site are kept; null to keep none. */
  cache: PageCache | null;
}

export class Documents {
  readonly #encoder = new PageEncoder();

  constructor(private readonly prerenders: Prerenders) {}

  async answer(asked: Asked, { pathname, search, searchParams }: URL): Promise<Answer> {
    const { composed, cache, encoding } = asked;
    const noted = `${composed.key} ${encoding} ${pathname}${search}`;
    const known = cache?.at(noted);
    if (known) return { kind: 'document', ...known };
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
    const { key, isFinal, page } = await this.#page(asked, { address: pathname, job, files, ...shownOf(route) });
    if (isFinal) cache?.note(noted, key, status);
    return { kind: 'document', status, page };
  }

  #notFound(asked: Asked): Promise<FoundPage> {
    // One document for all unknown addresses, or strangers could fill the memory with them.
    return this.#page(asked, {
      address: '',
      job: notFoundJob(asked.composed),
      files: [],
      title: 'Page is not available',
      isGranted: false,
    });
  }

  async #page({ composed, encoding, cache }: Asked, { address, job, files, title, isGranted }: DocumentPlan): Promise<FoundPage> {
    const rendered = job && (await this.prerenders.obtain(job, composed.paramsDigest));
    const build = () => makeDocument(composed, { files, title, isGranted }, rendered);
    const key = `${composed.key} ${rendered ? 'rendered' : 'plain'} ${encoding} ${address}`;
    const page = await (cache ? this.#encoder.keep(cache, key, encoding, build) : this.#encoder.once(build(), encoding));
    return { key, isFinal: rendered !== null || job === null, page };
  }
}

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
  /** Null for none beside the brand. */
  title: string | null;
  isGranted: boolean;
}

/** What a page that needs a grant is called is not for everybody to read. */
const shownOf = ({ access, title }: PageRoute) => ({ title: access === 'granted' ? null : title, isGranted: access === 'granted' });

function makeDocument(
  { site, compositionJson }: ComposedSite,
  { files, title, isGranted }: Pick<DocumentPlan, 'files' | 'title' | 'isGranted'>,
  rendered: RenderOutput | null,
): BuiltDocument {
  const json = isGranted ? compositionJson.granted : compositionJson.other;
  const interimTitle = [title, site.params.brand].filter(Boolean).join(' | ');
  return buildDocument({ site, compositionJson: json, files, rendered, interimTitle });
}
