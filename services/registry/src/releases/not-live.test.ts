import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { byName, promote, publish, read, rollBack, sendCommand, startTestRegistry, type TestRegistry } from '../testing';

describe('what is not live', () => {
  let registry: TestRegistry;
  const paths = { descriptor: '/remotes/mf-hidden/releases/1.0.1', list: '/remotes/mf-hidden/releases' };
  const versions = (answer: { json(): { releases: { version: string }[] } }) => answer.json().releases.map(({ version }) => version);
  const anonymous = (path: string) => registry.server.inject(`/registry/v1${path}`);

  beforeAll(async () => {
    registry = await startTestRegistry();
    await publish(registry, { name: 'shell', version: '1.0.0' });
    for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name: 'mf-hidden', version, commit: 'abc123' });
    await promote(registry, 0, 'shell@1.0.0', 'mf-hidden@1.0.0');
  });

  afterAll(() => registry.stop());

  it('is read with any token, and not without', async () => {
    for (const path of [paths.descriptor, '/audit', '/beacons']) {
      expect([path, (await anonymous(path)).statusCode]).toEqual([path, 401]);
      for (const token of [registry.tokens.publish, registry.tokens.edge, registry.tokens.admin])
        expect([path, (await read(registry, path, token)).statusCode]).toEqual([path, 200]);
    }
  });

  it('is not told apart, without a token, from what was never published', async () => {
    const [hidden, none] = [await anonymous(paths.descriptor), await anonymous('/remotes/mf-hidden/releases/9.9.9')];
    expect([hidden.statusCode, none.statusCode]).toEqual([401, 401]);
    expect((await read(registry, '/remotes/mf-hidden/releases/9.9.9')).statusCode).toBe(404);
  });

  it('is left out of the list without a token; one that is no longer valid is refused', async () => {
    expect(versions(await anonymous(paths.list))).toEqual(['1.0.0']);
    expect(versions(await read(registry, paths.list))).toEqual(['1.0.1', '1.0.0']);
    expect((await read(registry, paths.list, 'nonsense')).statusCode).toBe(401);
  });

  it('is kept by no browser that reads it for somebody', async () => {
    for (const path of [paths.descriptor, paths.list, '/audit']) {
      const { headers } = await read(registry, path);
      expect([path, headers['cache-control']]).toEqual([path, 'no-store']);
    }
    expect((await anonymous(paths.list)).headers).not.toHaveProperty('cache-control');
  });

  it('is no place from which the list goes on without a token', async () => {
    expect(versions(await read(registry, `${paths.list}?before=1.0.1`))).toEqual(['1.0.0']);
    for (const version of ['1.0.1', '9.9.9']) expect(versions(await anonymous(`${paths.list}?before=${version}`))).toEqual([]);
  });

  it('is open as a candidate or a fallback, in whichever environment', async () => {
    expect((await anonymous('/remotes/mf-hidden/releases/1.0.0')).statusCode).toBe(200);
    await sendCommand(registry, 1, { kind: 'canary', releases: byName('mf-hidden@1.0.1'), basisPoints: 100 });
    expect((await anonymous(paths.descriptor)).statusCode).toBe(200);
    await promote(registry, 2, 'mf-hidden@1.0.1');
    expect(versions(await anonymous(paths.list))).toEqual(['1.0.1', '1.0.0']);
    expect((await anonymous('/environments/production/releases')).json().releases).toMatchObject([
      { name: 'mf-hidden', version: '1.0.1', commit: 'abc123' },
      { name: 'mf-hidden', version: '1.0.0' },
      { name: 'shell', version: '1.0.0', commit: null },
    ]);
    await rollBack(registry, 3, 1);
    expect(versions(await anonymous(paths.list))).toEqual(['1.0.0']);
  });
});
