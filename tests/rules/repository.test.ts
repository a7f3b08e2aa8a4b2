import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from '@jest/globals';

it('nothing that is ignored, such as what a build leaves behind, is part of the repository', () => {
  const cwd = path.resolve(import.meta.dirname, '../..');
  const ignored = execFileSync('git', ['ls-files', '--cached', '--ignored', '--exclude-standard'], { cwd, encoding: 'utf8' });
  expect(ignored).toBe('');
  // The folder in which Module Federation keeps the diagnostics of a build that failed, in any package.
  const diagnostics = ['.mf/diagnostics/latest.json', 'mf-elevate/.mf/diagnostics/latest.json'];
  expect(
    execFileSync('git', ['check-ignore', ...diagnostics], { cwd, encoding: 'utf8' })
      .trim()
      .split('\n'),
  ).toEqual(diagnostics);
});
