import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { Database } from './database';
import { silentLogger } from './logging';
import { type Mail, openMailTransport } from './mail';
import { createOutboxWorker, enqueueMail } from './outbox';
import { migratePlatform } from './platform-migrations';
import { createTestDatabase } from './testing';
import { type Cable, createCable } from './testing/cable';

const MANY = 30;

/** What a mail server took: the envelope, and the message as it came over the wire. */
interface Arrived {
  from: string;
  to: string[];
  source: string;
}

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
});
afterAll(() => database.close());

let arrived: Arrived[];
/** Leads to the mail server, while there is one. */
let cable: Cable;
let ends: (() => unknown)[];
beforeEach(async () => {
  [arrived, ends, cable] = [[], [], await createCable()];
  await database.query('delete from platform.outbox');
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
  await cable.close();
});

type Answer = NonNullable<SMTPServerOptions['onData']>;

/** A mail server at the address that the site knows. `answer` ends each message that arrived; by default it is accepted. */
async function startMailServer(
  answer: (arrivals: number, ...args: Parameters<Answer>) => void = (_arrivals, _stream, _session, done) => done(),
  envelope: Pick<SMTPServerOptions, 'onMailFrom' | 'onRcptTo'> = {},
) {
  const server = new SMTPServer({
    ...envelope,
    disabledCommands: ['STARTTLS', 'AUTH'],
    // Connections are kept for the next mail; whoever stops does not wait for them.
    closeTimeout: 50,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        arrived.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
        });
        answer(arrived.length, stream, session, done);
      });
    },
  });
  // Connections that a test cuts off are no news.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  cable.plugIn({ hostname: '127.0.0.1', port: String((server.server.address() as AddressInfo).port) });
  ends.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return server;
}

async function startOutbox() {
  const transport = openMailTransport({ smtpUrl: `smtp://127.0.0.1:${cable.port}`, dataDir: '/nowhere', from: 'Übung <site@example.org>' });
  const outbox = createOutboxWorker({
    database,
    transport,
    logger: silentLogger(),
    domain: 'site.test',
    pollMs: 50,
    firstRetryMs: 100,
  });
  await outbox.start();
  ends.push(async () => {
    await outbox.stop();
    transport.close();
  });
}

/** Lets the server hold back its second answer until what came of the first was seen: a mail that is sent leaves nothing of it. */
function laterThanTheFirst(): { next: Promise<void>; goOn: () => void } {
  let goOn = (): void => undefined;
  const next = new Promise<void>((resolve) => (goOn = resolve));
  return { next, goOn };
}

const queue = (mail: Partial<Mail> = {}) => enqueueMail(database.db, { to: 'ada@example.org', subject: 'Hello', text: 'Hello', ...mail });

async function until(reached: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 30_000; !(await reached()); await new Promise((resolve) => setTimeout(resolve, 20)))
    if (Date.now() > deadline) throw new Error('what was waited for did not happen');
}

const count = async (condition: string) => (await database.query(`select 1 from platform.outbox where ${condition}`)).rows.length;
const allSent = async () => (await count('sent_at is null')) === 0;

