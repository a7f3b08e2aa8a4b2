import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { EXAMPLES } from './examples';
import { createProgram } from './main';

/** Every command that does something, by its words. */
const runnable = (command: Command, words: string[] = []): [string, Command][] => [
  ...(command.registeredArguments.length > 0 || command.commands.length === 0 ? [[words.join(' '), command] as [string, Command]] : []),
  ...command.commands.flatMap((one) => runnable(one, [...words, one.name()])),
];
const commands = (program = createProgram()) => program.commands.flatMap((command) => runnable(command, [command.name()]));

/** What the shell makes of a line. */
const words = (line: string): string[] =>
  execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);

it('every command has examples, and nothing else has', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(
    commands()
      .map(([name]) => name)
      .sort(),
  );
});

it.each(Object.entries(EXAMPLES))('the help of %s has examples that the command takes', async (name, examples) => {
  for (const example of examples) {
    const program = createProgram();
    let taken = '';
    for (const [other, command] of commands(program)) command.exitOverride().action(() => void (taken = other));
    await program.parseAsync(words(example), { from: 'user' });
    expect([example, taken]).toEqual([example, name]);
  }
  const [, command] = commands().find(([other]) => other === name) ?? [];
  let shown = '';
  command?.configureOutput({ writeOut: (text) => (shown += text) }).outputHelp();
  for (const example of examples) expect(shown).toContain(`  release ${example}\n`);
});
