import { EventEmitter, once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from './database';
import { tidyMessages } from './housekeeping';
import { silentLogger } from './logging';
import { type Dispatch, type MailTransport, openMailTransport } from './mail';
import { createOutboxWorker, enqueueMail, listWaitingMails, type OutboxWorker } from './outbox';
import { migratePlatform } from './platform-migrations';
import { createTestDatabase, createTestDirectory } from './testing';

let database: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
});
afterAll(() => database.close());

const mail = { to: 'somebody@example.org', subject: 'Grüße', text: 'See https://example.org/welcome' };
let sent: Dispatch[];
/** Says `sent` for each mail that the mail server takes. */
let server: EventEmitter;
let refuse: ((dispatch: Dispatch) => Error | undefined) | undefined;
let workers: OutboxWorker[];

const transport: MailTransport = {
  async send(dispatch) {
    const failure = refuse?.(dispatch);
    if (failure) throw failure;
    sent.push(dispatch);
    server.emit('sent');
  },
  close: () => undefined,
};
const worker = (options: { maxAttempts?: number } = {}) => {
  const made = createOutboxWorker({
    database,
    transport,
    logger: silentLogger(),
    domain: 'site.test',
    pollMs: 50,
    firstRetryMs: 20,
    ...options,
  });
  workers.push(made);
  return made;
};
const waiting = async () =>
  (await database.query('select id from platform.outbox where sent_at is null and given_up_at is null')).rows.length;

beforeEach(async () => {
  [sent, server, workers, refuse] = [[], new EventEmitter(), [], undefined];
  await database.query('delete from platform.outbox');
});
afterEach(() => Promise.all(workers.map((running) => running.stop())));

describe('a mail', () => {
  it('is sent when the transaction commits, and never when it rolls back', async () => {
    await worker().start();
    await expect(
      database.transaction(async (tx) => {
        await enqueueMail(tx, { ...mail, subject: 'never' });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    const delivery = once(server, 'sent');
    await database.transaction((tx) => enqueueMail(tx, mail));
    await delivery;
    expect(sent.map((dispatch) => dispatch.mail.subject)).toEqual(['Grüße']);
    expect(sent[0]?.messageId).toBe(`<${sent[0]?.id}@site.test>`);
  });

  it('with the key of an earlier one is not queued', async () => {
    expect(await enqueueMail(database.db, mail, { key: 'welcome-1' })).not.toBeNull();
    expect(await enqueueMail(database.db, mail, { key: 'welcome-1' })).toBeNull();
    expect(await worker().sendDue()).toBe(1);
  });

  it('is sent once by any number of workers', async () => {
    for (let index = 0; index < 20; index += 1) await enqueueMail(database.db, { ...mail, subject: String(index) });
    await Promise.all([worker(), worker(), worker()].map((one) => one.sendDue()));
    expect(sent.map(({ mail: { subject } }) => Number(subject)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
  });

  it('waits while the mail server is down, and goes out under the same Message-ID later', async () => {
    const tried: string[] = [];
    refuse = ({ messageId }) => (tried.push(messageId) < 4 ? Object.assign(new Error('down'), { code: 'ECONNECTION' }) : undefined);
    await enqueueMail(database.db, mail);
    const delivery = once(server, 'sent');
    const running = worker();
    await running.start();
    await delivery;
    await running.stop();
    expect(new Set(tried).size).toBe(1);
    expect(sent).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  it('that a worker took and never sent is sent by another when the lease ends', async () => {
    await enqueueMail(database.db, mail);
    await database.query(`update platform.outbox set leased_until = now() + interval '1 minute', attempts = 1`);
    expect(await worker().sendDue()).toBe(0);
    await database.query(`update platform.outbox set leased_until = now() - interval '1 second'`);
    expect(await worker().sendDue()).toBe(1);
  });

  it('is given up in the end, with the reason on record', async () => {
    refuse = () => Object.assign(new Error('550 no such user somebody@example.org'), { responseCode: 550 });
    await enqueueMail(database.db, mail);
    await worker({ maxAttempts: 1 }).sendDue();
    expect(await waiting()).toBe(0);
    const { rows } = await database.query<{ last_error: string }>('select last_error from platform.outbox where given_up_at is not null');
    expect(rows).toEqual([{ last_error: '550' }]);
  });

  it('is not tried again when its mailbox is refused for good, and when it is given up its content is forgotten', async () => {
    refuse = () => Object.assign(new Error('550 no such user'), { code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550 });
    await enqueueMail(database.db, mail);
    await worker().sendDue();
    const { rows } = await database.query('select mail, given_up_at is not null as given_up from platform.outbox');
    expect(rows).toEqual([{ mail: null, given_up: true }]);
  });

  it('is not sent once what it says holds no longer, and its content is forgotten', async () => {
    await enqueueMail(database.db, mail, { holdsForSeconds: 600 });
    await database.query(`update platform.outbox set expires_at = now() - interval '1 second'`);
    expect(await worker().sendDue()).toBe(0);
    await tidyMessages(database.db);
    expect((await database.query('select mail, last_error from platform.outbox')).rows).toEqual([{ mail: null, last_error: 'expired' }]);
  });

  it('is listed as waiting for as long as it is to be sent', async () => {
    await enqueueMail(database.db, { ...mail, subject: 'an old code' }, { holdsForSeconds: 600 });
    await database.query(`update platform.outbox set expires_at = now() - interval '1 second'`);
    await enqueueMail(database.db, { ...mail, subject: 'a code' }, { holdsForSeconds: 600 });
    expect((await listWaitingMails(database.db, mail.to)).map(({ subject }) => subject)).toEqual(['a code']);
  });

  it('that somebody waits for goes before those to many', async () => {
    for (let index = 0; index < 3; index += 1) await enqueueMail(database.db, { ...mail, subject: 'to many' }, { isBulk: true });
    await enqueueMail(database.db, { ...mail, subject: 'a code' }, { holdsForSeconds: 600 });
    await worker().sendDue();
    expect(sent.map((dispatch) => dispatch.mail.subject)).toEqual(['a code', 'to many', 'to many', 'to many']);
  });

  it('is forgotten once it is sent: its content is personal data', async () => {
    await enqueueMail(database.db, mail);
    await worker().sendDue();
    expect((await database.query('select mail from platform.outbox')).rows).toEqual([{ mail: null }]);
  });

  it('becomes an .eml file where there is no mail server', async () => {
    const directory = await createTestDirectory();
    await enqueueMail(database.db, mail);
    const files = openMailTransport({ dataDir: directory.path, from: 'Site <site@example.org>' });
    await createOutboxWorker({ database, transport: files, logger: silentLogger(), domain: 'site.test' }).sendDue();
    const [name = ''] = (await readdir(`${directory.path}/mail`)).filter((file) => file.endsWith('.eml'));
    const text = await readFile(`${directory.path}/mail/${name}`, 'utf8');
    expect(text).toContain(`Message-ID: <${name.slice(0, -4)}@site.test>`);
    expect(text).toContain('To: somebody@example.org');
    await directory.remove();
  });
});
