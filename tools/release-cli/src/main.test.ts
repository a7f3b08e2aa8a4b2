import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, it, jest } from '@jest/globals';
import type { Command } from 'commander';
import { EXIT } from './failure';
import { createProgram } from './main';
import { givenLive, json, registry, release, spawned, useRegistry } from './testing/release-command';

useRegistry();

describe('without a token', () => {
  it('the one of the local site is told to no other registry', async () => {
    const run = await release(['whoami', '--registry', 'https://registry.example']);
    expect([run.code, run.err]).toEqual([5, 'No token to ask with. Sign in with npx release login, give --token or RELEASE_TOKEN.\n']);
  });
});

describe('a terminal is steered by nothing', () => {
  it.each([
    ['no command', ['the \u001b[2J fair']],
    ['no option', ['status', '--the \u001b[2J fair']],
    ['no number', ['rollback', '--to', 'the \u001b[2J fair']],
    ['no release', ['promote', 'the \u001b[2J fair']],
  ])('that was typed as what is %s', async (_what, args) => {
    const run = await release(args);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining('the \\u001b[2J fair')]);
    expect(run.err).not.toContain('\u001b');
  });

  it('that a defect quotes', async () => {
    const broken = jest.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
      throw new TypeError('the \u001b[2J fair');
    });
    const run = await release(['list', '--json']);
    broken.mockRestore();
    expect(run.err).toMatch(/^TypeError: the \\u001b\[2J fair\n +at /);
  });
});

describe('a program that asks for JSON', () => {
  it.each([
    [['promote', '--json'], "missing required argument 'releases'"],
    [['without-such-a-command', '--json'], "unknown command 'without-such-a-command'"],
    [['rollback', '--to', 'x', '--json'], "option '--to <number>' argument 'x' is invalid. It is not a positive number."],
    [['plan', 'list', '--josn', '--json'], expect.stringMatching(/^unknown option '--josn'/)],
  ])('is told in JSON what is wrong with its arguments: %j', async (args, message) => {
    const run = await release(args);
    expect([run.code, json(run)]).toEqual([2, { error: { code: null, message } }]);
  });

  it('is told of a defect as well', async () => {
    const broken = jest.spyOn(JSON, 'stringify').mockImplementationOnce(() => {
      throw new TypeError('out of order');
    });
    const run = await release(['list', '--json']);
    broken.mockRestore();
    expect([run.code, json(run).error.message]).toEqual([1, 'A defect of this tool: TypeError: out of order']);
  });

  it('gets nothing for a --json of another program', async () => {
    expect((await release(['bisect', '--good', '1', '--', 'look', '--json'])).out).toBe('');
  });
});

describe('a text that was forgotten', () => {
  it('is not taken from the option behind it; what only begins like one is a text', async () => {
    await givenLive();
    const run = await release(['disable', 'mf-demo', '--message', '--json']);
    expect([run.code, json(run).error.message]).toEqual([2, expect.stringContaining('It is an option: the text is missing before it.')]);
    expect((await release(['disable', 'mf-demo', '--message', '-- soon --'])).code).toBe(0);
    expect(json(await release(['status', '--json'])).releases[0].disabled).toBe('-- soon --');
  });
});

