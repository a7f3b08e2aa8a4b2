import { tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { createRegistryClient } from '../registry-client';
import { say } from '../terminal';
import { versionDifferences } from '../version-differences';
import { assertConfirmed, type ChangeOptions, showChange } from './promote-command';

/** Makes an earlier revision live again. Which one it is without a number, the registry decides. */
export async function rollbackCommand(options: ChangeOptions & { to?: number }): Promise<void> {
  const token = await tokenFor('promote', options.token, process.cwd());
  const client = createRegistryClient({ ...options, token });
  const current = await client.current();
  if (!current) throw new Failure('There is no earlier revision to return to.', EXIT.conflict, 'nothing-to-roll-back');
  const target = options.to === undefined ? await client.rollbackTarget() : await client.revision(options.to);
  if (!target) throw new Failure(`There is no revision ${options.to}.`, EXIT.notFound, 'revision-not-found');
  const differences = versionDifferences(current.entries, target.entries);
  if (differences.length === 0) {
    if (options.json) return say(JSON.stringify({ revision: current.number, changes: [] }));
    return say(`Revision ${current.number} has the same versions as revision ${target.number} already.`);
  }
  await assertConfirmed(differences, options);
  showChange(await client.rollBack(current.number, options.to, options.reason), differences, current, options);
}
