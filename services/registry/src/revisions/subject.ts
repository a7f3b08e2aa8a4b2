import type { Change } from '@site/release-model/changes';
import type { Command } from '@site/release-model/commands';

/** What the audit says that a command was about: `name@version`, or the names of parts. */
export function subjectOf(command: Command, changes: readonly Change[]): string {
  if ('release' in command) return `${command.release.name}@${command.release.version}`;
  // The candidate of a part that becomes stable ends with it, which says no more.
  const named = new Set(changes.filter(isOfRelease).map(({ name }) => name));
  const subjects = changes.flatMap((change) =>
    isOfRelease(change) ? `${change.name}@${change.to}` : named.has(change.name) ? [] : change.name,
  );
  return [...new Set(subjects)].join(' ');
}

const isOfRelease = ({ field, to }: Change): boolean => to !== null && IS_RELEASE.has(field);
const IS_RELEASE: ReadonlySet<string> = new Set(['stable', 'candidate']);
