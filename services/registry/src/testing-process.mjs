/**
 * For tests only: a registry in a process of its own, for whoever may not import it. Prints one line of JSON, `{ address, tokens }`. Each line
 * on its standard input empties it, but for the tokens; it prints `{}` when that is done. It stops when its standard input ends.
 */
import { createInterface } from 'node:readline';
import { issueTestToken, startTestRegistry } from './testing';

const registry = await startTestRegistry({ advancesPlans: true, deliversWebhooks: true, webhooks: { production: false, hosts: [] } });
const address = await registry.server.listen({ host: '127.0.0.1', port: 0 });
const second = await issueTestToken(registry, 'second', ['promote'], ['*']);
console.log(JSON.stringify({ address, tokens: { ...registry.tokens, second } }));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
while (!(await lines.next()).done) {
  await registry.database.query(
    'truncate registry.remotes, registry.publications, registry.revisions, registry.plans, registry.edges, registry.health_minutes, registry.audit, registry.proposals, registry.webhooks, registry.collections cascade',
  );
  await registry.database.query(`delete from registry.environments where name <> 'production'`);
  await registry.database.query(`update registry.environments set rules = '{}', rules_version = 0`);
  console.log('{}');
}
await registry.stop();