describe('the commands', () => {
  const all = (command: Command, words: string[] = []): [string, Command][] => [
    ...(words.length > 0 && (command.commands.length === 0 || command.registeredArguments.length > 0)
      ? [[words.join(' '), command] as [string, Command]]
      : []),
    ...command.commands.flatMap((one) => all(one, [...words, one.name()])),
  ];

  it('are those that release managers and teams were promised', () => {
    const promised =
      'login, logout, whoami, publish, check, list, show, status, diff, promote, pause, resume, approve, abort, rollback, disable, enable, lock, ' +
      'unlock, freeze, preview, history, replay, bisect, verify, adoption, token, environment, team, yank, gc, dev, new, completion';
    expect(createProgram().commands.map((command) => command.name())).toEqual(expect.arrayContaining(promised.split(', ')));
  });

  it('are listed with what they take within the width of a terminal of 80 characters', async () => {
    const { out } = await release(['--help']);
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([]);
    expect(out).toMatch(/^ {2}preview <releases\.\.\.> +make a link that shows releases/m);
  });

  it('say what each of their arguments is, where they say it of one', () => {
    const helps = all(createProgram()).map(([, command]) => command.helpInformation());
    expect(helps.filter((help) => /^ {2}\S+$/m.test(help))).toEqual([]);
  });

  it('name the time that holds by itself as people type it', () => {
    const helps = new Map(all(createProgram()).map(([words, command]) => [words, command.helpInformation()]));
    expect(helps.get('preview')).toMatch(/\(default:\s+7d\)/);
    expect(helps.get('webhook rotate')).toMatch(/\(default:\s+24h\)/);
  });

  it('take a reason wherever something is changed of which there is a record', () => {
    const without = all(createProgram()).filter(([, { options }]) => !options.some(({ long }) => long === '--reason'));
    expect(without.map(([words]) => words).sort()).toEqual([
      ...['adoption', 'audit', 'bisect', 'check', 'completion', 'diff', 'environment list', 'grant list', 'history', 'list', 'login'],
      ...['logout', 'new', 'plan list', 'plan show', 'preview list', 'proposals', 'rehearsal list', 'rehearsal show', 'schema', 'show'],
      ...['status', 'team list', 'team show', 'token list', 'verify', 'webhook deliveries', 'webhook list', 'webhook show', 'webhook test'],
      ...['whoami'],
    ]);
  });
});

describe('a request that is not valid', () => {
  it('says which field, and what it takes', async () => {
    expect(await release(['list', 'demo'])).toEqual({
      code: 4,
      out: '',
      err: "The request is not valid.\n  name: a release is named 'shell' or mf-<name>\n",
    });
    const run = await release(['rollback', '--reason', 'x'.repeat(501)]);
    expect([run.code, run.err]).toEqual([4, expect.stringMatching(/not valid\.\n {2}reason: Say why, in up to 500 characters\n$/)]);
  });

  it.each([
    [2, ['adoption', '--hours', '721'], /argument '721' is invalid\. It is more than 720\.\n/],
    [4, ['audit', '--by', 'x'.repeat(101)], /\n {2}actor: A name has up to 100 characters\n$/],
    [6, ['diff', '0'], /^There is no revision 0 in production\.\n$/],
    [6, ['diff', '9'.repeat(12)], /^There is no revision 9{12} in production\.\n$/],
  ])('says in words, with %i, what is too large or too small: %j', async (code, args, sentence) => {
    const run = await release(args);
    expect([run.code, run.err]).toEqual([code, expect.stringMatching(sentence)]);
  });

  it('is told that no environment is named so', async () => {
    const run = await release(['status', '--environment', '../x']);
    expect([run.code, run.err]).toEqual([
      2,
      expect.stringContaining("argument '../x' is invalid. An environment is named with a small letter and up to 39 small letters,"),
    ]);
  });

  it('is told from a release that is not written as one', async () => {
    const [name, version] = [await release(['show', 'demo@1.0.0']), await release(['show', 'mf-demo@1'])];
    expect([name.code, name.err]).toEqual([2, expect.stringContaining("There is no release of 'demo': a part is named shell, or mf-")]);
    expect([version.code, version.err]).toEqual([2, expect.stringContaining("'mf-demo@1' is not a release. Write it as name@version")]);
  });
});

