import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sha256 } from '@site/release-model/sha256';
import { trust } from '@site/release-model/envelope';
import { openProspects } from '@site/release-model/prospects';
import { byName, current, forget, promote, publish, read, sendCommand, startTestRegistry, type TestRegistry } from '../testing';

let registry: TestRegistry;
let other: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ environments: ['production', 'staging'] });
  other = await startTestRegistry({ database: registry.database, signingKey: registry.signingKey });
  for (const version of ['1.0.0', '1.0.1', '1.0.2', '1.0.3']) await publish(registry, { name: 'mf-a', version });
  for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name: 'shell', version });
});
beforeEach(async () => {
  await forget(registry);
  await registry.database.query('truncate registry.dry_runs');
  await promote(registry, 0, 'shell@1.0.0', 'mf-a@1.0.1');
});
afterAll(async () => {
  await other.stop();
  await registry.stop();
});

const ask = (at: TestRegistry, headers: Record<string, string> = {}, token = at.tokens.edge) =>
  at.server.inject({ url: '/registry/v1/environments/production/prospects', headers: { authorization: `Bearer ${token}`, ...headers } });

/** What is named, as `name@version`, each set together. */
async function named(at = registry): Promise<string[]> {
  const { prospects } = openProspects((await ask(at)).json(), trust(at.signingKey), 'production');
  return prospects.map((prospect) =>
    Object.entries(prospect)
      .map(([name, { version }]) => `${name}@${version}`)
      .sort()
      .join(' '),
  );
}

async function replaced(at = registry): Promise<string[]> {
  const statement = openProspects((await ask(at)).json(), trust(at.signingKey), 'production');
  return (statement.replaced ?? []).map(({ name, version }) => `${name}@${version}`);
}

describe('what may become live next', () => {
  it('are the two newest releases of each part that are neither live nor yanked, newest first, whichever registry is asked', async () => {
    expect(await named()).toEqual(['shell@1.0.1', 'mf-a@1.0.3', 'mf-a@1.0.2']);
    await sendCommand(registry, 1, { kind: 'yank', release: { name: 'mf-a', version: '1.0.2' } });
    expect(await named()).toEqual(['shell@1.0.1', 'mf-a@1.0.3', 'mf-a@1.0.0']);
    await promote(registry, 2, 'mf-a@1.0.3');
    expect(await named(other)).toEqual(['shell@1.0.1', 'mf-a@1.0.1', 'mf-a@1.0.0']);
  });

  it('is a release again whose yank was taken back, or that was published again after it was collected', async () => {
    const release = { name: 'mf-a', version: '1.0.3' };
    await sendCommand(registry, 1, { kind: 'yank', release });
    expect(await named()).toEqual(['shell@1.0.1', 'mf-a@1.0.2', 'mf-a@1.0.0']);
    await sendCommand(registry, 2, { kind: 'restore', release });
    expect(await named()).toEqual(['shell@1.0.1', 'mf-a@1.0.3', 'mf-a@1.0.2']);
    const note = (kind: string) =>
      registry.database.query(
        `insert into registry.release_events (release_id, kind, actor)
         select id, $1, 'somebody' from registry.releases where name = 'mf-a' and version = '1.0.3'`,
        [kind],
      );
    await note('collected');
    expect(await named()).toEqual(['shell@1.0.1', 'mf-a@1.0.2', 'mf-a@1.0.0']);
    await note('republished');
    expect(await named(other)).toEqual(['shell@1.0.1', 'mf-a@1.0.3', 'mf-a@1.0.2']);
  });

  it('is first of all what the last dry run would make live, together, until it is live or yanked', async () => {
    const releases = byName('mf-a@1.0.0', 'shell@1.0.1');
    await sendCommand(registry, 1, { kind: 'promote', releases }, { dryRun: true });
    expect((await named(other))[0]).toBe('mf-a@1.0.0 shell@1.0.1');
    await sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-a@1.0.0'), basisPoints: 500 }, { dryRun: true });
    expect((await named())[0]).toBe('mf-a@1.0.0');
    await promote(registry, 1, 'mf-a@1.0.0');
    expect((await named())[0]).toBe('shell@1.0.1');
    await sendCommand(registry, 2, { kind: 'rollback' }, { dryRun: true });
    expect((await named())[0]).toBe('mf-a@1.0.1');
    await sendCommand(registry, 2, { kind: 'yank', release: { name: 'mf-a', version: '1.0.1' } });
    expect((await named())[0]).toBe('shell@1.0.1');
  });

  it('comes with what was live in the last 30 days and is not now, the latest first, whichever registry is asked', async () => {
    expect(await replaced()).toEqual([]);
    await sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-a@1.0.2'), basisPoints: 500 });
    await promote(registry, 2, 'mf-a@1.0.3');
    await promote(registry, 3, 'shell@1.0.1');
    expect(await replaced(other)).toEqual(['shell@1.0.0', 'mf-a@1.0.1', 'mf-a@1.0.2']);
    await promote(registry, 4, 'shell@1.0.0', 'mf-a@1.0.1');
    expect(await replaced()).toEqual(['mf-a@1.0.3', 'shell@1.0.1', 'mf-a@1.0.2']);

    // Live until 31 days ago, until 29 days ago, and since then.
    const query = (text: string) => registry.database.query(text);
    await query('alter table registry.revisions disable trigger user');
    await query(`update registry.revisions set created_at = now() - make_interval(days => case when number <= 3 then 31 else 29 end)`);
    await query('alter table registry.revisions enable trigger user');
    expect(await replaced()).toEqual(['mf-a@1.0.3', 'shell@1.0.1']);
  });

  it('changes nothing of what is live or on record', async () => {
    const [before, audit] = [await current(registry), (await read(registry, '/audit')).json()];
    await sendCommand(registry, 1, { kind: 'promote', releases: byName('mf-a@1.0.3') }, { dryRun: true });
    await ask(registry);
    expect([await current(registry), (await read(registry, '/audit')).json()]).toEqual([before, audit]);
  });

  it('is for edges alone to know, and is sent once', async () => {
    const refused = await Promise.all([ask(registry, {}, 'none'), ask(registry, {}, registry.tokens.promote)]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 403]);
    const answer = await ask(registry);
    const etag = String(answer.headers.etag);
    // By which the status of an edge tells which statement it has.
    expect(etag).toBe(`"${sha256(Buffer.from(answer.json().payload, 'base64'))}"`);
    for (const tag of [etag, `W/${etag}`]) expect((await ask(other, { 'if-none-match': tag })).statusCode).toBe(304);
  });
});

