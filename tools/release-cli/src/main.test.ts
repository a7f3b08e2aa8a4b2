import { describe, expect, it } from '@jest/globals';
import { givenLive, json, registry, release, spawned, useRegistry } from './testing/release-command';

useRegistry();

describe('without a token', () => {
  it('the one of the local site is told to no other registry', async () => {
    const run = await release(['whoami', '--registry', 'https://registry.example']);
    expect([run.code, run.err]).toEqual([5, 'No token to ask with. Sign in with npx release login, give --token or RELEASE_TOKEN.\n']);
  });
});

describe('the exit code tells', () => {
  it('7: no registry at the port of the environment, where npm start would run the site', async () => {
    const run = await release(['status'], { env: { RELEASE_REGISTRY: '', PORT: '9' } });
    expect([run.code, run.err]).toEqual([7, expect.stringContaining('The registry at http://localhost:9/registry cannot be reached')]);
  });

  it('0: done, also if nobody reads what it says', async () => {
    await givenLive();
    expect(await spawned(['status'], { isRead: false })).toEqual({ code: 0, out: '', err: '' });
  });

  it('6: a release that does not exist', async () => {
    await givenLive();
    const run = await spawned(['promote', 'mf-demo@9.9.9', '--json']);
    expect([run.code, json(run).error.code]).toEqual([6, 'release-not-found']);
    expect((await release(['rollback', '--to', '999'])).code).toBe(6);
    expect((await release(['list', 'mf-none'])).code).toBe(6);
  });

  it('5: no token, or one for something else', async () => {
    const without = await release(['promote', 'mf-demo@1.0.0'], { env: { DATA_DIR: 'nowhere' } });
    expect([without.code, without.err]).toEqual([5, expect.stringContaining('No token to promote with.')]);
    expect((await release(['promote', 'mf-demo@1.0.0', '--token', registry.tokens.publish])).code).toBe(5);
  });

  it('7: no registry', async () => {
    const run = await spawned(['status', '--registry', 'http://127.0.0.1:9']);
    expect([run.code, run.err]).toEqual([7, expect.stringContaining('cannot be reached')]);
  });

  it('2: a command that there is not', async () => {
    const run = await spawned(['bogus']);
    expect([run.code, run.err]).toEqual([2, expect.stringContaining("unknown command 'bogus'")]);
  });

  it.each([
    [['bogus']],
    [['promote']],
    [['promote', 'mf-demo']],
    [['promote', 'mf-demo@latest']],
    [['rollback', '--to', 'x']],
    [['promote', 'mf-demo@1.0.0', '--canary', '101%']],
    [['promote', 'mf-demo@1.0.0', '--canary', '5%', '--fixes']],
    [['promote', 'mf-demo@1.0.0', '--plan', '5%']],
    [['promote', 'mf-demo@1.0.0', '--plan', '5%:10m,100%', '--canary', '5%']],
    [['promote', 'mf-demo@1.0.0', '--plan', '5%:10m,100%', '--propose']],
    [['promote', 'mf-demo@1.0.0', '--at', 'noon']],
    [['promote', 'mf-demo@1.0.0', '--no-guard']],
    [['pause']],
    [['promote', 'mf-demo@1.0.0', 'mf-demo@1.0.1']],
    [['disable', 'mf-demo']],
    [['lock']],
    [['publish', 'no-such-package']],
    [['publish']],
    [['status', '--registry', 'nonsense']],
    [['token']],
    [['token', 'create', 'name']],
    [['token', 'create', 'name', '--publish', 'elevate']],
    [['token', 'create', 'name', '--publish', 'shell', '--promote', 'mf-demo']],
    [['token', 'create', 'name', '--publish', 'shell', '--serve']],
    [['token', 'create', 'name', '--view', '--expires', '367d']],
  ])('2: %j', async (args) => {
    expect((await release(args)).code).toBe(2);
  });
});
