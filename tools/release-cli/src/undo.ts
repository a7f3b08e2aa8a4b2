/** How a change of what is live is taken back, as commands say it. */
import type { Revision } from '@site/release-model/revision';
import { type CommonOptions, pasteableIn } from './context';

/** `Undo: npx release rollback --to 12`, and whose canaries that would end besides. @param revision The one that is taken back. */
export function undoLine(command: string, { target }: Pick<Revision, 'target'>, options: CommonOptions): string {
  const shown = Object.entries(target.parts).flatMap(([name, { candidate }]) => (candidate ? [name] : []));
  const ended = command.startsWith('rollback') && shown.length > 0 ? `\nThat also ends what is shown of ${shown.join(', ')}.` : '';
  return `Undo: ${pasteableIn(command, options)}${ended}`;
}
