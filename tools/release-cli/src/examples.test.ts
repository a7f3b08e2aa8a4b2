import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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

/** @returns The command that takes a line. @throws CommanderError if none does. */
async function taking(line: string): Promise<string> {
  const program = createProgram();
  let taken = '';
  for (const [name, command] of commands(program)) command.exitOverride().action(() => void (taken = name));
  await program.parseAsync(words(line), { from: 'user' });
  return taken;
}

it('every command has examples, and nothing else has', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(
    commands()
      .map(([name]) => name)
      .sort(),
  );
});

it.each(Object.entries(EXAMPLES))('the help of %s has examples that the command takes', async (name, examples) => {
  for (const example of examples) expect([example, await taking(example)]).toEqual([example, name]);
  const [, command] = commands().find(([other]) => other === name) ?? [];
  let shown = '';
  command?.configureOutput({ writeOut: (text) => (shown += text) }).outputHelp();
  for (const example of examples) expect(shown).toContain(`  release ${example}\n`);
});

it('the README of the repository shows lines that the command takes', async () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
  const lines = [...readme.matchAll(/^npx release (.*)$/gm)].map(([, line = '']) => line);
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) expect([line, line.startsWith(await taking(line))]).toEqual([line, true]);
});
