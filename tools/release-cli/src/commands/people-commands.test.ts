import { beforeEach, describe, expect, it } from '@jest/globals';
import { json, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

const as = (token: string) => ({ env: { RELEASE_TOKEN: token } });

/** The release manager, under a handle. */
beforeEach(async () => {
  const answer = await fetch(`${registry.address}/registry/v1/whoami/handle`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${registry.person}`, 'content-type': 'application/json' },
    body: JSON.stringify({ handle: 'grace' }),
  });
  expect(answer.status).toBe(200);
});

describe('teams and grants', () => {
  it('a team is made, gets a member and a grant, and is shown', async () => {
    expect((await release(['team', 'list'])).out).toBe('There is no team yet. Make one: npx release team create NAME\n');
    expect((await release(['team', 'create', 'demo'])).out).toBe('The team demo is made. Next: npx release team add demo HANDLE\n');
    expect((await release(['team', 'add', 'demo', 'grace'])).out).toBe('demo\nmembers: grace\nparts: -\n');
    const granted = await release(['grant', 'add', 'publisher', '--team', 'demo', '--parts', 'mf-demo', '--environment', 'production']);
    expect(granted.out).toBe('Granted: team demo: publisher; parts: mf-demo; environments: production; for good.\n');
    expect((await release(['team', 'show', 'demo'])).out).toContain('may: publisher of mf-demo in production');
    expect((await release(['team', 'list'])).out).toMatch(/^demo +grace +-$/m);
    const who = await release(['whoami'], as(registry.person));
    expect(who.out).toMatch(/^grace; groups: release-manager; teams: demo\n/);
    expect(who.out).toContain('  publisher: mf-demo; environments: production, by the team demo\n');
    expect((await release(['team', 'remove', 'demo', 'grace'])).out).toBe('demo\nmembers: -\nparts: -\n');
  });

  it('a grant is listed, revoked by the beginning of its id, and listed as revoked then', async () => {
    const { id } = json(await release(['grant', 'add', 'viewer', '--person', 'grace', '--parts', 'all', '--expires', '3d', '--json']));
    expect((await release(['grant', 'list'])).out).toMatch(
      new RegExp(`^${id.slice(0, 8)} +valid +person grace +viewer +all +all +\\d{4}-`, 'm'),
    );
    const revoked = await release(['grant', 'revoke', id.slice(0, 8)]);
    expect(revoked.out).toMatch(/^Revoked: person grace: viewer; parts: all; environments: all; until /);
    expect((await release(['grant', 'list'])).out).not.toContain(id.slice(0, 8));
    expect((await release(['grant', 'list', '--all'])).out).toMatch(new RegExp(`^${id.slice(0, 8)} +revoked `, 'm'));
  });

  it.each([
    [2, 'to nobody', ['grant', 'add', 'viewer', '--parts', 'all']],
    [2, 'to two at once', ['grant', 'add', 'viewer', '--parts', 'all', '--team', 'a', '--person', 'b']],
    [2, 'of a role that there is not', ['grant', 'add', 'owner', '--parts', 'all', '--team', 'a']],
    [6, 'to a person whom nobody knows', ['grant', 'add', 'viewer', '--parts', 'all', '--person', 'nobody']],
    [6, 'that there is not', ['grant', 'revoke', 'ffffffff']],
  ])('%d: a grant %s', async (code, _what, args) => {
    expect((await release(args)).code).toBe(code);
  });

  it('5: without a grant to manage them', async () => {
    const refused = await release(['team', 'create', 'mine', '--json'], as(registry.person));
    expect([refused.code, json(refused).error]).toMatchObject([5, { code: 'forbidden', message: 'grace has no grant to manage tokens.' }]);
  });
});

it('6: release login, where people do not sign in', async () => {
  const run = await release(['login', '--no-browser', '--json']);
  expect([run.code, json(run).error.code]).toEqual([6, 'sign-in-not-offered']);
});
