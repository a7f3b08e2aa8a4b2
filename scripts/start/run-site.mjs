/** From a checkout to a running site: install, build, start, publish, promote. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { installIfNeeded } from '../install.mjs';
import { root } from '../workspaces.mjs';
import { build, releasedPackages } from './build.mjs';
import { Failure } from './failure.mjs';
import { goLive } from './go-live.mjs';
import { assertNodeVersion } from './node-version.mjs';
import { assertPortFree } from './port.mjs';
import { step } from './progress.mjs';
import { SiteProcess } from './site-process.mjs';

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;

/**
 * @typedef {object} RunningSite
 * @property {SiteProcess} site
 * @property {string} address
 * @property {string} registry Address of its registry on this machine.
 * @property {string} dataDir
 * @property {{ email: string, password: string, role: string }[]} accounts
 * @property {import('./build.mjs').Build[]} waiting What is published and left to somebody to promote.
 */

/**
 * @param {AbortSignal} signal Stops whatever is going on.
 * @returns {Promise<RunningSite>}
 * @throws {Failure} With a sentence for people.
 */
export async function runSite(signal) {
  assertNodeVersion();
  const port = Number(process.env.PORT ?? 8080);
  await assertPortFree(process.env.HOST ?? '127.0.0.1', port);
  await installIfNeeded({ signal }).catch((error) => {
    throw new Failure(error.message);
  });
  if (signal.aborted) throw new Failure('Stopped.');

  const site = new SiteProcess({ LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' });
  const stop = () => void site.stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // The server starts while the builds run; of two failures, the server's comes first and says what to do.
    const listening = site.listening();
    const built = step('Build the shell and the remotes', (say) => buildAll(say, signal));
    const [{ address, dataDir, accounts }] = await Promise.all([listening, built]);
    const local = `http://127.0.0.1:${port}`;
    const waiting = await step('Publish and promote', (say) => release({ local, dataDir, say, signal }));
    return { site, address, registry: `http://localhost:${port}/registry`, dataDir, accounts: accounts ?? [], waiting };
  } catch (error) {
    await site.stop();
    throw error;
  }
}

async function buildAll(say, signal) {
  const count = releasedPackages().length;
  say(`${count} packages`);
  const { cached } = await build({ signal });
  say(cached === count ? 'nothing has changed' : `${count - cached} of ${count} anew`);
}

async function release({ local, dataDir, say, signal }) {
  const folders = releasedPackages().map(([, folder]) => folder);
  const { published, waiting, revision } = await goLive(folders, { ...(await releaseTools(local, dataDir)), say, signal });
  say('rendering the pages');
  const { pages } = await liveAndRendered(local, revision, signal);
  const names = published.map(({ name, version }) => `${name} ${version}`).join(', ');
  const news = names && (waiting.length > 0 ? `, ${names} published` : ` with ${names}`);
  const left = pages.failed > 0 ? `, ${pages.failed} left to the browser` : '';
  say(`revision ${revision}${news}, ${pages.rendered} pages rendered${left}`);
  return waiting;
}

/** What makes a program of the release tool may have been installed only just now. */
async function releaseTools(registry, dataDir) {
  const { loadProgram } = await import('@site/program/program');
  const { contentDigest, createRegistryClient, publishDist, readDescriptor } = await loadProgram('tools/release-cli/src/start-tools.ts');
  const token = readFileSync(path.join(dataDir, 'tokens', 'start.token'), 'utf8').trim();
  const dist = (folder) => path.join(root, folder, 'dist');
  return {
    registry: createRegistryClient({ registry, token }),
    publish: ({ folder }) => publishDist({ registry, token, folder: dist(folder) }),
    digest: async (folder) => contentDigest(await readDescriptor(dist(folder))),
  };
}

/** Waits until the edge serves the revision, with its pages rendered. A site whose pages cannot be rendered is not waited for. */
async function liveAndRendered(local, revision, signal) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const status = await fetch(`${local}/_edge/status`, { signal }).then((answer) => answer.json());
    if ((status.revision ?? 0) >= revision && status.pages.done) return status;
    if (Date.now() > deadline) throw new Failure(`The site does not show revision ${revision}. ${status.defects.join(' ')}`.trim());
    await new Promise((resolve) => setTimeout(resolve, READY_POLL_MS));
  }
}
