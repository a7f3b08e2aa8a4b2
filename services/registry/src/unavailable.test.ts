import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { platformError } from '@site/platform/errors';
import { createFailingQueries } from '@site/platform/testing/failing-queries';
import { current, promote, publish, startTestRegistry, type TestRegistry } from './testing';
import { accessTokenOf, testVerifier } from './testing-people';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  for (const version of ['1.0.0', '1.0.1']) await publish(registry, { name: 'shell', version });
  await promote(registry, 0, 'shell@1.0.0');
});
afterAll(() => registry.stop());

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
const answerOf = ({ statusCode, headers, body }: Awaited<ReturnType<typeof promote>>) => ({
  ...{ status: statusCode, retryAfter: headers['retry-after'] },
  ...(JSON.parse(body) as { code: string; error: string; details?: object }),
});

it('a registry without its database says so, and of a change that it is not known to be done', async () => {
  const transaction = jest.spyOn(registry.database, 'transaction').mockRejectedValue(refused);
  const changed = answerOf(await promote(registry, 1, 'shell@1.0.1'));
  transaction.mockRestore();
  expect(changed).toMatchObject({
    ...{ status: 503, code: 'service-unavailable', retryAfter: '2', details: { dependency: 'database' } },
    error: 'The registry cannot reach its database. Whether it has done what it was asked is not known: look before you repeat it.',
  });

  const queries = createFailingQueries(() => refused);
  await queries.failAt(1, async () => {
    const read = answerOf(await registry.server.inject('/registry/v1/environments/production/revisions/current'));
    expect(read).toMatchObject({ status: 503, error: 'The registry cannot reach its database.', details: { dependency: 'database' } });
  });
  queries.restore();
  expect((await current(registry)).number).toBe(1);
});

it('a registry whose store does not answer says that', async () => {
  const stat = jest.spyOn(registry.storage, 'stat').mockRejectedValue(refused);
  const answer = answerOf(await promote(registry, 1, 'shell@1.0.1'));
  stat.mockRestore();
  expect(answer).toMatchObject({
    ...{ status: 503, details: { dependency: 'store' }, retryAfter: '10' },
    error: "The registry's store of releases does not answer. Nothing was changed.",
  });
});

it('a registry that cannot check a sign-in says whose keys it cannot read', async () => {
  const verify = jest.spyOn(testVerifier, 'verify').mockRejectedValue(platformError('service-unavailable'));
  const token = accessTokenOf('ada', { groups: ['release-manager'] });
  const answer = answerOf(await registry.server.inject({ url: '/registry/v1/whoami', headers: { authorization: `Bearer ${token}` } }));
  verify.mockRestore();
  expect(answer).toMatchObject({
    ...{ status: 503, details: { dependency: 'identity provider' } },
    error: "The registry cannot check who you are: the identity provider's keys cannot be read.",
  });
});
