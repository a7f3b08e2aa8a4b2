import { expect, it } from '@jest/globals';
import { withFigures } from './figures';

const README = '# Site\n\n<!-- figures -->\n\nold\n\n<!-- /figures -->\n\n## End\n';
const found = (measured: number) => ({
  bench: 'server',
  day: '2026-01-31',
  limits: [
    { what: 'answers', measured, atLeast: 0.8 },
    { what: 'p99, ms', measured: 12, atMost: 20 },
  ],
});

it('figures take the place of those before, each with its command, and the rest stays', () => {
  expect(withFigures(README, [found(0.91234)])).toBe(
    '# Site\n\n<!-- figures -->\n\n`npm run bench -- server`, 2026-01-31:\n\n| what | measured | target |\n| --- | --- | --- |\n' +
      '| answers | 0.912 | at least 0.8 |\n| p99, ms | 12 | at most 20 |\n\n<!-- /figures -->\n\n## End\n',
  );
});

it('those of a bench that was not run again stay where they are', () => {
  const before = withFigures(README, [found(0.9), { ...found(1), bench: 'pages' }]);
  const after = withFigures(before, [{ ...found(0.8), day: '2026-02-28' }]);
  expect(after).toBe(before.replace('0.9 ', '0.8 ').replace('server`, 2026-01-31', 'server`, 2026-02-28'));
});

it('what is missed stands out, and what could not be measured is no number', () => {
  expect(withFigures(README, [found(0.7)])).toContain('| answers | **0.7** | at least 0.8 |');
  expect(withFigures(README, [found(Number.NaN)])).toContain('| answers | not measured | at least 0.8 |');
});

it('nothing is written without figures, or without a place for them', () => {
  expect(() => withFigures(README, [])).toThrow('npm run bench');
  expect(() => withFigures('# Site\n', [found(1)])).toThrow('no place');
});
