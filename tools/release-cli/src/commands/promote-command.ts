import { releaseNameSchema, semverSchema } from '@site/contracts/release';
import type { Revision, RevisionChange } from '@site/contracts/revision';
import { type CommonOptions, pasteable, tokenFor } from '../context';
import { EXIT, Failure } from '../failure';
import { createRegistryClient } from '../registry-client';
import { confirm, say } from '../terminal';
import { describeDifference, type Difference, versionDifferences } from '../version-differences';

export interface ChangeOptions extends CommonOptions {
  reason?: string;
}

/** Makes versions live. */
export async function promoteCommand(releases: string[], options: ChangeOptions): Promise<void> {
  const changes = releases.map(parseRelease);
  const token = await tokenFor('promote', options.token, process.cwd());
  const client = createRegistryClient({ ...options, token });
  const current = await client.current();
  const wanted = Object.fromEntries(changes.map(({ name, version }) => [name, { version, previous: null }]));
  const differences = versionDifferences(current?.entries ?? {}, { ...current?.entries, ...wanted });
  if (current && differences.length === 0) {
    if (options.json) return say(JSON.stringify({ revision: current.number, changes: [] }));
    return say(`All of this is live already, in revision ${current.number}.`);
  }
  await assertConfirmed(differences, options);
  showChange(await client.promote(current?.number ?? 0, changes, options.reason), differences, current, options);
}

export async function assertConfirmed(differences: Difference[], options: ChangeOptions): Promise<void> {
  const question = `${differences.map(describeDifference).join('\n')}\nMake this live?`;
  if (!(await confirm(question, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
}

/** Says what is live now and how to undo it. */
export function showChange(revision: Revision, differences: Difference[], before: Revision | null, options: ChangeOptions): void {
  if (options.json) return say(JSON.stringify({ revision: revision.number, changes: differences }));
  say(differences.map(describeDifference).join('\n'));
  say(`\nRevision ${revision.number} is live.`);
  if (before) say(`Undo: ${pasteable(`rollback --to ${before.number}`, options)}`);
}

function parseRelease(text: string): RevisionChange {
  const at = text.lastIndexOf('@');
  const [name, version] = [text.slice(0, at), text.slice(at + 1)];
  if (at > 0 && releaseNameSchema.safeParse(name).success && semverSchema.safeParse(version).success) return { name, version };
  throw new Failure(`'${text}' is not a release. Write it as name@version, such as mf-marketing@1.0.1.`, EXIT.usage);
}
