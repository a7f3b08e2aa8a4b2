/** Calls about releases. */
import { releaseDescriptorSchema } from '@site/contracts/release';
import { type Prefixes, prefixesSchema } from '@site/release-model/release-checks';
import * as z from 'zod/mini';
import type { Transport } from './transport';

const releaseEventSchema = z.object({ at: z.iso.datetime(), by: z.string(), reason: z.nullable(z.string()) });

export const releaseSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** Identity of the release, and that of what it consists of, whatever the version. SHA-256 in hex. */
  id: z.string(),
  contentDigest: z.string(),
  /** Bytes of all files, uncompressed. */
  size: z.int(),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime(),
  /** Set for a release that must not become live any more. */
  yanked: z.nullable(releaseEventSchema),
  /** Set for a release whose files are not kept any more: publishing the same brings them back. */
  collected: z.nullable(releaseEventSchema),
});

export const detailedReleaseSchema = z.object({ ...releaseSchema.shape, descriptor: releaseDescriptorSchema });

export const remoteSchema = z.object({
  name: z.string(),
  team: z.string(),
  /** Where its paths may begin; null for anywhere. */
  prefixes: prefixesSchema,
  releases: z.int(),
  lastPublishedAt: z.nullable(z.iso.datetime()),
});

export type Release = z.infer<typeof releaseSchema>;

export type Remote = z.infer<typeof remoteSchema>;

export interface Upload {
  name: string;
  version: string;
  /** SHA-256 of the body in hex. */
  sha256: string;
  body: ReadableStream<Uint8Array>;
}

export const releaseCalls = ({ call, callOrNull, send, inJson }: Transport) => ({
  remotes: async () => (await call(z.object({ remotes: z.array(remoteSchema) }), '/remotes')).remotes,
  setPrefixes: (name: string, prefixes: Prefixes, reason?: string) =>
    call(
      z.object({ name: z.string(), prefixes: prefixesSchema }),
      `/remotes/${encodeURIComponent(name)}/prefixes`,
      inJson('PUT', { prefixes, reason }),
    ),
  /** Newest first; none for an unknown name. */
  releases: async (name: string) =>
    (await callOrNull(z.object({ releases: z.array(releaseSchema) }), `/remotes/${encodeURIComponent(name)}/releases`))?.releases ?? [],
  release: (name: string, version: string) =>
    callOrNull(detailedReleaseSchema, `/remotes/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`),
  /** @returns Whether the release is new; false if the same bytes were there already. */
  async publish({ name, version, sha256, body }: Upload): Promise<{ isNew: boolean; release: Release }> {
    // `duplex` is required for streams, and missing in the types.
    const init = { method: 'PUT', headers: { 'content-type': 'application/gzip', 'x-content-sha256': sha256 }, body, duplex: 'half' };
    const answer = await send(`/remotes/${name}/releases/${version}`, init as RequestInit);
    return { isNew: answer.status === 201, release: releaseSchema.parse(await answer.json()) };
  },
});
