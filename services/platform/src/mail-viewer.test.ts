import { randomUUID } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { FastifyInstance } from 'fastify';
import { mailFolder, openMailTransport } from './mail';
import { mailViewer } from './mail-viewer';
import { createTestDirectory } from './testing/test-directory';
import { createTestServer } from './testing/test-server';

let directory: Awaited<ReturnType<typeof createTestDirectory>>;
let server: FastifyInstance;
beforeEach(async () => {
  directory = await createTestDirectory();
  server = createTestServer();
  await server.register(mailViewer, { prefix: '/_dev/mail', dataDir: directory.path });
});
afterEach(async () => {
  await server.close();
  await directory.remove();
});

/** The page of a mail with this text. */
async function shown(text: string): Promise<string> {
  const id = randomUUID();
  const transport = openMailTransport({ dataDir: directory.path, from: 'Practice <hello@example.com>' });
  await transport.send({
    id,
    messageId: `<${id}@example.com>`,
    date: new Date(0),
    mail: { to: 'ada@example.com', subject: 'A link', text },
  });
  return (await server.inject(`/_dev/mail/${id}`)).body;
}

describe('a link in a mail that is shown', () => {
  it.each([
    ['Keep it at http://localhost:8080/card.', 'http://localhost:8080/card'],
    ['Is it http://localhost:8080/signin? Or not?', 'http://localhost:8080/signin'],
    ['(See http://localhost:8080/a.html), and go on', 'http://localhost:8080/a.html'],
    ['At <http://localhost:8080/a> "http://localhost:8080/b"', 'http://localhost:8080/a', 'http://localhost:8080/b'],
    ['Unsubscribe: http://localhost:8080/api/unsubscribe/a_b-?from=1&to=2', 'http://localhost:8080/api/unsubscribe/a_b-?from=1&amp;to=2'],
  ])('ends before what ends the sentence: %s', async (text, ...links) => {
    const found = [...(await shown(text)).matchAll(/<a href="(http[^"]*)">([^<]*)<\/a>/g)];
    expect(found.map(([, href]) => href)).toEqual(links);
    expect(found.map(([, , words]) => words)).toEqual(links);
  });
});

it('the list shows the mails that are there, also where one of them is deleted meanwhile', async () => {
  await shown('Hello.');
  // Listed in its folder, and not there when it is read.
  await symlink('deleted', join(mailFolder(directory.path), `${randomUUID()}.json`));
  const { statusCode, body } = await server.inject('/_dev/mail/');
  expect([statusCode, body.match(/A link/g)]).toEqual([200, ['A link']]);
});