/** Headers by lower-case name, with folded lines joined. */
function headersOf({ source }: Arrived): Record<string, string> {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  return Object.fromEntries(
    head.split('\r\n').map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

/** Text of a header with RFC 2047 words in it, in UTF-8. */
const decoded = (text = '') =>
  text.replace(/\?=\s+=\?/g, '?==?').replace(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_word, encoding: string, content: string) =>
    encoding.toLowerCase() === 'b'
      ? Buffer.from(content, 'base64').toString()
      : decodeURIComponent(
          content
            .replace(/_/g, ' ')
            .replace(/%/g, '%25')
            .replace(/=([0-9A-F]{2})/g, '%$1'),
        ),
  );

describe('mail over SMTP', () => {
  it('that was queued while the server was down arrives once when it is up again', async () => {
    const ids = new Set<string | null>();
    for (let index = 0; index < MANY; index += 1) ids.add(await queue({ subject: `Mail ${index}` }));
    await startOutbox();
    await until(async () => (await count('attempts > 0 and last_error is not null')) === MANY);
    expect(await count('sent_at is not null')).toBe(0);

    await startMailServer();
    await until(allSent);
    expect(arrived.map((mail) => headersOf(mail)['message-id']).sort()).toEqual([...ids].map((id) => `<${id}@site.test>`).sort());
    expect(new Set(arrived.map((mail) => headersOf(mail).subject)).size).toBe(MANY);
  });

  it('goes on when the server restarts between two mails', async () => {
    const first = await startMailServer();
    await startOutbox();
    await queue({ subject: 'before' });
    await until(allSent);
    cable.unplug();
    await new Promise<void>((resolve) => first.close(resolve));
    await queue({ subject: 'meanwhile' });
    await until(async () => (await count('last_error is not null')) === 1);
    await startMailServer();
    await until(allSent);
    expect(arrived.map((mail) => headersOf(mail).subject)).toEqual(['before', 'meanwhile']);
  });

  it('comes again under the same Message-ID when the server took it and the connection broke before the answer', async () => {
    const sockets = new Set<{ destroy(): void }>();
    const server = await startMailServer((arrivals, _stream, _session, done) => {
      if (arrivals > 1) return done();
      for (const socket of sockets) socket.destroy();
    });
    server.server.on('connection', (socket) => sockets.add(socket));
    const id = await queue();
    await startOutbox();
    await until(allSent);
    expect(arrived.map((mail) => headersOf(mail)['message-id'])).toEqual([`<${id}@site.test>`, `<${id}@site.test>`]);
    expect(arrived[0]!.source).toBe(arrived[1]!.source);
  });

  it('that the server refuses for now is tried again, and its answer is on record', async () => {
    const { next, goOn } = laterThanTheFirst();
    await startMailServer((arrivals, _stream, _session, done) =>
      arrivals === 1 ? done(Object.assign(new Error('Greylisted, ada@example.org'), { responseCode: 451 })) : void next.then(() => done()),
    );
    await queue();
    await startOutbox();
    await until(async () => (await count(`last_error = '451'`)) === 1);
    goOn();
    await until(allSent);
    expect(arrived).toHaveLength(2);
  });

  it('whose sender the server refuses is tried again: that is put right at the server', async () => {
    const { next, goOn } = laterThanTheFirst();
    let asked = 0;
    const isKnown = () => (asked += 1) > 1;
    await startMailServer(undefined, {
      onMailFrom: (_sender, _session, done) =>
        isKnown() ? void next.then(() => done()) : done(Object.assign(new Error('no such sender'), { responseCode: 553 })),
    });
    await queue();
    await startOutbox();
    await until(async () => (await count(`last_error = '553'`)) === 1);
    goOn();
    await until(allSent);
    expect(arrived).toHaveLength(1);
  });

  it('whose reader the server refuses for good is given up', async () => {
    await startMailServer(undefined, {
      onRcptTo: (_reader, _session, done) => done(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
    });
    await queue();
    await startOutbox();
    await until(async () => (await count(`last_error = '550'`)) === 1);
    const { rows } = await database.query(`select attempts, given_up_at is not null as given_up, sent_at from platform.outbox`);
    expect(rows).toEqual([{ attempts: 1, given_up: true, sent_at: null }]);
  });

  it('arrives as it was composed', async () => {
    await startMailServer();
    await startOutbox();
    const unsubscribe = 'https://site.test/api/unsubscribe/a-token';
    await queue({
      to: 'ada@example.org',
      subject: 'Grüße aus dem Programm – zwölf Übungen, die länger sind als eine Zeile',
      text: 'Schöne Grüße,\n.\n.. und eine Zeile mit einem Punkt',
      html: '<p>Schöne Grüße</p>',
      replyTo: 'desk@example.org',
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
    const { rows } = await database.query<{ created_at: string | Date }>('select created_at from platform.outbox');
    await until(allSent);
    const [mail] = arrived;
    expect(mail).toMatchObject({ from: 'site@example.org', to: ['ada@example.org'] });
    const headers = headersOf(mail!);
    expect(decoded(headers.from)).toBe('Übung <site@example.org>');
    expect(decoded(headers.subject)).toBe('Grüße aus dem Programm – zwölf Übungen, die länger sind als eine Zeile');
    expect(headers).toMatchObject({
      to: 'ada@example.org',
      'reply-to': 'desk@example.org',
      'list-unsubscribe': `<${unsubscribe}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(Math.floor(new Date(rows[0]!.created_at).getTime() / 1000)).toBe(new Date(headers.date!).getTime() / 1000);
    expect(partsOf(mail!)).toEqual(['Schöne Grüße,\n.\n.. und eine Zeile mit einem Punkt', '<p>Schöne Grüße</p>']);
  });
});

/** Texts of the parts of a multipart message, in order. */
function partsOf({ source }: Arrived): string[] {
  const boundary = /boundary="([^"]+)"/.exec(source)?.[1] ?? '';
  const parts = source.split(`--${boundary}`).slice(1, -1);
  return parts.map((part) => {
    const [head = '', ...body] = part.trim().split('\r\n\r\n');
    const content = body.join('\r\n\r\n');
    const text = /base64/i.test(head)
      ? Buffer.from(content, 'base64').toString()
      : decodeURIComponent(
          content
            .replace(/=\r\n/g, '')
            .replace(/%/g, '%25')
            .replace(/=([0-9A-F]{2})/g, '%$1'),
        );
    return text.replace(/\r\n/g, '\n').trimEnd();
  });
}
