/** Grants: what groups, teams and persons may do. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Grant } from '@site/release-model/registry-answers';
import type { GrantRequest } from '@site/release-model/registry-requests';
import { clientFor } from '../client-for';
import type { ConnectionOptions } from '../context';
import { EXIT, Failure } from '../failure';
import { connected, recorded } from '../options';
import { day, days, list, named, parts } from '../scopes';
import { confirm, say, table } from '../terminal';
import { noteUnknownParts } from '../unknown-parts';

const ROLES = ['publisher', 'releaser', 'approver', 'admin', 'viewer'];

export function register(program: Command): void {
  const grant = program.command('grant').description('say what groups, teams and persons may do');
  recorded(connected(grant.command('add').argument('<role>', ROLES.join(', '), role)))
    .description('grant a role')
    .addOption(new Option('--group <name>', 'to a group of the identity provider').conflicts(['team', 'person']))
    .addOption(new Option('--team <name>', 'to a team').conflicts('person'))
    .option('--person <handle>', 'to a person')
    .requiredOption('--parts <parts>', 'for these, such as shell,mf-marketing or all', parts)
    .option('--environment <names>', 'only there; by default everywhere', list)
    .option('--expires <days>', 'such as 30d, at most 366d; by default it lasts until it is revoked', days)
    .action(addGrantCommand);
  connected(grant.command('list')).description('list grants').option('--all', 'also those that have ended').action(listGrantsCommand);
  recorded(connected(grant.command('revoke').argument('<id>', 'as grant list shows it, or its beginning')))
    .description('end a grant')
    .action(revokeGrantCommand);
}

function role(text: string): string {
  if (!ROLES.includes(text)) throw new InvalidArgumentError(`It is none of ${ROLES.join(', ')}.`);
  return text;
}

interface AddGrantOptions extends ConnectionOptions {
  group?: string;
  team?: string;
  person?: string;
  parts: string[];
  environment?: string[];
  /** Days. */
  expires?: number;
  reason?: string;
}

async function addGrantCommand(given: string, options: AddGrantOptions): Promise<void> {
  const { environment: environments, expires: expiresInDays, reason } = options;
  const request = { holder: holderOf(options), role: given, parts: options.parts, environments, expiresInDays, reason };
  const client = await clientFor('admin', options);
  const grant = await client.grant(request);
  if (options.json) return say(JSON.stringify(grant));
  say(`Granted: ${describe(grant)}`);
  await noteUnknownParts(client, grant.parts);
}

function holderOf({ group, team, person }: AddGrantOptions): GrantRequest['holder'] {
  if (group !== undefined) return { kind: 'group', name: group };
  if (team !== undefined) return { kind: 'team', name: team };
  if (person !== undefined) return { kind: 'person', name: person };
  throw new Failure('Say to whom: --group, --team or --person.', EXIT.usage);
}

async function listGrantsCommand({ all, ...options }: ConnectionOptions & { all?: boolean }): Promise<void> {
  const grants = (await (await clientFor('view', options)).grants()).filter(({ state }) => all === true || state === 'valid');
  if (options.json) return say(JSON.stringify({ grants }));
  const rows = grants.map((grant) => [
    grant.id.slice(0, 8),
    grant.state,
    `${grant.holder.kind} ${grant.holder.name ?? '-'}`,
    grant.role,
    named(grant.parts),
    named(grant.environments),
    day(grant.expiresAt),
    `${grant.createdBy}, ${day(grant.createdAt)}`,
  ]);
  say(table(['id', '', 'to', 'role', 'parts', 'environments', 'until', 'granted by'], rows));
}

async function revokeGrantCommand(id: string, { reason, ...options }: ConnectionOptions & { reason?: string }): Promise<void> {
  const client = await clientFor('admin', options);
  const found = (await client.grants()).filter((grant) => grant.id.startsWith(id));
  const [grant] = found;
  if (!grant) throw new Failure(`There is no grant ${id}.`, EXIT.notFound, 'grant-not-found');
  if (found.length > 1) throw new Failure(`Several grants begin with ${id}. Give more of it.`, EXIT.usage);
  if (!(await confirm(`${describe(grant)}\nEnd it?`, options.yes === true))) throw new Failure('Nothing was changed.', EXIT.declined);
  const revoked = await client.revokeGrant(grant.id, reason);
  say(options.json ? JSON.stringify(revoked) : `Revoked: ${describe(revoked)}`);
}

/** `team elevate: publisher; parts: mf-elevate; environments: all; for good.` */
function describe({ holder, role: given, parts: covered, environments, expiresAt }: Grant): string {
  const until = expiresAt === null ? 'for good' : `until ${day(expiresAt)}`;
  return `${holder.kind} ${holder.name ?? '-'}: ${given}; parts: ${named(covered)}; environments: ${named(environments)}; ${until}.`;
}
