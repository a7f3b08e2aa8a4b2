/** Makes a new remote in this repository: a package with one page, its test and its route. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { remoteConfigSchema } from '@site/contracts/remote-config';
import { isReserved } from '@site/release-model/release-checks';
import { isShowable } from '@site/release-model/keepable-text';
import type { Command } from 'commander';
import { EXIT, Failure } from '../failure';
import { makeRemote } from '../new-remote';
import { say } from '../terminal';
import { findRoot } from '../workspace';

export function register(program: Command): void {
  program
    .command('new')
    .argument('<name>', 'such as mf-events')
    .description('make a new remote in this repository')
    .option('--team <team>', 'the team that owns it; default: the name without mf-')
    .option('--json', 'answer in JSON')
    .action(newCommand);
}

export async function newCommand(name: string, { team, json }: { team?: string; json?: boolean }): Promise<void> {
  if (!remoteConfigSchema.shape.name.safeParse(name).success)
    throw new Failure(
      `'${name}' is no name of a remote. One is mf-, a small letter, and small letters, digits and dashes, such as mf-events.`,
      EXIT.usage,
    );
  const route = `/${name.replace('mf-', '')}`;
  if (isReserved(route))
    throw new Failure(`The page of ${name} would be at ${route}, where something else of the site answers.`, EXIT.usage);
  if (team !== undefined && (team.trim() === '' || !isShowable(team))) throw new Failure('A team has a name, in one line.', EXIT.usage);
  const root = await findRoot(process.cwd());
  if (root === null) throw new Failure('This is not inside the repository: no package.json with workspaces was found.', EXIT.usage);
  if (existsSync(join(root, name))) throw new Failure(`There is a folder ${name} already.`, EXIT.conflict);
  const files = await makeRemote(root, { name, team: team ?? name.replace('mf-', '') });
  if (json) return say(JSON.stringify({ name, files }));
  say(
    [
      `${name} is made:`,
      ...files.map((file) => `  ${file}`),
      '',
      'Next:',
      '  npm install',
      `  npx release dev ${name}        look at it inside the running site`,
      `  npx release publish ${name}    and promote it`,
    ].join('\n'),
  );
}
