import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { createProgram } from '../main';
import { completionScript } from './completion-command';

/** What bash offers for the last of some words, for each of the lines that were typed. */
function offeredFor(lines: string[][]): string[][] {
  const asked = lines.map((typed) => {
    const words = ['release', ...typed].map((word) => `'${word}'`).join(' ');
    return `COMP_WORDS=(${words}); COMP_CWORD=${typed.length}; COMPREPLY=(); _release; printf '%s\\n' "\${COMPREPLY[*]}"`;
  });
  const script = [completionScript('bash', createProgram()), ...asked].join('\n');
  const { stdout } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .slice(0, lines.length)
    .map((line) => line.split(' '));
}

const offered = (...typed: string[]): string[] => offeredFor([typed])[0] ?? [];

describe('completion in bash', () => {
  it('offers commands, and the options of a command', () => {
    expect(offered('pro')).toEqual(['promote', 'proposals']);
    expect(offered('promote', '--can')).toEqual(['--canary']);
    expect(offered('status', '--can')).toEqual(['']);
  });

  it('knows every command, what belongs to it, and the options of each', () => {
    const program = createProgram();
    const typedAndOffered: [string[], string[]][] = [[[''], program.commands.map((command) => command.name())]];
    for (const command of program.commands) {
      const within = command.commands.map((one) => one.name());
      if (within.length > 0) typedAndOffered.push([[command.name(), ''], within]);
      for (const path of [[command], ...command.commands.map((one) => [command, one])]) {
        const options = (path.at(-1)?.options ?? []).flatMap(({ long }) => long ?? []);
        if (options.length > 0) typedAndOffered.push([[...path.map((one) => one.name()), '--'], options]);
      }
    }
    const answers = offeredFor(typedAndOffered.map(([typed]) => typed));
    expect(answers).toEqual(typedAndOffered.map(([, all]) => expect.arrayContaining(all)));
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
  fish: (path: string[]) => `-n '__release_is ${path.join(' ')}`,
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

it('completion in zsh works where nothing is completed yet', () => {
  const script = completionScript('zsh', createProgram());
  expect(script).toMatch(/functions\[compdef\] \)\) \|\| \{ autoload -Uz compinit && compinit; \}\ncompdef _release release\n$/);
});

it('completion in fish offers of `token list` nothing that belongs to `list`', () => {
  const script = completionScript('fish', createProgram()).split('\n');
  const conditions = (option: string) =>
    script.filter((text) => text.includes(` -l ${option} `)).map((text) => /-n '([^']*)'/.exec(text)?.[1]);
  expect(conditions('before')).toContain('__release_is list');
  expect(conditions('copies')).toEqual(['__release_is environment create']);
  expect(conditions('expires')).toContain('__release_is preview; and not contains -- (commandline -opc)[3] list revoke');
});
