import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ask, choose, confirm, progressLine, say, table } from './terminal';

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

describe('a table', () => {
  const head = ['', 'what', 'changes', 'reason'];
  const rows = [
    ['2', 'promote', 'shell 1.0.0 -> 1.1.0, mf-demo 1.0.0 -> 1.1.0', 'the autumn offer'],
    ['1', 'lock', 'f36ed84c1620cd67cca2b67993a325b2', '-'],
  ];

  it('has its rows on a line each where there is no terminal, or one that is wide enough', () => {
    const lines = [
      '   what     changes                                       reason',
      '-  -------  --------------------------------------------  ----------------',
      '2  promote  shell 1.0.0 -> 1.1.0, mf-demo 1.0.0 -> 1.1.0  the autumn offer',
      '1  lock     f36ed84c1620cd67cca2b67993a325b2              -',
    ];
    expect([table(head, rows), table(head, rows, 74)]).toEqual([lines.join('\n'), lines.join('\n')]);
  });

  it('keeps its columns in a terminal that is narrower: texts go on below themselves, and no word is cut', () => {
    const lines = [
      '   what     changes                           reason',
      '-  -------  --------------------------------  ------------',
      '2  promote  shell 1.0.0 -> 1.1.0, mf-demo     the autumn',
      '            1.0.0 -> 1.1.0                    offer',
      '1  lock     f36ed84c1620cd67cca2b67993a325b2  -',
    ];
    expect([table(head, rows, 58), table(head, rows, 20)]).toEqual([lines.join('\n'), lines.join('\n')]);
  });
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

describe.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('%s at a question', (_name, key) => {
  /** A terminal at which somebody presses the key once something is asked. */
  function keys() {
    const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true, columns: 80 })];
    let shown = '';
    output.on('data', (text: Buffer) => {
      shown += String(text);
      if (/[?\]] $/.test(shown)) input.write(key);
    });
    return { input, output, shown: () => shown };
  }
  const isTTY = [process.stdin, process.stderr].map((stream) => [stream, Object.getOwnPropertyDescriptor(stream, 'isTTY')] as const);
  beforeAll(() => {
    for (const [stream] of isTTY) Object.defineProperty(stream, 'isTTY', { value: true, configurable: true, writable: true });
  });
  afterAll(() => {
    for (const [stream, was] of isTTY)
      Object.defineProperty(stream, 'isTTY', was ?? { value: undefined, configurable: true, writable: true });
  });

  it('is a no, and ends its line', async () => {
    const terminal = keys();
    expect(await confirm('Make this live?', false, terminal)).toBe(false);
    expect(terminal.shown()).toMatch(/\[y\/N\] .*\n$/s);
  });

  it('is no line of text', async () => {
    expect(await ask('Which name?', keys())).toBe('');
  });

  it('ends the command where it cannot go on without an answer', async () => {
    await expect(choose('Is it', ['good', 'bad'], keys())).rejects.toMatchObject({ exitCode: 9, message: 'Nobody has answered.' });
  });
});
