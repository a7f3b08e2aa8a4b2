import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import getReleasePlan from '@changesets/get-release-plan';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';

const root = path.resolve(import.meta.dirname, '../..');
/** Also where the clone belongs to somebody else. */
const git = (...args: string[]) => execFileSync('git', ['-c', `safe.directory=${root}`, ...args], { cwd: root, encoding: 'utf8' });

it('nothing that is ignored, such as what a build leaves behind, is part of the repository', () => {
  expect(git('ls-files', '--cached', '--ignored', '--exclude-standard')).toBe('');
  // The folder in which Module Federation keeps the diagnostics of a build that failed, in any package.
  const diagnostics = ['.mf/diagnostics/latest.json', 'mf-elevate/.mf/diagnostics/latest.json'];
  expect(
    git('check-ignore', ...diagnostics)
      .trim()
      .split('\n'),
  ).toEqual(diagnostics);
});

it('a change of any file of the shared packages, but for documents, builds what consists of them again', () => {
  const { namedInputs } = JSON.parse(readFileSync(path.join(root, 'nx.json'), 'utf8')) as { namedInputs: { shared: string[] } };
  const globs = namedInputs.shared.map((input) => input.replace('{workspaceRoot}/', ''));
  const files = git('ls-files', 'shared', ':!*.md').trim().split('\n');
  expect(files).toContain('shared/ui/package.json');
  expect(files.filter((file) => !globs.some((glob) => path.matchesGlob(file, glob)))).toEqual([]);
});

it('the pipeline of a remote publishes after a change that can raise its version, since a version is published once', () => {
  const file = readFileSync(path.join(root, '.github/workflows/publish-remote.yml'), 'utf8');
  const { on } = parse(file) as { on: { push: { paths: string[] } } };
  const [, name] = /npx release publish (\S+) --no-bump/.exec(file)!;
  expect(on.push.paths).toEqual([`${name}/package.json`]);
});

it('changesets name packages of the workspace, since one that does not stops the command that turns all of them into changelogs', async () => {
  const { releases, changesets } = await getReleasePlan(root);
  expect(new Set(releases.flatMap((release) => release.changesets))).toEqual(new Set(changesets.map(({ id }) => id)));
});