describe('the exit code tells', () => {
  it('what the documentation says, by the same numbers for ever', async () => {
    expect(EXIT).toEqual({
      ...{ ok: 0, unexpected: 1, usage: 2, conflict: 3, refused: 4, unauthorized: 5 },
      ...{ notFound: 6, unavailable: 7, build: 8, declined: 9, pending: 10 },
    });
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const documented = [...(readme.split('## Exit codes')[1] ?? '').matchAll(/^\| (\d+) /gm)].map(([, code]) => Number(code));
    expect(documented).toEqual(Object.values(EXIT));
  });

  it('7: no registry at the port of the environment, where npm start would run the site', async () => {
    const run = await release(['status'], { env: { RELEASE_REGISTRY: '', PORT: '9' } });
    expect([run.code, run.err]).toEqual([7, expect.stringContaining('The registry at http://localhost:9/registry cannot be reached')]);
  });

  it('0: done, also if nobody reads what it says', async () => {
    await givenLive();
    expect(await spawned(['status'], { isRead: false })).toEqual({ code: 0, out: '', err: '' });
  });

  // Of the systems that people work on, Linux alone has a device that is always full.
  const full = existsSync('/dev/full') ? it : it.skip;
  full('1: done, and the answer could not be written; what was not done has its own code all the same', async () => {
    await givenLive();
    const err = expect.stringMatching(/^The answer could not be written: ENOSPC.*\n$/);
    expect(await spawned(['status'], { writesTo: '/dev/full' })).toEqual({ code: 1, out: '', err });
    expect(await spawned(['show', 'mf-demo@9.9.9', '--json'], { writesTo: '/dev/full' })).toEqual({ code: 6, out: '', err });
  });

  it('6: a release that does not exist', async () => {
    await givenLive();
    const run = await spawned(['promote', 'mf-demo@9.9.9', '--json']);
    expect([run.code, json(run).error.code]).toEqual([6, 'release-not-found']);
    expect((await release(['rollback', '--to', '999'])).code).toBe(6);
    expect((await release(['list', 'mf-none'])).code).toBe(6);
  });

  it('5: no token, or one for something else', async () => {
    const without = await release(['promote', 'mf-demo@1.0.0'], { env: { DATA_DIR: 'nowhere' } });
    expect([without.code, without.err]).toEqual([5, expect.stringContaining('No token to promote with.')]);
    expect((await release(['promote', 'mf-demo@1.0.0', '--token', registry.tokens.publish])).code).toBe(5);
  });

  it('7: no registry', async () => {
    const run = await spawned(['status', '--registry', 'http://127.0.0.1:9']);
    expect([run.code, run.err]).toEqual([7, expect.stringContaining('cannot be reached')]);
  });

  it('2: a command that there is not', async () => {
    const run = await spawned(['bogus']);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining("unknown command 'bogus'")]);
  });

  it.each([
    [['bogus']],
    [['promote']],
    [['promote', 'mf-demo']],
    [['promote', 'mf-demo@latest']],
    [['rollback', '--to', 'x']],
    [['promote', 'mf-demo@1.0.0', '--canary', '101%']],
    [['promote', 'mf-demo@1.0.0', '--canary', '5%', '--fixes']],
    [['promote', 'mf-demo@1.0.0', '--plan', '5%']],
    [['promote', 'mf-demo@1.0.0', '--plan', '5%:10m,100%', '--canary', '5%']],
    [['promote', 'mf-demo@1.0.0', '--plan', '5%:10m,100%', '--propose']],
    [['promote', 'mf-demo@1.0.0', '--at', 'noon']],
    [['promote', 'mf-demo@1.0.0', '--no-guard']],
    [['pause']],
    [['promote', 'mf-demo@1.0.0', 'mf-demo@1.0.1']],
    [['disable', 'mf-demo']],
    [['disable', 'mf-demo', '--message', '--yes']],
    [['team', 'create', 'demo', '--reason', '-y']],
    [['lock']],
    [['publish', 'no-such-package']],
    [['publish']],
    [['status', '--registry', 'nonsense']],
    [['token']],
    [['token', 'create', 'name']],
    [['token', 'create', 'name', '--publish', 'elevate']],
    [['token', 'create', 'name', '--publish', 'shell', '--promote', 'mf-demo']],
    [['token', 'create', 'name', '--publish', 'shell', '--serve']],
    [['token', 'create', 'name', '--view', '--expires', '367d']],
  ])('2: %j', async (args) => {
    expect((await release(args)).code).toBe(2);
  });
});
