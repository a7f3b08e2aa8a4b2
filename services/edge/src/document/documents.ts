/** Decides what an address answers: a document, or a redirect to another address. */
import type { RenderOutput } from '@site/contracts/prerender';
import { notFoundJob, renderJob } from '../prerendering/render-plan';
import type { Prerenders } from '../prerendering/prerenders';
import type { RenderJob } from '../renderer/renderer';
import type { SiteFile } from '../site/site';
import type { ComposedSite } from '../composed-site';
import type { Encoding } from '../assets/accepted-encoding';
import { type BuiltDocument, buildDocument } from './document';
import { type PageBytes, type PageCache, PageEncoder } from './page-bytes';

export type Answer = { kind: 'redirect'; to: string } | { kind: 'document'; status: 200 | 404 | 503; page: PageBytes };

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

  async answer(asked: Asked, { pathname, searchParams }: URL): Promise<Answer> {
    const { composed } = asked;
    const match = composed.site.routes.match(pathname);
    if (match.kind === 'redirect') return match;
    if (match.kind === 'none') return { kind: 'document', status: 404, page: await this.#notFound(asked) };

    const { remote: name, route } = match;
    const remote = composed.site.remotes.find((candidate) => candidate.name === name);
    const depends = route.access === 'member' || [...searchParams.keys()].some((key) => !IGNORED_QUERY.test(key));
    const job = remote && !depends ? renderJob(composed, remote, route.page, pathname) : null;
    const isDisabled = Boolean(remote?.disabled);
    const files = isDisabled ? [] : (remote?.pages[route.page] ?? []);
    return {
      kind: 'document',
      status: isDisabled ? 503 : 200,
      page: await this.#page(asked, { address: pathname, job, files, title: route.title }),
    };
  }

  #notFound(asked: Asked): Promise<PageBytes> {
    // One document for all unknown addresses, or strangers could fill the memory with them.
    return this.#page(asked, { address: '', job: notFoundJob(asked.composed), files: [], title: 'Page is not available' });
  }

  async #page({ composed, encoding, cache }: Asked, { address, job, files, title }: DocumentPlan): Promise<PageBytes> {
    const rendered = job && (await this.prerenders.obtain(job, composed.paramsDigest));
    const build = () => makeDocument(composed, files, title, rendered);
    if (!cache) return this.#encoder.once(build(), encoding);
    return this.#encoder.keep(cache, `${composed.key} ${rendered ? 'rendered' : 'plain'} ${encoding} ${address}`, encoding, build);
  }
}

interface DocumentPlan {
  address: string;
  job: RenderJob | null;
  files: readonly SiteFile[];
  title: string;
}

function makeDocument(
  { site, compositionJson }: ComposedSite,
  files: DocumentPlan['files'],
  title: string,
  rendered: RenderOutput | null,
): BuiltDocument {
  return buildDocument({ site, compositionJson, files, rendered, interimTitle: `${title} | ${site.params.brand}` });
}
