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
});

describe.each(['zsh', 'fish'] as const)('completion in %s', (shell) => {
  it('names every command with its options', () => {
    const script = completionScript(shell, createProgram());
    for (const command of createProgram().commands) {
      expect(script).toContain(command.name());
      for (const { long } of command.options) expect(script).toContain(long?.replace('--', '') ?? '');
    }
  });
});
