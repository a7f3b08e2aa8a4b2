/** Whoever ends something may say why, and the audit keeps it. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { publish, read, startTestRegistry, type TestRegistry } from '../testing';
import { accessTokenOf } from '../testing-people';
import { startReceiver } from '../webhooks/testing';

const WHY = 'It was found in a log & is not ours';

let registry: TestRegistry;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  registry = await startTestRegistry({ webhooks: { production: false, hosts: ['127.0.0.1'] } });
  receiver = await startReceiver();
  await publish(registry, { name: 'shell', version: '1.0.0' });
});
afterAll(async () => {
  await receiver.stop();
  await registry.stop();
});

const ask = async (method: 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, token = registry.tokens.admin) => {
  const answer = await registry.server.inject({
    ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(payload && { payload }),
  });
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.body === '' ? {} : answer.json();
};
const idOf = (answer: { id: string }): string => answer.id;

async function member(): Promise<string> {
  await ask('POST', '/grants', { holder: { kind: 'group', name: 'known' }, role: 'viewer', parts: ['*'] });
  await ask('PUT', '/whoami/handle', { handle: 'ada' }, accessTokenOf('subject-of-ada', { groups: ['known'] }));
  await ask('POST', '/teams', { name: 'elevate' });
  return '/teams/elevate/members/ada';
}

const addWebhook = (name: string) => ask('POST', '/webhooks', { name, url: receiver.url, events: ['*'], environments: ['*'] });

/** What there is to end, made first: the call that ends it, and whose it is if not that of an admin. */
const ENDINGS: [string, string, () => Promise<['PUT' | 'POST' | 'DELETE', string, string?]>][] = [
  [
    'a token',
    'revoke-token',
    async () => [
      'DELETE',
      `/tokens/${(await ask('POST', '/tokens', { name: 'ci', verbs: ['view'], parts: ['*'], expiresInDays: 1 })).token.id}`,
    ],
  ],
  [
    'a grant',
    'revoke-grant',
    async () => [
      'DELETE',
      `/grants/${idOf(await ask('POST', '/grants', { holder: { kind: 'group', name: 'g' }, role: 'viewer', parts: ['*'] }))}`,
    ],
  ],
  ['no membership yet', 'add-member', async () => ['PUT', await member()]],
  ['a membership', 'remove-member', async () => ['DELETE', '/teams/elevate/members/ada']],
  [
    'an environment',
    'remove-environment',
    async () => {
      await ask('POST', '/environments', { name: 'trial' });
      return ['DELETE', '/environments/trial'];
    },
  ],
  [
    'a lock',
    'unlock',
    async () => {
      await ask('POST', '/environments/production/lock', { reason: 'The fair is on.' }, registry.tokens.promote);
      return ['DELETE', '/environments/production/lock', registry.tokens.promote];
    },
  ],
  [
    'a webhook',
    'remove-webhook',
    async () => {
      await addWebhook('chat');
      return ['DELETE', '/webhooks/chat'];
    },
  ],
  [
    'a delivery',
    'redeliver',
    async () => {
      await addWebhook('again');
      return ['POST', `/webhooks/again/deliveries/${idOf(await ask('POST', '/webhooks/again/test'))}/redeliver`];
    },
  ],
];

it.each(ENDINGS)('%s: the audit has why, of %s', async (_what, action, given) => {
  const [method, path, token] = await given();
  await ask(method, `${path}?${new URLSearchParams({ reason: WHY })}`, undefined, token);
  const { entries } = (await read(registry, `/audit?limit=1&action=${action}`)).json() as { entries: { reason: string | null }[] };
  expect(entries.map(({ reason }) => reason)).toEqual([WHY]);
});

it.each(['', 'x'.repeat(501)])('a reason that is none is refused, and nothing ends: %j', async (reason) => {
  const { token } = await ask('POST', '/tokens', { name: `ci-${reason.length}`, verbs: ['view'], parts: ['*'], expiresInDays: 1 });
  await expect(ask('DELETE', `/tokens/${token.id}?${new URLSearchParams({ reason })}`)).rejects.toThrow('invalid-request');
  const { tokens } = (await read(registry, '/tokens', registry.tokens.admin)).json() as { tokens: { id: string; state: string }[] };
  expect(tokens.find(({ id }) => id === token.id)?.state).toBe('valid');
});
