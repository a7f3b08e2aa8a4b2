/**
 * The way to a running site whose database is embedded, which no second process can open: a socket in a folder of the data that its owner
 * alone may enter. One command, one answer, each a line of JSON.
 */
import { chmod, mkdir, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from '@site/platform/logging';
import { z } from 'zod';

const answerSchema = z.object({ exitCode: z.int(), text: z.string() });
export type Answer = z.infer<typeof answerSchema>;

const commandSchema = z.array(z.string());

/** Systems cut longer addresses of sockets, or refuse them. */
const LONGEST_PATH = 103;

const folderOf = (dataDir: string) => join(dataDir, 'operator');
const socketOf = (dataDir: string) => join(folderOf(dataDir), 'site.sock');

/**
 * Answers commands until the returned function is called. The caller holds the lock of the data, so that a socket that is there is stale.
 * Where the system has no such sockets the site runs without: the operator stops it for a command.
 */
export async function openChannel(
  dataDir: string,
  answer: (argv: string[]) => Promise<Answer>,
  logger: Logger,
): Promise<() => Promise<void>> {
  const path = socketOf(dataDir);
  try {
    if (Buffer.byteLength(path) > LONGEST_PATH) throw new Error(`the path ${path} is too long for a socket`);
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      serve(socket, answer, logger);
    });
    await mkdir(folderOf(dataDir), { recursive: true });
    await chmod(folderOf(dataDir), 0o700);
    await rm(path, { force: true });
    await listen(server, path);
    return async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    };
  } catch (err) {
    logger.warn({ err }, 'the operator must stop the site for a command');
    return async () => undefined;
  }
}

const listen = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });

function serve(socket: Socket, answer: (argv: string[]) => Promise<Answer>, logger: Logger): void {
  socket.on('error', (err) => logger.warn({ err }, 'the operator hung up'));
  createInterface({ input: socket }).once('line', (line) => {
    const said = Promise.resolve(line).then((text) => answer(commandSchema.parse(JSON.parse(text))));
    said
      .catch((err: unknown): Answer => {
        logger.error({ err }, 'a command of the operator failed');
        return { exitCode: 1, text: 'The command failed. The log of the site says why.' };
      })
      .then(
        (said) => socket.end(`${JSON.stringify(said)}\n`),
        () => socket.destroy(),
      );
  });
}

/** Lets the running site do it. @returns Null if it cannot be reached. */
export async function askRunningSite(dataDir: string, argv: string[]): Promise<Answer | null> {
  const socket = connect(socketOf(dataDir));
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.write(`${JSON.stringify(argv)}\n`);
    let said = '';
    for await (const chunk of socket.setEncoding('utf8')) said += chunk;
    return answerSchema.parse(JSON.parse(said));
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}
