/** `/assets`: the files of releases, immutable, as they were published. */
import type { IncomingHttpHeaders } from 'node:http';
import { releaseNameSchema, releasePathSchema, semverSchema } from '@site/contracts/release';
import { platformError } from '@site/platform/errors';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { hasTagged } from '@site/platform/entity-tag';
import { availableDictionary } from '../deltas/available-dictionary';
import type { Delta, DeltaStore } from '../deltas/delta-store';
import { dictionaryPattern } from '../deltas/dictionaries';
import { acceptedEncodings } from './accepted-encoding';
import { contentType } from './content-type';
import type { Asset, AssetAddress, ReleaseAssets } from './release-assets';

const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
  vary: 'accept-encoding, available-dictionary',
};
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** For what nobody has verified: browsers that have a hash for it do so, and ask each time. */
const ASKED_EACH_TIME = 'public, no-cache';
/** A worker is bound by the policy of its own script, so scripts have none; a picture opened by itself must not run what is in it. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const SCRIPT_POLICY = "frame-ancestors 'none'";

interface AssetSources {
  assets: Pick<ReleaseAssets, 'find'>;
  deltas: Pick<DeltaStore, 'find'>;
}

export const assetRoutes: FastifyPluginAsync<AssetSources> = async (fastify, { assets, deltas }) => {
  /** In place of a file, for a browser that holds one that it follows. */
  const deltaOf = async ({ file }: Asset, headers: IncomingHttpHeaders): Promise<Delta | null> => {
    const dictionary = availableDictionary(headers);
    return file && dictionary !== null ? deltas.find(dictionary, file.integrity) : null;
  };
  const unavailable = (cause: unknown): never => {
    throw platformError('service-unavailable', { cause, headers: { 'cache-control': 'no-store', 'retry-after': '2', ...corsHeaders } });
  };
  fastify.get<{ Params: { name: string; version: string; '*': string } }>('/assets/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    const address = addressOf(name, version, file);
    const encodings = acceptedEncodings(request.headers['accept-encoding']);
    const asset = address && (await assets.find(address, encodings).catch(unavailable));
    if (!asset) throw platformError('not-found', { headers: { 'cache-control': 'no-store', ...corsHeaders } });

    const delta = await deltaOf(asset, request.headers);
    setHeaders(reply, address, asset);
    const encoding = delta ? 'dcz' : asset.encoding;
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    const { bytes, tag } = delta ?? asset;
    reply.header('etag', tag);
    // The answer would tell the id of one request for all that follow.
    reply.removeHeader('x-request-id');
    return hasTagged(request.headers, tag) ? reply.code(304).send() : reply.send(bytes);
  });
};

const corsHeaders = { 'access-control-allow-origin': '*' };

/** Of a public file; null for any other address, server bundles and compressed siblings included. */
function addressOf(name: string, version: string, file: string): AssetAddress | null {
  const path = version === '_' ? `_/${file}` : `v/${file}`;
  const isPublic = releasePathSchema.safeParse(path).success && !/\.(br|gz)$/.test(file);
  const isVersion = version === '_' || semverSchema.safeParse(version).success;
  return isPublic && isVersion && releaseNameSchema.safeParse(name).success ? { name, version, path } : null;
}

function setHeaders(reply: FastifyReply, { name, path }: AssetAddress, { file }: Asset): void {
  const type = contentType(path);
  reply.headers({
    ...HEADERS,
    'cache-control': file ? IMMUTABLE : ASKED_EACH_TIME,
    'content-type': type,
    'content-security-policy': type.startsWith('text/javascript') ? SCRIPT_POLICY : PICTURE_POLICY,
  });
  const pattern = file && dictionaryPattern({ name, path, size: file.size });
  if (pattern !== null) reply.header('use-as-dictionary', `match="${pattern}"`);
}
