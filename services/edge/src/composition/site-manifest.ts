/** The manifest of a site: all that its documents need only for other pages, under the hash of its bytes. */
import { createHash } from 'node:crypto';
import type { ComposedRemote, SiteManifest } from '@site/contracts/composition';
import { memoize } from '@site/release-model/memoize';
import { LRUCache } from 'lru-cache';

export interface NamedManifest {
  /** SHA-256 as base64url. Browsers hold the manifest against it. */
  hash: string;
  /** As JSON. */
  text: string;
}

/** The same remotes have the same manifest, in whichever target and choice. */
export function manifestOf({ remotes }: SiteManifest): NamedManifest {
  const text = `{"remotes":[${remotes.map(textOf).join()}]}`;
  return { hash: createHash('sha256').update(text).digest('base64url'), text };
}

/** Most remotes of a site are those of the site before. */
const textOf = memoize((remote: ComposedRemote) => JSON.stringify(remote));

/** Most characters of the manifests that are kept. */
const KEPT = 16_000_000;

/** Manifests that documents name, those of earlier targets included: a page may be open for long before it asks. */
export class Manifests {
  readonly #known = new LRUCache<string, NamedManifest>({ maxSize: KEPT, sizeCalculation: ({ text }) => text.length });

  keep(manifest: NamedManifest): void {
    this.#known.set(manifest.hash, manifest);
  }

  find(hash: string): NamedManifest | undefined {
    return this.#known.get(hash);
  }
}
