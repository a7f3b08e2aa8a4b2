/** Calls about releases. */
import { detailedReleaseSchema, type Release, releaseSchema, remoteSchema } from '@site/release-model/registry-answers';
import { type Prefixes, prefixesSchema } from '@site/release-model/release-checks';
import * as z from 'zod/mini';
import { because, type Transport } from './transport';

export interface Upload {
  name: string;
  version: string;
  /** SHA-256 of the body in hex. */
  sha256: string;
  body: ReadableStream<Uint8Array>;
  reason?: string | undefined;
}

/** The registry gives so many at once. */
export const MOST_RELEASES = 200;

interface ReleasesPage {
  limit: number;
  /** Version of the last one of the page before. */
  before?: string | undefined;
}

export const releaseCalls = ({ call, callOrNull, send, whole, inJson }: Transport) => ({
  remotes: async () => (await call(z.object({ remotes: z.array(remoteSchema) }), '/remotes')).remotes,
  setPrefixes: (name: string, prefixes: Prefixes, reason?: string) =>
    call(
      z.object({ name: z.string(), prefixes: prefixesSchema }),
      `/remotes/${encodeURIComponent(name)}/prefixes`,
      inJson('PUT', { prefixes, reason }),
    ),
  /** Newest first; none for an unknown name. */
  releases: async (name: string, { limit, before }: ReleasesPage): Promise<Release[]> => {
    const path = `/remotes/${encodeURIComponent(name)}/releases?limit=${limit}${before === undefined ? '' : `&before=${before}`}`;
    return (await callOrNull(z.object({ releases: z.array(releaseSchema) }), path))?.releases ?? [];
  },
  release: (name: string, version: string) =>
    callOrNull(detailedReleaseSchema, `/remotes/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`),
  /** @returns Whether the release is new; false if the same bytes were there already. */
  async publish({ name, version, sha256, body, reason }: Upload): Promise<{ isNew: boolean; release: Release }> {
    // `duplex` is required for streams, and missing in the types.
    const headers = { 'content-type': 'application/gzip', 'x-content-sha256': sha256 };
    const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit;
    const answer = await send(`/remotes/${name}/releases/${version}${because(reason)}`, init);
    return { isNew: answer.status === 201, release: releaseSchema.parse(JSON.parse(await whole(answer.text(), init))) };
  },
});
