/** Publishes a build: used by the command, by the start script and by tests. */
import type { Release } from '@site/release-model/registry-answers';
import type { Token } from './client/transport';
import { packRelease, type PackedRelease } from './pack-release';
import { createRegistryClient, type RegistryClient } from './registry-client';

export interface PublishOptions {
  /** Address of the registry. */
  registry: string;
  /** A token that allows to publish. */
  token: Token;
  /** Folder of the build, with its `release.json`, or with the manifest of Module Federation. */
  folder: string;
  /** Of a build that has no `release.json`; default: that of its package.json. */
  version?: string;
  /** Why, for the record. */
  reason?: string | undefined;
  /** Told how many bytes of how many are on their way. */
  onProgress?: (sent: number, total: number) => void;
}

export interface Published {
  release: Release;
  /** False if the same bytes were there already. */
  isNew: boolean;
}

/** @throws Failure when the build is not complete, the registry refuses it or cannot be reached. */
export async function publishDist({ registry, token, folder, version, ...told }: PublishOptions): Promise<Published> {
  return sendRelease(createRegistryClient({ registry, token }), await packRelease(folder, version), told);
}

/** The second half of it. @throws Failure when the registry refuses the release or cannot be reached. */
export function sendRelease(
  client: Pick<RegistryClient, 'publish'>,
  packed: PackedRelease,
  { reason, onProgress }: Pick<PublishOptions, 'reason' | 'onProgress'> = {},
): Promise<Published> {
  const { name, version } = packed.descriptor;
  return client.publish({ name, version, sha256: packed.sha256, body: inChunks(packed, onProgress), reason });
}

const CHUNK_BYTES = 64 * 1024;

function inChunks({ archive }: PackedRelease, onProgress: PublishOptions['onProgress']): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= archive.length) return controller.close();
      const chunk = archive.subarray(sent, sent + CHUNK_BYTES);
      sent += chunk.length;
      controller.enqueue(new Uint8Array(chunk));
      onProgress?.(sent, archive.length);
    },
  });
}
