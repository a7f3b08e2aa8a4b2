import { EventEmitter, once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Database } from './database';
import { createLogger } from './logging';
import type { MailTransport } from './mail';
import { createOutboxWorker, enqueueMail } from './outbox';
import { migratePlatform } from './platform-migrations';
import { createTestDatabase } from './testing';
import { createFailingQueries, type FailingQueries } from './testing/failing-queries';

/** Carried by whatever a mail says, and by whom it is for. */
const MARK = 'swordfish';
const mail = { to: `${MARK}@example.org`, subject: MARK, text: `624166 is your ${MARK} code` };

let database: Database;
let queries: FailingQueries;
/** Says `sent` for each mail that the mail server takes. */
let server: EventEmitter;
let logged = '';
const logger = createLogger({ destination: { write: (line) => void (logged += line) } });

beforeAll(async () => {
  database = await createTestDatabase();
  await migratePlatform(database);
});
beforeEach(async () => {
  await database.query('delete from platform.outbox');
  [logged, server, queries] = ['', new EventEmitter(), createFailingQueries()];
});
afterEach(() => queries.restore());
afterAll(() => database.close());

const taking: MailTransport = { send: async () => void server.emit('sent'), close: () => undefined };
const refusing: MailTransport = {
  send: () =>
    Promise.reject(Object.assign(new Error(`550 no such user ${mail.to}: ${mail.text}`), { code: 'EENVELOPE', responseCode: 550 })),
  close: () => undefined,
};
/** It looks for mail when it starts and when it is told of some, and not by the clock. */
const worker = (transport: MailTransport) =>
  createOutboxWorker({ database, transport, logger, domain: 'site.test', pollMs: 2_000_000_000 });

describe('when a query of the outbox fails, the logs name the statement and neither the mail nor its reader', () => {
  it.each([
    ['takes', taking],
    ['refuses', refusing],
  ])('with a mail server that %s what is sent', async (_what, transport) => {
    const failures = await queries.failEach(async () => {
      await enqueueMail(database.db, mail).catch((err: unknown) => logger.warn({ err }, 'a mail could not be queued'));
      await worker(transport)
        .sendDue()
        .catch((err: unknown) => logger.warn({ err }, 'the mail outbox cannot be read'));
    });
    // To queue one takes two, to take it from the queue one, to write down what became of it another.
    expect(failures).toBeGreaterThan(3);
    for (const words of ['a mail could not be queued', 'the mail outbox cannot be read']) expect(logged).toContain(words);
    for (const statement of ['insert into', 'update']) expect(logged).toContain(`"statement":"${statement} platform.outbox`);
    if (transport === refusing) expect(logged).toContain('"reason":"550","msg":"a mail could not be sent"');
    expect(logged).not.toContain(MARK);
  });

  it('and the worker sends what comes next', async () => {
    const running = worker(taking);
    await queries.failAt(1, () => running.start());
    const delivery = once(server, 'sent');
    await enqueueMail(database.db, mail);
    await delivery;
    await running.stop();
    expect(logged).toContain('the mail outbox cannot be read');
  });
});
