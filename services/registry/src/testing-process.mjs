/**
 * For tests only: a registry in a process of its own, for whoever may not import it. Prints one line of JSON, `{ address, tokens, person, publicKey }`: `person` is
 * the access token of a release manager, `publicKey` (PEM) that of its targets. Each line on its standard input empties it, but for the tokens; it prints `{}`
 * when that is done. It stops when its standard input ends.
 */
import { createInterface } from 'node:readline';
import { publicKeyPem } from '@site/release-model/envelope';
import { issueTestToken, startTestRegistry } from './testing';
import { accessTokenOf } from './testing-people';

const registry = await startTestRegistry({ advancesPlans: true, deliversWebhooks: true, webhooks: { production: false, hosts: [] } });
const address = await registry.server.listen({ host: '127.0.0.1', port: 0 });
const second = await issueTestToken(registry, 'second', ['promote'], ['*']);
const person = accessTokenOf('person', { groups: ['release-manager'] });
const issued = (await registry.database.query('select id from registry.tokens')).rows.map(({ id }) => id);
console.log(JSON.stringify({ address, tokens: { ...registry.tokens, second }, person, publicKey: publicKeyPem(registry.signingKey) }));
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
while (!(await lines.next()).done) {
  await registry.database.query(
    'truncate registry.remotes, registry.publications, registry.revisions, registry.plans, registry.edges, registry.health_minutes, registry.audit, registry.proposals, registry.rehearsals, registry.webhooks, registry.collections, registry.health_batches, registry.failed_documents, registry.beacon_counts, registry.beacon_messages, registry.dry_runs cascade',
  );
  await registry.database.query('truncate registry.teams, registry.team_members, registry.people');
  await registry.database.query('delete from registry.tokens where id <> all ($1)', [issued]);
  await registry.database.query(`delete from registry.grants where created_by <> 'registry'`);
  await registry.database.query(`delete from registry.environments where name <> 'production'`);
  await registry.database.query(`update registry.environments set rules = '{}', rules_version = 0`);
  console.log('{}');
}
await registry.stop();
