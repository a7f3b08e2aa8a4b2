import { PassThrough } from 'node:stream';
import { expect, it, jest } from '@jest/globals';
import { choose, progressLine, say } from './terminal';

it('what is said, or goes on, steers no terminal', () => {
  const text = 'a\tb\nc \u001b]0;title\u0007 \u009b2J\u007f é';
  const shown = 'a\tb\nc \\u001b]0;title\\u0007 \\u009b2J\\u007f é';
  const isTTY = Object.getOwnPropertyDescriptor(process.stderr, 'isTTY');
  Object.defineProperty(process.stderr, 'isTTY', { value: true, configurable: true, writable: true });
  const [out, err] = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockReturnValue(true));
  say(text);
  progressLine().show(text);
  const written = [out!.mock.calls, err!.mock.calls];
  jest.restoreAllMocks();
  Object.defineProperty(process.stderr, 'isTTY', isTTY ?? { value: undefined, configurable: true, writable: true });
  expect(written).toEqual([[[`${shown}\n`]], [[`\r\u001b[2K${shown}`]]]);
});

it('a question is asked until the answer is one of the choices, or the beginning of one', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers = ['', 'perhaps', 'B'];
  const asked: string[] = [];
  output.on('data', (text: Buffer) => {
    if (!String(text).endsWith('? ')) return;
    asked.push(String(text));
    input.write(`${answers.shift()}\n`);
  });
  expect(await choose('Is it', ['good', 'bad', 'skip'], { input, output })).toBe('bad');
  expect(asked).toEqual(Array.from({ length: 3 }, () => 'Is it good, bad, skip? '));
});
