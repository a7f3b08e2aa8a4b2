/** Decides what an address answers: a document, or a redirect to another address. */
import type { RenderOutput } from '@site/contracts/prerender';
import { notFoundJob, renderJob } from '../prerendering/render-plan';
import type { Prerenders } from '../prerendering/prerenders';
import type { RenderJob } from '../renderer/renderer';
import type { SiteFile } from '../site/site';
import type { ComposedSite } from '../composed-site';
import { prepareDocument, type PreparedDocument } from './document';

export type Answer = { kind: 'redirect'; to: string } | { kind: 'document'; status: 200 | 404 | 503; document: PreparedDocument };

/** Queries that campaigns append. Pages do not depend on them; on any other query they may, so those are rendered by the browser. */
const IGNORED_QUERY = /^(utm_\w+|gclid|fbclid)$/;

/** Documents by the key of their site and their address. */
export interface DocumentCache {
  get(key: string): PreparedDocument | undefined;
  set(key: string, document: PreparedDocument): unknown;
}

export class Documents {
  constructor(private readonly prerenders: Prerenders) {}

  /** @param cache Where documents of the site are kept; null to keep none. */
  async answer(composed: ComposedSite, { pathname, searchParams }: URL, cache: DocumentCache | null): Promise<Answer> {
    const match = composed.site.routes.match(pathname);
    if (match.kind === 'redirect') return match;
    if (match.kind === 'none') return { kind: 'document', status: 404, document: await this.#notFound(composed, cache) };

    const { remote: name, route } = match;
    const remote = composed.site.remotes.find((candidate) => candidate.name === name);
    const depends = route.access === 'member' || [...searchParams.keys()].some((key) => !IGNORED_QUERY.test(key));
    const job = remote && !depends ? renderJob(composed, remote, route.page, pathname) : null;
    const isDisabled = Boolean(remote?.disabled);
    const files = isDisabled ? [] : (remote?.pages[route.page] ?? []);
    return {
      kind: 'document',
      status: isDisabled ? 503 : 200,
      document: await this.#document(composed, { address: pathname, job, files, title: route.title }, cache),
    };
  }

  #notFound(composed: ComposedSite, cache: DocumentCache | null): Promise<PreparedDocument> {
    // One document for all unknown addresses, or strangers could fill the memory with them.
    const plan = { address: '', job: notFoundJob(composed), files: [], title: 'Page is not available' };
    return this.#document(composed, plan, cache);
  }

  async #document(
    composed: ComposedSite,
    { address, job, files, title }: DocumentPlan,
    cache: DocumentCache | null,
  ): Promise<PreparedDocument> {
    const rendered = job && (await this.prerenders.obtain(job, composed.paramsDigest));
    const key = `${composed.key} ${rendered ? 'rendered' : 'plain'} ${address}`;
    const known = cache?.get(key);
    if (known) return known;
    const document = makeDocument(composed, files, title, rendered);
    cache?.set(key, document);
    return document;
  }
}

interface DocumentPlan {
  address: string;
  job: RenderJob | null;
  files: readonly SiteFile[];
  title: string;
}

function makeDocument({ site, compositionJson }: ComposedSite, files: DocumentPlan['files'], title: string, rendered: RenderOutput | null) {
  return prepareDocument({ site, compositionJson, files, rendered, interimTitle: `${title} | ${site.params.brand}` });
}
