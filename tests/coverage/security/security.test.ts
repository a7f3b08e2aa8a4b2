import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SEPARATOR } from '../clause';
import { asvs } from './asvs';
import { securityText } from './document';
import { securityDocuments } from './documents';
import { defectOf, of, stateOf } from './requirement';

const root = path.resolve(import.meta.dirname, '../../..');
const all = securityDocuments.flatMap(({ chapters }) => chapters).flatMap(({ requirements }) => requirements);
const repeated = (texts: string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index);

describe('the requirements', () => {
  it('are all that ASVS 5.0.0 has in its levels 1 and 2, in their order', () => {
    const own = asvs.flatMap(({ requirements }) => requirements);
    expect([1, 2].map((level) => own.filter((one) => one.level === level).length)).toEqual([70, 183]);
    const numbers = own.map(({ id }) => id.slice(1).split('.').map(Number));
    const rank = ([chapter = 0, section = 0, number = 0]: number[]) => chapter * 10_000 + section * 100 + number;
    expect(numbers.map(rank)).toEqual(numbers.map(rank).toSorted((a, b) => a - b));
  });

  it('have ids of their own', () => {
    expect(repeated(all.map(({ id }) => id))).toEqual([]);
  });

  it('say each what becomes of it', () => {
    expect(all.map(defectOf).filter(Boolean)).toEqual([]);
  });

  it('name files that exist', () => {
    const files = all.flatMap(({ tests = [], read = [] }) => [...tests.map((reference) => reference.split(SEPARATOR)[0] ?? ''), ...read]);
    expect([...new Set(files)].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('a requirement', () => {
  const section = of('V1.1');
  const tests = ['a.test.ts › works'];

  it.each([
    ['holds', section(1, 1, 'A.', { tests })],
    ['holds', section(1, 1, 'A.', { tests, limit: 'Beyond it.' })],
    ['in part', section(1, 1, 'A.', { tests, open: 'Half.' })],
    ['open', section(1, 1, 'A.', { open: 'All.' })],
    ['does not apply', section(1, 1, 'A.', { absent: 'None.' })],
  ])('%s by what it says', (state, requirement) => {
    expect([stateOf(requirement), defectOf(requirement)]).toEqual([state, null]);
  });

  it.each([
    ['nothing', {}],
    ['a sentence and no proof', { how: 'It is so.' }],
    ['that it does not apply, and a test', { absent: 'None.', tests }],
    ['an empty list', { tests: [] }],
    ['a limit and no proof', { limit: 'Beyond it.' }],
  ])('that says %s is refused', (_what, what) => {
    expect(defectOf(section(1, 1, 'A.', what))).toContain('V1.1.1');
  });
});

describe('the documents', () => {
  it('show state, reason, files and tests of each requirement', () => {
    const requirement = of('V1.1')(2, 2, 'A | B.', {
      how: 'So.',
      tests: ['a.test.ts › works'],
      seenRed: 'the lock.',
      read: ['docs/security.md'],
      open: 'Rest.',
      limit: 'More.',
    });
    const document = { file: 'docs/x.md', title: 'X', intro: ['Y'], chapters: [{ title: 'Z', requirements: [requirement] }] };
    const text = securityText(document, [{ file: 'a.test.ts', name: 'works', status: 'passed' }]);
    expect(text).toContain('- in part: 1');
    expect(text).toContain(
      String.raw`| V1.1.2 (L2) | A \| B. | in part | So.<br>Read: [security.md](../docs/security.md)<br>[a](../a.test.ts): works<br>Seen red without: the lock.<br>**Does not hold yet:** Rest.<br>What it does not do: More. |`,
    );
    expect(() => securityText(document, [])).toThrow('did not run');
  });

  it.each(securityDocuments.map(({ file }) => file))('have every requirement: %s', (file) => {
    const chapters = securityDocuments.find((one) => one.file === file)?.chapters ?? [];
    const text = readFileSync(path.join(root, file), 'utf8');
    expect(chapters.flatMap(({ requirements }) => requirements).filter(({ id }) => !text.includes(`| ${id} `))).toEqual([]);
  });
});
