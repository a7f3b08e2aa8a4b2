import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';

const root = path.resolve(import.meta.dirname, '../..');
const git = (...args: string[]): string[] => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Tracked files and new ones alike, so that a document and what it names may arrive in one commit. */
const files = git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) => existsSync(path.join(root, file)));
const folders = new Set(files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))));
const topLevel = new Set(files.map((file) => file.split('/')[0] ?? ''));
const documents = files.filter((file) => file.endsWith('.md') && !file.startsWith('.changeset/') && !file.endsWith('CHANGELOG.md'));

/** A folder that stays out of version control, for secrets. */
const UNTRACKED = /^deploy\/(secrets|env)\//;
/** `mf-*`, `mf-<name>`, `{a,b}`: a pattern, not a path. */
const PATTERN = /[*<>{}]/;

/** Paths of the repository that a document names in code spans: those that start with something in its root. */
function namedPaths(text: string): string[] {
  const spans = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/`([^`\s]+)`/g)].map((match) => match[1] ?? '');
  return spans.filter(
    (span) => span.includes('/') && topLevel.has(span.split('/')[0] ?? '') && !PATTERN.test(span) && !UNTRACKED.test(span),
  );
}

const linkedPaths = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s#]+)(?:#[^)]*)?\)/g)].map((match) => match[1] ?? '').filter((target) => !/^[a-z]+:/.test(target));

const isThere = (file: string): boolean => files.includes(file) || folders.has(file.replace(/\/$/, ''));

describe('documents', () => {
  it('exist', () => {
    expect(documents).toEqual(expect.arrayContaining(['docs/architecture.md', 'CONTRIBUTING.md']));
  });

  it.each(documents)('%s names only paths that exist', (document) => {
    expect(namedPaths(readFileSync(path.join(root, document), 'utf8')).filter((file) => !isThere(file))).toEqual([]);
  });

  it.each(documents)('%s links only to files that exist', (document) => {
    const folder = path.posix.dirname(document);
    const targets = linkedPaths(readFileSync(path.join(root, document), 'utf8')).map((target) => path.posix.join(folder, target));
    expect(targets.filter((target) => !isThere(target))).toEqual([]);
  });

  it('number the decisions without gaps', () => {
    const numbers = documents.filter((file) => file.startsWith('docs/decisions/')).map((file) => Number(path.basename(file).slice(0, 4)));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});
