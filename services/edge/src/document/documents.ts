/** Decides what an address answers: a document, or a redirect to another address. */
import type { RenderOutput } from '@site/contracts/prerender';
import { notFoundJob, renderJob } from '../prerendering/render-plan';
import type { Prerenders } from '../prerendering/prerenders';
import type { RenderJob } from '../renderer/renderer';
import type { Snapshot } from '../live-site';
import { prepareDocument, type PreparedDocument } from './document';

export type Answer = { kind: 'redirect'; to: string } | { kind: 'document'; status: 200 | 404; document: PreparedDocument };

/** Queries that campaigns append. Pages do not depend on them; on any other query they may, so those are rendered by the browser. */
const IGNORED_QUERY = /^(utm_\w+|gclid|fbclid)$/;

export class Documents {
  constructor(private readonly prerenders: Prerenders) {}

  async answer(snapshot: Snapshot, { pathname, searchParams }: URL): Promise<Answer> {
    const match = snapshot.site.routes.match(pathname);
    if (match.kind === 'redirect') return match;
    if (match.kind === 'none') return { kind: 'document', status: 404, document: await this.#notFound(snapshot) };

    const { remote: name, route } = match;
    const remote = snapshot.site.remotes.find((candidate) => candidate.name === name);
    const depends = route.access === 'member' || [...searchParams.keys()].some((key) => !IGNORED_QUERY.test(key));
    const job = remote && !depends ? renderJob(snapshot, remote, route.page, pathname) : null;
    const files = remote?.pages[route.page] ?? [];
    return {
      kind: 'document',
      status: 200,
      document: await this.#document(snapshot, { address: pathname, job, files, title: route.title }),
    };
  }

  #notFound(snapshot: Snapshot): Promise<PreparedDocument> {
    // One document for all unknown addresses, or strangers could fill the memory with them.
    return this.#document(snapshot, { address: '', job: notFoundJob(snapshot), files: [], title: 'Page is not available' });
  }

  async #document(snapshot: Snapshot, { address, job, files, title }: DocumentPlan): Promise<PreparedDocument> {
    const rendered = job && (await this.prerenders.obtain(job, snapshot.paramsDigest));
    const key = `${rendered ? 'rendered' : 'plain'} ${address}`;
    const known = snapshot.documents.get(key);
    if (known) return known;
    const document = makeDocument(snapshot, files, title, rendered);
    snapshot.documents.set(key, document);
    return document;
  }
}

interface DocumentPlan {
  address: string;
  job: RenderJob | null;
  files: Snapshot['site']['shell']['entries'];
  title: string;
}

function makeDocument(snapshot: Snapshot, files: DocumentPlan['files'], title: string, rendered: RenderOutput | null): PreparedDocument {
  const { site, params, compositionJson } = snapshot;
  return prepareDocument({ site, params, compositionJson, files, rendered, interimTitle: `${title} | ${params.brand}` });
}
