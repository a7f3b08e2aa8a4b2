import type { Change } from '@site/release-model/changes';
import type { Command } from '@site/release-model/commands';

/** What the audit says that a command was about: `name@version`, or the names of parts. */
export function subjectOf(command: Command, changes: readonly Change[]): string {
  if ('release' in command) return `${command.release.name}@${command.release.version}`;
  const subjects = changes.map(({ name, field, to }) => (to !== null && IS_RELEASE.has(field) ? `${name}@${to}` : name));
  return [...new Set(subjects)].join(' ');
}

const IS_RELEASE: ReadonlySet<string> = new Set(['stable', 'candidate']);
