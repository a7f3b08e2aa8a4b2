/** Those who release: one publishes versions, others decide which of them are live. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, Failure } from '@site/release-cli/failure';
import { publishDist } from '@site/release-cli/publish';
import { createRegistryClient } from '@site/release-cli/registry-client';
import type { CommandRequest } from '@site/release-model/registry-requests';
import { alterBuild } from '../../../e2e/releases/changed-builds';
import type { Random } from '../random';
import type { Site } from './site';

const PART = 'mf-marketing';
const DIST = path.resolve(import.meta.dirname, '../../../..', PART, 'dist');
const PAUSE_MS = 6_000;
const PUBLISH_PAUSE_MS = 20_000;
const RETRY_MS = 2_000;

/** Versions that are there to be released. */
export type Shelf = string[];

/** Publishes one version after the other, each until the registry has it. */
export async function publisher(site: Site, token: string, shelf: Shelf): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'soak-builds-'));
  try {
    for (let count = 1; !site.signal.aborted; count += 1) {
      const version = `900.0.${count}`;
      const build = await alterBuild(DIST, path.join(folder, version), { descriptor: { version } });
      const register = `release ${PART}@${version}`;
      // Also when everybody is on the way home: what is begun is brought to its end.
      while (!(await published(site, { token, folder: build, register }))) await sleep(RETRY_MS);
      shelf.push(version);
      await rm(build, { recursive: true });
      await sleep(PUBLISH_PAUSE_MS, undefined, { signal: site.signal }).catch(() => undefined);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function published(site: Site, { token, folder, register }: { token: string; folder: string; register: string }): Promise<boolean> {
  try {
    await publishDist({ registry: `${site.origin}/registry`, token, folder });
    site.journal.note({ register, value: 'published', state: 'acknowledged' });
    return true;
  } catch (error) {
    if (isUnanswered(error)) site.journal.note({ register, value: 'published', state: 'unanswered' });
    else site.wonder(`publishing is refused: ${(error as Error).message}`);
    return false;
  }
}

/** Promotes, gives a version to some, takes it back. Somebody else may have been quicker. */
export async function releaseManager(site: Site, token: string, shelf: Shelf, random: Random): Promise<void> {
  const client = createRegistryClient({ registry: `${site.origin}/registry`, token });
  while (!site.signal.aborted) {
    await sleep(random.below(PAUSE_MS) + PAUSE_MS, undefined, { signal: site.signal }).catch(() => undefined);
    if (shelf.length === 0 || site.signal.aborted) continue;
    const register = `revision soak ${randomUUID()}`;
    const effect = { register, value: '1' };
    try {
      const current = await client.current();
      const reason = register.replace('revision ', '');
      await client.execute(command(random, shelf), { expectedRevision: current?.number ?? 0, reason });
      site.journal.note({ ...effect, state: 'acknowledged' });
    } catch (error) {
      if (isUnanswered(error)) site.journal.note({ ...effect, state: 'unanswered' });
      else if (!isOutdone(error)) site.wonder(`a command is refused: ${(error as Error).message}`);
    }
  }
}

function command(random: Random, shelf: Shelf): CommandRequest {
  const releases = { [PART]: random.pick(shelf) };
  return random.pick<CommandRequest>([
    { kind: 'promote', releases },
    { kind: 'promote', releases },
    { kind: 'canary', releases, basisPoints: 500 },
    { kind: 'end-canary', parts: [PART] },
    { kind: 'rollback' },
  ]);
}

/** What is not known to have failed, a broken connection included. */
const isUnanswered = (error: unknown): boolean => !(error instanceof Failure) || error.exitCode === EXIT.unavailable;

/** Somebody else changed what is live meanwhile, or it is so already. */
const isOutdone = (error: unknown): boolean =>
  error instanceof Failure && (error.exitCode === EXIT.conflict || error.exitCode === EXIT.refused);
