import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems give away by themselves: nobody but another call of {@link freePort} could take one before it is used. */
const FIRST = 20_000;
const LAST = 29_999;

/** A port of the loopback interface on which nobody listens. The site has to know its port before it listens, because its address says it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
