/** Teams: who is in them. What they may do is granted to them. */
import type { Command } from 'commander';
import type { Team } from '@site/release-model/registry-answers';
import { clientFor } from '../client-for';
import type { ConnectionOptions } from '../context';
import { EXIT, Failure } from '../failure';
import { connected, recorded } from '../options';
import { confirm, say, table } from '../terminal';

export function register(program: Command): void {
  const team = program.command('team').description('make teams, and say who is in them');
  recorded(connected(team.command('create').argument('<name>', 'as releases name it in their `team`')))
    .description('make a team')
    .action(createTeamCommand);
  connected(team.command('list')).description('list teams').action(listTeamsCommand);
  connected(team.command('show').argument('<name>')).description('show a team, its parts and its grants').action(showTeamCommand);
  const member = (act: string) => recorded(connected(team.command(act).argument('<name>').argument('<handle>')));
  member('add').description('make somebody a member').action(addMemberCommand);
  member('remove').description('end a membership').action(removeMemberCommand);
}

interface RecordedOptions extends ConnectionOptions {
  reason?: string;
}

async function createTeamCommand(name: string, { reason, ...options }: RecordedOptions): Promise<void> {
  const team = await (await clientFor('admin', options)).createTeam(name, reason);
  say(options.json ? JSON.stringify(team) : `The team ${team.name} is made. Next: npx release team add ${team.name} HANDLE`);
}

async function listTeamsCommand(options: ConnectionOptions): Promise<void> {
  const teams = await (await clientFor('view', options)).teams();
  if (options.json) return say(JSON.stringify({ teams }));
  if (teams.length === 0) return say('There is no team yet. Make one: npx release team create NAME');
  say(
    table(
      ['name', 'members', 'parts'],
      teams.map(({ name, members, parts }) => [name, listed(members), listed(parts)]),
    ),
  );
}

async function showTeamCommand(name: string, options: ConnectionOptions): Promise<void> {
  const client = await clientFor('view', options);
  const team = await client.team(name);
  const grants = (await client.grants()).filter(({ holder, state }) => state === 'valid' && holder.kind === 'team' && holder.name === name);
  if (options.json) return say(JSON.stringify({ ...team, grants }));
  say(describe(team));
  for (const { role, parts, environments } of grants) say(`may: ${role} of ${parts.join(' ')} in ${environments.join(' ')}`);
}

async function addMemberCommand(name: string, handle: string, { reason, ...options }: RecordedOptions): Promise<void> {
  const team = await (await clientFor('admin', options)).addMember(name, handle, reason);
  say(options.json ? JSON.stringify(team) : describe(team));
}

async function removeMemberCommand(name: string, handle: string, { reason, ...options }: RecordedOptions): Promise<void> {
  const client = await clientFor('admin', options);
  if (!(await confirm(`Remove ${handle} from the team ${name}?`, options.yes === true)))
    throw new Failure('Nothing was changed.', EXIT.declined);
  const team = await client.removeMember(name, handle, reason);
  say(options.json ? JSON.stringify(team) : describe(team));
}

const listed = (names: readonly string[]): string => names.join(' ') || '-';

const describe = ({ name, members, parts }: Team): string => `${name}\nmembers: ${listed(members)}\nparts: ${listed(parts)}`;
