/** Releases of edited sources on the running site. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildPackage } from '@site/build/build-package';
import { repositoryRoot } from '@site/build/package-source';
import { publishDist } from '@site/release-cli/publish';
import { createRegistryClient, type RegistryClient } from '@site/release-cli/registry-client';
import { alterBuild } from '../../e2e/releases/changed-builds';
import { type Edit, editRule } from '../variants/edit';

const POLL_MS = 50;
const TIMEOUT_MS = 120_000;

/** Builds a package with an edit, under a version of its own. The build that lies in its folder stays. @returns The folder of the build. */
export async function buildEdited(part: string, version: string, edit: Edit): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'site-bench-build-'));
  const [dist, backup, target] = [join(repositoryRoot, part, 'dist'), join(folder, 'backup'), join(folder, 'dist')];
  await cp(dist, backup, { recursive: true });
  try {
    await buildPackage(join(repositoryRoot, part), [editRule(edit)]);
    return await alterBuild(dist, target, { descriptor: { version } });
  } finally {
    await rm(dist, { recursive: true });
    await cp(backup, dist, { recursive: true });
  }
}

export class Releases {
  readonly #origin: string;
  readonly #client: RegistryClient;
  readonly #publishToken: string;

  private constructor(origin: string, promoteToken: string, publishToken: string) {
    this.#origin = origin;
    this.#client = createRegistryClient({ registry: origin, token: promoteToken });
    this.#publishToken = publishToken;
  }

  /** @param dataDir Of the site, with its tokens. */
  static async of(origin: string, dataDir: string): Promise<Releases> {
    const token = async (verb: string): Promise<string> => (await readFile(join(dataDir, 'tokens', `${verb}.token`), 'utf8')).trim();
    return new Releases(origin, await token('promote'), await token('publish'));
  }

  publish(folder: string): Promise<unknown> {
    return publishDist({ registry: this.#origin, token: this.#publishToken, folder });
  }

  /** The live version of a part. */
  async versionOf(part: string): Promise<string> {
    const version = (await this.#client.current())?.target.parts[part]?.stable.version;
    if (version === undefined) throw new Error(`${part} is not live`);
    return version;
  }

  /**
   * Makes a release live, and waits until it is served, rendered, and told from what was live before: the edge has to have heard from the registry
   * what that was.
   */
  async promote(part: string, version: string): Promise<void> {
    const before = (await this.#client.current())?.number ?? 0;
    const { hash } = (await this.#status()).prospects;
    const { number } = await this.#client.promote(before, { [part]: version }, 'bench');
    await this.#until(({ revision, pages, prospects }) => {
      const isTold = prospects.hash !== hash && prospects.done && prospects.deltas;
      return revision === number && pages.done && isTold;
    });
  }

  async #status(): Promise<Status> {
    return (await (await fetch(`${this.#origin}/_edge/status`)).json()) as Status;
  }

  async #until(isSo: (status: Status) => boolean): Promise<void> {
    const deadline = Date.now() + TIMEOUT_MS;
    while (!isSo(await this.#status())) {
      if (Date.now() > deadline) throw new Error('The edge is not ready with what was promoted.');
      await delay(POLL_MS);
    }
  }
}

interface Status {
  revision: number;
  pages: { done: boolean };
  prospects: { hash: string | null; done: boolean; deltas: boolean };
}
