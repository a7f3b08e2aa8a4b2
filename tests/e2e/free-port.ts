import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give away by themselves. Workers of Playwright and what started them have each a range to themselves, as long as
 * there are fewer than four workers: a port that one of them is about to use is not given to another.
 */
const FIRST = 20_000;
const RANGE = 2_500;
const RANGES = 4;

const given = new Set<number>();

/**
 * A port of the loopback interface on which nobody listens, and another one with each call of this process. The site has to know its port before it
 * listens, because its address says it.
 */
export async function freePort(): Promise<number> {
  const first = FIRST + ((Number(process.env.TEST_PARALLEL_INDEX ?? -1) + 1) % RANGES) * RANGE;
  for (;;) {
    const port = randomInt(first, first + RANGE);
    if (given.has(port)) continue;
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch {
      continue;
    }
    given.add(port);
    server.close();
    await once(server, 'close');
    return port;
  }
}
