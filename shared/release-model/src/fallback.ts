/** What takes over in a browser where a release does not load. */
import { SHELL_NAME } from '@site/contracts/release';
import type { RevisionLog } from './revision-log';
import { isMet, type ReadDescriptor } from './solver';
import { liveReleases, type Part, type Parts } from './target';

/** How many releases of a part are tried. */
const CONSIDERED = 5;

/** What a command may keep from being a fallback: the stable release and the candidate, those before it and those after it. */
const REPLACED = 4;

/**
 * Ids of the releases of a part that can be its fallback after a command: the ones that were stable last and may still be live.
 * @param isBad Whether a release is yanked, or left for good with the command.
 */
export const fallbacksInQuestion = (log: RevisionLog, name: string, isBad: (id: string) => boolean): string[] =>
  log
    .wasLive(name)
    .filter((id) => !isBad(id))
    .slice(0, CONSIDERED + REPLACED);

/**
 * The parts with their fallbacks: for each, of the last releases that were stable and may still be live, the first that fits to every release
 * that is live. Where a candidate does not load, the stable release takes over, so this is for the stable one.
 * @param isBad Whether a release is yanked, or left for good at this moment.
 */
export function withFallbacks(parts: Parts, log: RevisionLog, isBad: (id: string) => boolean, read: ReadDescriptor): Parts {
  const choose = (name: string, { stable, candidate }: Part) => {
    const others = fallbacksInQuestion(log, name, isBad).filter((id) => id !== stable.id && id !== candidate?.release.id);
    const id = others.slice(0, CONSIDERED).find((one) => fits(parts, name, one, read));
    return id === undefined ? null : { version: read(id).version, id };
  };
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, { ...part, fallback: choose(name, part) }]));
}

/** Whether a release can take the place of a part beside every live release of the others. */
export function fits(parts: Parts, name: string, id: string, read: ReadDescriptor): boolean {
  const release = read(id);
  if (name !== SHELL_NAME) return liveReleases(parts[SHELL_NAME]).every((shell) => isMet(release, read(shell.id)));
  const remotes = Object.keys(parts).filter((other) => other !== SHELL_NAME);
  return remotes.every((remote) => liveReleases(parts[remote]).every((other) => isMet(read(other.id), release)));
}