it('a rollback of more parts than one command promotes is named, and edges read it', async () => {
  const site = await startTestRegistry();
  const names = Array.from({ length: 51 }, (_, index) => `mf-part-${index}`);
  await publish(site, { name: 'shell', version: '1.0.0' });
  for (const name of names) for (const version of ['1.0.0', '1.0.1']) await publish(site, { name, version });
  const all = (version: string) => names.map((name) => `${name}@${version}`);
  await promote(site, 0, 'shell@1.0.0');
  const steps = ['1.0.0', '1.0.1'].flatMap((version) => [all(version).slice(0, 26), all(version).slice(26)]);
  for (const [index, releases] of steps.entries()) expect((await promote(site, index + 1, ...releases)).statusCode).toBe(201);

  const rollback = await sendCommand(site, 5, { kind: 'rollback', to: 3 }, { dryRun: true });
  expect(rollback.json().changes).toHaveLength(51);
  expect((await named(site))[0]).toBe(all('1.0.0').sort().join(' '));
  await site.stop();
});

it('is announced to edges when a release is published, and by a dry run', async () => {
  const address = await registry.server.listen({ host: '127.0.0.1', port: 0 });
  const stream = await fetch(`${address}/registry/v1/environments/production/events`, {
    headers: { authorization: `Bearer ${registry.tokens.edge}` },
  });
  const chunks = stream.body!.getReader();
  const next = async () => /^event: (.*)$/m.exec(Buffer.from((await chunks.read()).value ?? []).toString())?.[1];
  expect(await next()).toBe('revision');
  await publish(registry, { name: 'mf-b', version: '1.0.0' });
  expect(await next()).toBe('prospects');
  await sendCommand(registry, 1, { kind: 'promote', releases: byName('mf-b@1.0.0') }, { dryRun: true });
  expect(await next()).toBe('prospects');
  await chunks.cancel();
});
