import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestRegistry, type TestRegistry } from './testing';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.stop());

const ask = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const answer = await registry.server.inject({
    ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${registry.tokens.admin}` } },
    ...(payload && { payload }),
  });
  return [answer.statusCode, answer.json().code, answer.json().error];
};
const grantTo = (name: string) => ask('POST', '/grants', { holder: { kind: 'team', name }, role: 'viewer', parts: ['*'] });

describe('a team that there is not', () => {
  it('is refused with how it is made, to whoever adds a member or grants it something', async () => {
    const told = [404, 'team-not-found', 'There is no team named elevate. It is made with: npx release team create elevate'];
    expect(await ask('PUT', '/teams/elevate/members/ada')).toEqual(told);
    expect(await grantTo('elevate')).toEqual(told);
  });

  it('and that none can be named like is refused without a command', async () => {
    expect(await grantTo('a; b')).toEqual([404, 'team-not-found', 'There is no team named a; b.']);
  });
});
