/** Manifests of sites, under the hashes by which documents name them. What a hash names never changes. */
import { MANIFESTS_PATH } from '@site/contracts/composition';
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { bestEncoding, type Encoding } from '../assets/accepted-encoding';
import { manifestsOf } from '../composed-site';
import type { Manifests, NamedManifest } from '../composition/site-manifest';
import { compressDocument } from './compress-document';
import { siteOfVisitor, type SiteSources } from './visitors-site';

interface ManifestSources extends SiteSources {
  manifests: Manifests;
}

/** Forms that are kept: some manifests in each encoding. */
const FORMS_KEPT = 50;

export const manifestRoute: FastifyPluginAsync<ManifestSources> = async (fastify, { manifests, ...sources }) => {
  const forms = new LRUCache<string, Promise<Buffer>>({ max: FORMS_KEPT });
  const formOf = ({ hash, text }: NamedManifest, encoding: Encoding): Promise<Buffer> => {
    const key = `${hash} ${encoding}`;
    const form = forms.get(key) ?? compressDocument(Buffer.from(text), encoding, 'best');
    forms.set(key, form);
    return form;
  };

  /** One that another edge has named is known once this one has composed what the visitor gets. */
  const find = async (hash: string, request: FastifyRequest): Promise<NamedManifest> => {
    const known = manifests.find(hash);
    if (known) return known;
    // Whom a cohort is drawn for is not told so here: the answer is one for everybody.
    const { composed } = await siteOfVisitor(request, sources);
    for (const manifest of manifestsOf(composed)) manifests.keep(manifest);
    const found = manifests.find(hash);
    if (!found) throw platformError('not-found', { headers: { 'cache-control': 'no-store' } });
    return found;
  };

  fastify.get<{ Params: { hash: string } }>(`${MANIFESTS_PATH}:hash`, async (request, reply) => {
    const manifest = await find(request.params.hash, request);
    const encoding = bestEncoding(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' });
    // The answer would tell the id of one request to all who share it.
    reply.removeHeader('x-request-id');
    return reply.type('application/json; charset=utf-8').send(await formOf(manifest, encoding));
  });
};
