/** `/assets`: the files of releases, immutable, as they were published. */
import { Readable } from 'node:stream';
import { releaseNameSchema, releasePathSchema, semverSchema } from '@site/contracts/release';
import { platformError } from '@site/platform/errors';
import type { StoredFile } from '@site/platform/storage';
import { releaseKey } from '@site/release-model/release-id';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { ReadableStorage } from '../releases/limited-reads';
import { acceptedEncodings, type Encoding } from './accepted-encoding';
import { contentType } from './content-type';

const SUFFIX: Record<Encoding, string> = { br: '.br', gzip: '.gz', identity: '' };
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};
/** A worker is bound by the policy of its own script, so scripts have none; a picture opened by itself must not run what is in it. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
const SCRIPT_POLICY = "frame-ancestors 'none'";

interface Variant {
  key: string;
  encoding: Encoding;
  file: StoredFile;
}

export const assetRoutes: FastifyPluginAsync<{ storage: ReadableStorage }> = async (fastify, { storage }) => {
  const unavailable = (cause: unknown): never => {
    throw platformError('service-unavailable', { cause, headers: { 'cache-control': 'no-store', 'retry-after': '2', ...corsHeaders } });
  };
  fastify.get<{ Params: { name: string; version: string; '*': string } }>('/assets/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    const key = keyOf(name, version, file);
    const encodings = acceptedEncodings(request.headers['accept-encoding']);
    const variant = key === null ? null : await findVariant(storage, key, encodings).catch(unavailable);
    if (!variant) throw platformError('not-found', { headers: { 'cache-control': 'no-store', ...corsHeaders } });

    const tag = `"${version === '_' ? '' : `${version}-`}${variant.file.size}-${variant.encoding}"`;
    const isKnown = matches(request, tag);
    // An empty stream rather than nothing, for which the length would be set to zero.
    const stream = isKnown || request.method === 'HEAD' ? Readable.from([]) : await storage.stream(variant.key).catch(unavailable);
    if (!stream) throw platformError('not-found', { headers: { 'cache-control': 'no-store', ...corsHeaders } });

    // From here on nothing fails, and what is kept for a year may be promised.
    setHeaders(reply, file, variant);
    reply.header('etag', tag);
    // The answer would tell the id of one request for all that follow.
    reply.removeHeader('x-request-id');
    if (isKnown) return reply.code(304).send();
    return reply.header('content-length', variant.file.size).send(stream);
  });
};

const corsHeaders = { 'access-control-allow-origin': '*' };

/** The key of a public file; null for any other address, server bundles and compressed siblings included. */
function keyOf(name: string, version: string, file: string): string | null {
  const path = version === '_' ? `_/${file}` : `v/${file}`;
  const isPublic = releasePathSchema.safeParse(path).success && !/\.(br|gz)$/.test(file);
  const isVersion = version === '_' || semverSchema.safeParse(version).success;
  return isPublic && isVersion && releaseNameSchema.safeParse(name).success ? releaseKey(name, version, path) : null;
}

async function findVariant(storage: ReadableStorage, key: string, encodings: Encoding[]): Promise<Variant | null> {
  for (const encoding of encodings) {
    const file = await storage.stat(key + SUFFIX[encoding]);
    if (file) return { key: key + SUFFIX[encoding], encoding, file };
  }
  return null;
}

function setHeaders(reply: FastifyReply, file: string, { encoding }: Variant): void {
  const type = contentType(file);
  reply.headers({
    ...HEADERS,
    'content-type': type,
    vary: 'accept-encoding',
    'content-security-policy': type.startsWith('text/javascript') ? SCRIPT_POLICY : PICTURE_POLICY,
  });
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
}

const matches = (request: FastifyRequest, tag: string) =>
  (request.headers['if-none-match'] ?? '').split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
