import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { createLogger } from './logging';

const SECRET = 'swordfish';

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  const lines: string[] = [];
  write(createLogger({ destination: { write: (line) => lines.push(line) } }));
  return lines.join('');
}

function databaseError(code: string, message: string): pg.DatabaseError {
  const error = new pg.DatabaseError(message, message.length, 'error');
  return Object.assign(error, {
    code,
    severity: 'ERROR',
    schema: 'platform',
    table: 'outbox',
    constraint: 'outbox_key_key',
    detail: `Key (key)=(${SECRET}) already exists.`,
    where: `unnamed portal parameter $1 = '${SECRET}'`,
    hint: SECRET,
    internalQuery: SECRET,
  });
}

const failedQuery = (cause: Error) =>
  new DrizzleQueryError('insert into platform.outbox (id, mail)\n  values ($1, $2)', ['1', `first line\n    at ${SECRET}`], cause);
const unique = databaseError('23505', 'duplicate key value violates unique constraint "outbox_key_key"');

describe('a failure of the database', () => {
  it('is logged as its statement, state, table and constraint', () => {
    const { err, msg } = JSON.parse(logged((logger) => logger.warn({ err: failedQuery(unique) }, 'not queued')));
    expect(msg).toBe('not queued');
    expect(err).toMatchObject({
      type: 'DrizzleQueryError',
      message: 'a query failed',
      statement: 'insert into platform.outbox (id, mail) values ($1, $2)',
      cause: {
        code: '23505',
        message: 'duplicate key value violates unique constraint "outbox_key_key"',
        schema: 'platform',
        table: 'outbox',
        constraint: 'outbox_key_key',
      },
    });
    expect(err.stack).toMatch(/^a query failed\n {4}at .*logging\.test/);
  });

  const quoting = databaseError('22P02', `invalid input syntax for type integer: "${SECRET}"`);
  it.each<[string, (logger: ReturnType<typeof createLogger>) => void]>([
    ['as `err`', (logger) => logger.error({ err: failedQuery(unique) }, 'failed')],
    ['as `err` without words', (logger) => logger.error({ err: failedQuery(unique) })],
    ['by itself', (logger) => logger.error(failedQuery(unique))],
    ['under another name', (logger) => logger.error({ problem: failedQuery(unique) }, 'failed')],
    ['with its own message as the words', (logger) => logger.error({ err: failedQuery(unique) }, failedQuery(unique).message)],
    [
      'as the cause of a cause',
      (logger) => logger.error({ err: new Error('a', { cause: new Error('b', { cause: failedQuery(quoting) }) }) }),
    ],
    ['among several', (logger) => logger.error({ err: new AggregateError([failedQuery(quoting), quoting], 'both failed') })],
    ['that quotes the value', (logger) => logger.error({ err: quoting }, 'failed')],
    ['that a trigger worded', (logger) => logger.error({ err: databaseError('P0001', SECRET) }, 'failed')],
    ['in the log of a request', (logger) => logger.child({ reqId: '1' }).error({ err: failedQuery(quoting) })],
  ])('never shows a value, logged %s', (_how, write) => {
    const text = logged(write);
    expect(text).toContain('"level":50');
    expect(text).not.toContain(SECRET);
  });
});

describe('any other failure', () => {
  it('keeps its message and where it came from, and nothing that a library hung on it', () => {
    const error = Object.assign(new TypeError('fetch failed'), {
      code: 'ECONNRESET',
      status: 502,
      client: { password: SECRET },
      rawPacket: Buffer.from(SECRET),
      cause: { token: SECRET },
    });
    const text = logged((logger) => logger.warn({ err: error }, 'not reached'));
    expect(JSON.parse(text).err).toMatchObject({ type: 'TypeError', message: 'fetch failed', code: 'ECONNRESET', status: 502 });
    expect(JSON.parse(text).err.stack).toMatch(/^fetch failed\n {4}at /);
    expect(text).not.toContain(SECRET);
  });

  it('does not quote the text that a parser could not read', () => {
    const text = logged((logger) => {
      try {
        JSON.parse(`{"password": ${SECRET}}`);
      } catch (err) {
        logger.warn({ err });
      }
    });
    expect(text).toContain('SyntaxError');
    expect(text).not.toContain(SECRET.slice(0, 5));
  });

  it('that is none is not made up where a line has a reason alone', () => {
    expect(JSON.parse(logged((logger) => logger.error({ reason: 'Too old.', err: undefined }, 'refused')))).not.toHaveProperty('err');
  });

  it('may be no error at all', () => {
    expect(logged((logger) => logger.warn({ err: SECRET }, 'failed'))).not.toContain(SECRET);
  });
});

describe('a field that may hold a person, a secret or a message', () => {
  it.each([
    ['under its name', 'email', { email: SECRET }],
    ['as the password of a body', 'body', { body: { password: SECRET, name: SECRET, message: SECRET } }],
    ['as what a mail is', 'mail', { mail: { to: SECRET, url: SECRET, code: SECRET } }],
    ['as the headers of a request', 'headers', { headers: { authorization: SECRET, cookie: SECRET } }],
  ])('is logged without its value, %s', (_where, name, fields) => {
    const text = logged((logger) => logger.info(fields, 'received'));
    expect(text).toContain(`"${name}":`);
    expect(text).toContain('[personal]');
    expect(text).not.toContain(SECRET);
  });
});

describe('the standard output', () => {
  /** A process that logs. */
  function logging(code: string) {
    const logger = pathToFileURL(`${import.meta.dirname}/logging.ts`).href;
    const script = `import { createLogger } from '${logger}'; const log = createLogger(); ${code}`;
    return spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  }
  const messagesIn = (text: string) => [...text.matchAll(/"msg":"(.*?)"/g)].map(([, message]) => message);

  async function saidBy(code: string) {
    const child = logging(code);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    await once(child, 'close');
    return messagesIn(said);
  }

  it('has a warning at once, with what was said before it, also where the process is killed then', async () => {
    const killed = `process.kill(process.pid, 'SIGKILL');`;
    expect(await saidBy(`log.info('one'); log.info('two'); log.warn('three'); ${killed}`)).toEqual(['one', 'two', 'three']);
  });

  it('has everything when the process ends', async () => {
    expect(await saidBy(`for (let line = 0; line < 500; line += 1) log.info(String(line)); process.exit(0);`)).toEqual(
      Array.from({ length: 500 }, (_, line) => String(line)),
    );
  });

  it('has every line after a moment, although nothing follows it', async () => {
    const child = logging(`log.info('alone'); process.stdin.resume();`);
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
    expect(messagesIn(chunk.toString())).toEqual(['alone']);
    child.stdin.end();
    await once(child, 'close');
  });
});
