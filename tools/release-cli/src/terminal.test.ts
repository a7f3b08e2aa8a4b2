import { PassThrough } from 'node:stream';
import { expect, it, jest } from '@jest/globals';
import { choose, say } from './terminal';

it('what is said steers no terminal', () => {
  const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  say('a\tb\nc \u001b]0;title\u0007 \u009b2J\u007f é');
  const written = write.mock.calls;
  write.mockRestore();
  expect(written).toEqual([['a\tb\nc \\u001b]0;title\\u0007 \\u009b2J\\u007f é\n']]);
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
