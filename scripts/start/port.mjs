/** Finds out early whether the port is free: installing and building take long, and would be for nothing. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Failure } from './failure.mjs';

/** @throws {Failure} When another program listens there. Other problems are for the server to tell. */
export async function assertPortFree(host, port) {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen({ host, port, exclusive: true });
    await listening;
  } catch (error) {
    if (error.code !== 'EADDRINUSE') return;
    throw new Failure(`Port ${port} is in use by another program. Stop that one, or choose another with PORT=<number> npm start.`);
  } finally {
    server.close();
  }
}
