import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { makeSeal } from '@site/release-model/seal';
import { edgeServes, given, givenLive, json, page, registry, release, root, useRegistry } from '../testing/release-command';

useRegistry();

/** Tells the registry of documents that had a release in this minute, and of a failure in one of them. */
async function seen(part: string, version: string, documents: number) {
  const post = (path: string, body: object) =>
    fetch(`${registry.address}/registry/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${registry.tokens.edge}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const [today] = await edgeServes('a', 1);
  const id = json(await release(['show', `${part}@${version}`, '--json'])).id as string;
  const minute = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const counts = [{ minute, part, release: id, cohort: '', documents }];
  expect((await post('/environments/production/edges/a/counts', { id: randomUUID(), counts })).status).toBe(204);
  const said = { environment: 'production', epoch: 1, number: 1, day: today?.day ?? '', cohorts: [], shellFallback: false };
  const seal = makeSeal(said, Buffer.from(today?.key ?? '', 'base64url'));
  const beacon = { kind: 'render-error', environment: 'production', revision: 1, name: part, version, route: null, message: null };
  expect((await post('/beacons', { ...beacon, seal, document: randomUUID() })).status).toBe(204);
}

describe('what visitors have', () => {
  it('is shown by part, with how often it fails, beside what is live', async () => {
    await givenLive();
    await seen('mf-demo', '1.0.0', 250);
    await page('mf-demo', 'second()');
    await given('mf-demo', '1.0.1');
    await release(['promote', 'mf-demo@1.0.1', '--canary', '5%', '--no-wait']);

    expect((await release(['status'])).out).toMatch(/mf-demo .* 4, candidate -\n/);
    const { releases } = json(await release(['status', '--json']));
    expect(releases).toMatchObject([
      {
        name: 'mf-demo',
        health: {
          stable: { documents: 250, failures: 1, perThousand: 4 },
          candidate: { documents: 0, failures: 0, perThousand: null },
        },
      },
      { name: 'shell', health: { stable: { documents: 0 }, candidate: null } },
    ]);

    const { out } = await release(['adoption', 'mf-demo']);
    expect(out).toMatch(/1\.0\.0 +250 +100\.0%/);
    expect(out).toMatch(/1\.0\.0 was promoted .*: in 99% of documents within (?:a minute|\d+ minutes)\./);
    expect(out).toMatch(/hour \(UTC\) +1\.0\.0\n.*\n\d{4}-\d\d-\d\d \d\d:00 +250/);
    const all = json(await release(['adoption', '--hours', '1', '--json']));
    expect([all.step, all.parts.map(({ name }: { name: string }) => name)]).toEqual(['minute', ['mf-demo', 'shell']]);
    expect(await release(['adoption', 'mf-other'])).toMatchObject({ code: 6, err: 'Nothing of mf-other is live or was served.\n' });
  });

  it('is said in words where there was none', async () => {
    await givenLive();
    const { out } = await release(['adoption', 'shell']);
    expect(out).toMatch(/^shell was in no document of the last 24 h\.\n1\.0\.0 was promoted .*\.\n$/);
  });

  it('needs a token', async () => {
    await givenLive();
    const env = { DATA_DIR: join(root, 'elsewhere') };
    expect((await release(['status'], { env })).out).not.toContain('failures');
    expect(json(await release(['status', '--json'], { env })).plans).toBeNull();
    expect((await release(['adoption'], { env })).code).toBe(5);
  });
});
