/**
 * For tests only: a registry in a process of its own, for whoever may not import it. Prints one line of JSON, `{ address, tokens }`, and
 * stops when its standard input ends.
 */
import { startTestRegistry } from './testing';

const registry = await startTestRegistry();
const address = await registry.server.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ address, tokens: registry.tokens }));
process.stdin.resume().once('end', () => void registry.stop());
