/**
 * For tests only: a registry in a process of its own, for whoever may not import it. Prints one line of JSON, `{ address, tokens }`. Each line
 * on its standard input empties it, but for the tokens; it prints `{}` when that is done. It stops when its standard input ends.
 */
import { createInterface } from 'node:readline';
import { startTestRegistry } from './testing';

const registry = await startTestRegistry();
const address = await registry.server.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ address, tokens: registry.tokens }));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
while (!(await lines.next()).done) {
  await registry.database.query(
    'truncate registry.remotes, registry.publications, registry.revisions, registry.edges, registry.health_minutes, registry.audit cascade',
  );
  console.log('{}');
}
await registry.stop();
