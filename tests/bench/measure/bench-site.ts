/** The site under measurement: started from empty data, asked for its composition, given a second release. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '@site/build/package-source';
import { COMPOSITION_ELEMENT_ID, type Composition } from '@site/contracts/composition';
import startSite from '../../e2e/start-site';

const run = promisify(execFile);
const RENDERED_TIMEOUT_MS = 60_000;

export interface BenchSite {
  origin: string;
  composition(): Promise<Composition>;
  /** Publishes the sources of a remote under a version of their own and makes it live. */
  release(remote: string, version: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startBenchSite(): Promise<BenchSite> {
  const stop = await startSite();
  const origin = process.env.BASE_URL ?? '';
  const document = async (): Promise<string> => (await fetch(origin)).text();

  const composition = async (): Promise<Composition> => {
    const json = new RegExp(`id="${COMPOSITION_ELEMENT_ID}"[^>]*>(.*?)</script>`, 's').exec(await document())?.[1];
    if (json === undefined) throw new Error(`${origin} has no composition`);
    return JSON.parse(json) as Composition;
  };
  const untilRendered = async (): Promise<void> => {
    const deadline = Date.now() + RENDERED_TIMEOUT_MS;
    while (/<div id="root"><\/div>/.test(await document())) {
      if (Date.now() > deadline) throw new Error('The page was not rendered ahead of time');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const release = (...args: string[]): Promise<unknown> =>
    run('npx', ['release', ...args, '--registry', `${origin}/registry`], {
      cwd: repositoryRoot,
      env: { ...process.env, DATA_DIR: process.env.SITE_DATA_DIR },
    });

  await untilRendered();
  return {
    origin,
    composition,
    async release(remote, version) {
      await release('publish', remote, '--version', version);
      await release('promote', `${remote}@${version}`, '--yes');
      while ((await composition()).remotes.every((entry) => entry.version !== version))
        await new Promise((resolve) => setTimeout(resolve, 50));
      await untilRendered();
      // Leaves the folder as a build of the released sources, for whatever is done next.
      await run('npm', ['run', 'build', '-w', remote], { cwd: repositoryRoot });
    },
    stop: async () => stop?.(),
  };
}
