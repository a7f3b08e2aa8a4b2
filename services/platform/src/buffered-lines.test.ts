import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { bufferedLines } from './buffered-lines';

const line = (level: number, text: string) => `{"level":${level},"msg":"${text}"}\n`;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function buffered() {
  const written: string[] = [];
  return { written, lines: bufferedLines({ write: (text) => written.push(text) }) };
}

it('lines are written together, in their order, after a quarter of a second', () => {
  const { written, lines } = buffered();
  for (const text of ['one', 'two']) lines.write(line(30, text));
  jest.advanceTimersByTime(249);
  expect(written).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(written).toEqual([line(30, 'one') + line(30, 'two')]);
  jest.advanceTimersByTime(1000);
  expect(written).toHaveLength(1);
});

it.each([40, 50, 60])('a line of severity %d is written at once, behind those before it', (level) => {
  const { written, lines } = buffered();
  lines.write(line(30, 'before'));
  lines.write(line(level, 'now'));
  expect(written).toEqual([line(30, 'before') + line(level, 'now')]);
});

it('as soon as there are many, and at the end, what waits is written', () => {
  const { written, lines } = buffered();
  for (let count = 0; count < 1000; count += 1) lines.write(line(30, 'x'.repeat(76)));
  expect(written.length).toBeGreaterThan(4);
  expect(Math.max(...written.map((text) => text.length))).toBeLessThan(17_000);
  lines.flush();
  expect(written.join('')).toBe(line(30, 'x'.repeat(76)).repeat(1000));
});
