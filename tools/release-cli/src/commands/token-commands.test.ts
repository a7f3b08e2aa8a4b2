import { describe, expect, it } from '@jest/globals';
import { json, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

describe('a token of a team', () => {
  const NOWHERE = { DATA_DIR: 'nowhere' };

  it('is made, shown once, and publishes its own part alone', async () => {
    const made = await release(['token', 'create', 'demo-ci', '--publish', 'mf-demo', '--expires', '30d', '--reason', 'The pipeline']);
    expect(made).toMatchObject({ code: 0, err: 'No part is named mf-demo yet.\n' });
    const [secret = ''] = made.out.split('\n');
    expect(secret).toMatch(/^site_publish_[\w-]{43}$/);
    expect(made.out).toMatch(/It is shown this once\. demo-ci: publish; parts: mf-demo; environments: all; until \d{4}-\d\d-\d\d\./);
    expect(made.out).toContain(`npx release token revoke demo-ci`);
    const env = { ...NOWHERE, RELEASE_TOKEN: secret };
    expect((await release(['publish', 'mf-demo'], { env })).code).toBe(0);
    const refused = await release(['publish', 'shell', '--json'], { env });
    expect([refused.code, json(refused).error]).toMatchObject([5, { code: 'forbidden', message: 'This token does not cover shell.' }]);
  });

  it('says whose it is, and what it allows', async () => {
    const args = [
      'token',
      'create',
      'who',
      '--promote',
      'mf-demo,shell',
      '--publish',
      'shell,mf-demo',
      '--environment',
      'production',
      '--json',
    ];
    const { secret } = json(await release(args));
    const who = await release(['whoami', '--token', secret]);
    expect(who.out).toMatch(/^who: publish, promote; parts: shell mf-demo; environments: production; until \d{4}-\d\d-\d\d\.\n$/);
    expect(json(await release(['whoami', '--json'])).name).toBe('local-publish');
    const nobody = await release(['whoami'], { env: NOWHERE });
    expect([nobody.code, nobody.err]).toEqual([
      5,
      expect.stringContaining('No token to ask with. Sign in with npx release login, give --token or RELEASE_TOKEN'),
    ]);
    expect((await release(['whoami', '--token', 'nonsense'])).err).toBe('This token is not known here.\n');
  });

  it('is listed without its secret, and is worth nothing once it is revoked', async () => {
    const { secret } = json(await release(['token', 'create', 'ends', '--view', '--json']));
    const listed = await release(['token', 'list']);
    expect(listed.out).toMatch(/^ends +valid +view +all +all +\d{4}-\d\d-\d\d +- +local-admin, \d{4}-\d\d-\d\d$/m);
    expect(listed.out).toMatch(/^local-admin +valid +admin +all +all +- /m);
    expect(listed.out).not.toContain(secret);
    expect((await release(['token', 'revoke', 'ends'])).out).toBe('The token ends is revoked.\n');
    expect(await release(['whoami', '--token', secret])).toMatchObject({ code: 5, err: 'This token was revoked.\n' });
    const { tokens } = json(await release(['token', 'list', '--json']));
    expect(tokens).toContainEqual(expect.objectContaining({ name: 'ends', state: 'revoked' }));
    const again = await release(['token', 'revoke', 'ends', '--json']);
    expect([again.code, json(again).error.code]).toEqual([6, 'token-not-found']);
  });

  it('3: under a name that is taken', async () => {
    const run = await release(['token', 'create', 'local-admin', '--view', '--json']);
    expect([run.code, json(run).error.code]).toEqual([3, 'token-name-taken']);
  });

  it('5: without a token to manage them, or with one for something else', async () => {
    const without = await release(['token', 'list'], { env: NOWHERE });
    expect([without.code, without.err]).toEqual([5, expect.stringContaining('No token to manage tokens with.')]);
    const other = await release(['token', 'list', '--token', registry.tokens.promote]);
    expect([other.code, other.err]).toEqual([5, 'This token does not allow to manage tokens.\n']);
  });
});
