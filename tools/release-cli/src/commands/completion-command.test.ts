import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { createProgram } from '../main';
import { completionScript } from './completion-command';

/** What bash offers for the last of some words. */
function offered(...typed: string[]): string[] {
  const words = ['release', ...typed].map((word) => `'${word}'`).join(' ');
  const script = `${completionScript('bash', createProgram())}\nCOMP_WORDS=(${words}); COMP_CWORD=${typed.length}; _release; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split('\n');
}

describe('completion in bash', () => {
  it('offers commands, and the options of a command', () => {
    expect(offered('pro')).toEqual(['promote', 'proposals']);
    expect(offered('promote', '--can')).toEqual(['--canary']);
    expect(offered('status', '--can')).toEqual(['']);
  });

  it('knows every command, what belongs to it, and the options of each', () => {
    const program = createProgram();
    expect(offered('')).toEqual(expect.arrayContaining(program.commands.map((command) => command.name())));
    for (const command of program.commands) {
      const within = command.commands.map((one) => one.name());
      if (within.length > 0) expect(offered(command.name(), '')).toEqual(expect.arrayContaining(within));
      for (const path of [[command], ...command.commands.map((one) => [command, one])]) {
        const options = (path.at(-1)?.options ?? []).flatMap(({ long }) => long ?? []);
        if (options.length > 0) expect(offered(...path.map((one) => one.name()), '--')).toEqual(expect.arrayContaining(options));
      }
    }
  });

  it('offers what belongs to a command, and its options', () => {
    expect(offered('token', '')).toEqual(['create', 'list', 'revoke']);
    expect(offered('token', 'create', 'ci', '--pub')).toEqual(['--publish']);
    expect(offered('token', 'list', '--pub')).toEqual(['']);
    expect(offered('preview', 'rev')).toEqual(['revoke']);
    expect(offered('preview', 'mf-demo@1.0.0', '--exp')).toEqual(['--expires']);
    expect(offered('list', 'cre')).toEqual(['']);
  });
});

/** The lines that a script has for a command, as words with their options: `token create --publish`. */
const line = {
  zsh: (path: string[]) => (path.length > 1 ? `'${path.join(' ')}') compadd --` : `'${path[0]} '*) compadd --`),
  fish: (path: string[]) => `-n '${path.map((name) => `__fish_seen_subcommand_from ${name}`).join('; and ')}' -l`,
};

describe.each(['zsh', 'fish'] as const)('completion in %s', (shell) => {
  it('offers every command, what belongs to it, and the options of each', () => {
    const program = createProgram();
    const script = completionScript(shell, program).split('\n');
    const paths = program.commands.flatMap((command) => [[command], ...command.commands.map((one) => [command, one])]);
    for (const path of paths) {
      const names = path.map((command) => command.name());
      const name = names.at(-1) ?? '';
      expect(script.filter((text) => text.includes(shell === 'fish' ? `-a ${name} -d ` : `'${name}:`))).not.toEqual([]);
      const own = script.filter((text) => text.includes(line[shell](names))).join('\n');
      for (const { long } of path.at(-1)?.options ?? []) expect(own).toMatch(new RegExp(`\\s(?:--)?${long?.replace('--', '')}\\b`));
    }
  });
});
