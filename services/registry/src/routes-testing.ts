/** For tests only: a request to each route of the registry that is answered well, with marked data wherever it takes any. */
import { createHash, randomUUID } from 'node:crypto';
import { archiveOf, fixtureRelease, issueTestToken, publish, type TestRegistry } from './testing';
import { accessTokenOf } from './testing-people';

/** Whatever somebody typed, owns or is known by carries this. */
export const MARK = 'swordfish';

const HERE = `/environments/${MARK}`;
const PART = `mf-${MARK}`;
const LIVE = `1.0.0-${MARK}`;
const NEXT = `1.0.1-${MARK}`;
const NEXT_PARTS = { [PART]: NEXT };
const HOUR_MS = 3_600_000;
const PICTURE = Buffer.from(`a picture of ${MARK}`);
const SHA256 = createHash('sha256').update(PICTURE).digest('hex');

export interface RouteRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: object | Buffer;
}

/** Does what must be there before a request to a route. */
export type Prepare = () => Promise<RouteRequest>;

interface Surroundings {
  /** Somebody whom webhooks tell. */
  receiver: { url: string };
  /** Carries out what is due of plans. */
  carryOn: () => Promise<unknown>;
}

/**
 * Requests to all routes by `METHOD /path` of the document.
 * @param registry Has the environment {@link MARK}, in which nothing is live yet.
 * @returns With the secrets that were made, also those that the requests make later.
 */
export async function routeCases(registry: TestRegistry, { receiver, carryOn }: Surroundings) {
  const everything = await issueTestToken(registry, `${MARK}-all`, ['publish', 'promote', 'approve', 'serve', 'admin', 'view'], ['*']);
  const author = await issueTestToken(registry, `${MARK}-author`, ['promote'], ['*']);
  const secrets = new Set([everything, author, ...Object.values(registry.tokens)]);
  let count = 0;
  const another = (name = MARK) => `${name}-${(count += 1)}`;

  const to = (method: RouteRequest['method'], path: string, body?: object, token = everything): RouteRequest => ({
    ...{ method, url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` } },
    ...(body && { payload: body }),
  });
  /** Makes something that a request is about. */
  async function made(method: RouteRequest['method'], path: string, body?: object, token?: string) {
    const answer = await registry.server.inject(to(method, path, body, token));
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.body}`);
    return (answer.body === '' ? {} : answer.json()) as Record<string, unknown>;
  }
  const reason = `Because of ${MARK}`;
  const always =
    (...request: Parameters<typeof to>): Prepare =>
    async () =>
      to(...request);

  async function environment(more: object = { copies: MARK }): Promise<string> {
    const name = another();
    await made('POST', '/environments', { name, reason, ...more });
    return `/environments/${name}`;
  }
  async function guarded(): Promise<string> {
    const there = await environment();
    await made('PUT', `${there}/rules`, { version: 0, rules: { approvals: 1 }, reason });
    return there;
  }
  const promotion = { kind: 'promote', releases: NEXT_PARTS };
  async function proposal(): Promise<string> {
    const { id } = await made('POST', `${await guarded()}/proposals`, { command: promotion, reason }, author);
    return `/proposals/${id}`;
  }
  const later = () => ({ startsAt: new Date(Date.now() + HOUR_MS).toISOString() });
  const planOf = (when: { startsAt?: string }) => ({
    ...{ releases: NEXT_PARTS, expectedRevision: 1, reason, ...when },
    steps: [
      { basisPoints: 500, minutes: null },
      { basisPoints: 10_000, minutes: null },
    ],
  });
  async function plan(when: { startsAt?: string } = later()): Promise<string> {
    const there = await environment();
    const { id } = await made('POST', `${there}/plans`, planOf(when));
    return `${there}/plans/${id}`;
  }
  const page = { path: `/${MARK}`, width: 360, findings: [], layoutShift: 0, pixels: null };
  const pictures = { live: null, candidate: { sha256: SHA256, bytes: PICTURE.length }, difference: null };
  const report = { notRun: null, pages: [{ ...page, pictures }], unvisited: [] };
  const rehearsalOf = { releases: NEXT_PARTS, revision: 1, report };
  const rehearsal = async () => `${HERE}/rehearsals/${(await made('POST', `${HERE}/rehearsals`, rehearsalOf)).id}`;
  const sending = (path: string): RouteRequest => {
    const { headers, ...request } = to('PUT', `${path}/pictures/${SHA256}`);
    return { ...request, headers: { ...headers, 'content-type': 'image/png' }, payload: PICTURE };
  };
  const link = { releases: NEXT_PARTS, reason };
  const minute = `${new Date(Date.now() - HOUR_MS).toISOString().slice(0, 16)}:00.000Z`;
  const heartbeat = {
    epoch: 1,
    number: 1,
    hash: 'a'.repeat(64),
    pages: { planned: 1, rendered: 1, failed: 0, done: true },
    defects: [MARK],
  };
  const beacon = { kind: 'render-error', environment: MARK, revision: 1, name: PART, version: LIVE, route: `/${MARK}`, message: MARK };
  const webhookOf = (name: string) => ({ name, url: `${receiver.url}/${MARK}?key=${MARK}`, reason });
  async function webhook(): Promise<string> {
    const name = another();
    secrets.add(String((await made('POST', '/webhooks', webhookOf(name))).secret));
    return `/webhooks/${name}`;
  }
  async function delivery(): Promise<string> {
    const there = await webhook();
    return `${there}/deliveries/${(await made('POST', `${there}/test`)).id}`;
  }
  const grantOf = () => ({ holder: { kind: 'person', name: another() }, role: 'viewer', parts: [PART], reason });
  async function team(): Promise<string> {
    const name = another();
    await made('POST', '/teams', { name, reason });
    return `/teams/${name}`;
  }
  /** Somebody who is signed in. */
  function person(): string {
    const token = accessTokenOf(another(`subject-of-${MARK}`), { groups: ['release-manager', MARK] });
    secrets.add(token);
    return token;
  }
  async function handle(): Promise<string> {
    const name = another();
    await made('PUT', '/whoami/handle', { handle: name }, person());
    return name;
  }
  const tokenOf = () => ({ name: another(), verbs: ['view'], parts: [PART], reason });

  for (const version of [LIVE, NEXT]) for (const name of ['shell', PART]) await publish(registry, { name, version, commit: MARK });
  await made('POST', `${HERE}/commands`, {
    ...{ expectedRevision: 0, reason, command: { kind: 'promote', releases: { shell: LIVE, [PART]: LIVE } } },
  });
  await made('PUT', `${HERE}/edges/${MARK}`, heartbeat);

  const cases: Record<string, Prepare> = {
    'GET /environments/{environment}': always('GET', HERE),
    'DELETE /environments/{environment}': async () => to('DELETE', await environment({})),
    'POST /environments/{environment}/lock': async () => to('POST', `${await environment()}/lock`, { reason }),
    'DELETE /environments/{environment}/lock': async () => {
      const there = await environment();
      await made('POST', `${there}/lock`, { reason });
      return to('DELETE', `${there}/lock`);
    },
    'GET /environments/{environment}/rules': always('GET', `${HERE}/rules`),
    'PUT /environments/{environment}/rules': async () =>
      to('PUT', `${await environment()}/rules`, { version: 0, rules: { approvals: 2 }, reason }),
    'POST /environments/{environment}/commands': async () =>
      to('POST', `${await environment()}/commands`, { expectedRevision: 1, command: promotion, reason }),
    'POST /environments/{environment}/proposals': async () =>
      to('POST', `${await guarded()}/proposals`, { command: promotion, reason }, author),
    'POST /environments/{environment}/plans': async () => to('POST', `${await environment()}/plans`, planOf(later())),
    'GET /environments/{environment}/plans': always('GET', `${HERE}/plans?before=9&unfinished=true`),
    'GET /environments/{environment}/plans/{id}': async () => to('GET', await plan()),
    'POST /environments/{environment}/plans/{id}/pause': async () => to('POST', `${await plan()}/pause`, { reason }),
    'POST /environments/{environment}/plans/{id}/resume': async () => {
      const there = await plan();
      await made('POST', `${there}/pause`, { reason });
      return to('POST', `${there}/resume`, { reason });
    },
    'POST /environments/{environment}/plans/{id}/continue': async () => {
      const there = await plan({});
      await carryOn();
      return to('POST', `${there}/continue`, { reason });
    },
    'POST /environments/{environment}/plans/{id}/abort': async () => to('POST', `${await plan()}/abort`, { reason }),
    'GET /environments/{environment}/plans/{id}/health': async () => to('GET', `${await plan()}/health`),
    'POST /environments/{environment}/previews': always('POST', `${HERE}/previews`, link),
    'GET /environments/{environment}/previews': always('GET', `${HERE}/previews`),
    'POST /environments/{environment}/replays': always('POST', `${HERE}/replays`, { revision: 1, reason }),
    'POST /environments/{environment}/previews/{id}/revoke': async () => {
      secrets.add(String((await made('POST', `${HERE}/previews`, link)).token));
      const answer = await registry.server.inject(to('GET', `${HERE}/previews`));
      const [{ id }] = (answer.json() as { previews: [{ id: string }] }).previews;
      return to('POST', `${HERE}/previews/${id}/revoke`, { reason });
    },
    'GET /environments/{environment}/revoked-previews': always('GET', `${HERE}/revoked-previews`),
    'POST /environments/{environment}/rehearsals': always('POST', `${HERE}/rehearsals`, rehearsalOf),
    'GET /environments/{environment}/rehearsals': always('GET', `${HERE}/rehearsals`),
    'GET /environments/{environment}/rehearsals/{id}': async () => to('GET', await rehearsal()),
    'PUT /environments/{environment}/rehearsals/{id}/pictures/{sha256}': async () => sending(await rehearsal()),
    'GET /environments/{environment}/rehearsals/{id}/pictures/{sha256}': async () => {
      const there = await rehearsal();
      await registry.server.inject(sending(there));
      return to('GET', `${there}/pictures/${SHA256}`);
    },
    'GET /environments/{environment}/target': always('GET', `${HERE}/target`),
    'GET /environments/{environment}/prospects': always('GET', `${HERE}/prospects`),
    'GET /environments/{environment}/revisions': always('GET', `${HERE}/revisions`),
    'GET /environments/{environment}/revisions/current': always('GET', `${HERE}/revisions/current`),
    'GET /environments/{environment}/releases': always('GET', `${HERE}/releases`),
    'GET /environments/{environment}/revisions/{number}': always('GET', `${HERE}/revisions/1`),
    'GET /environments/{environment}/events': always('GET', `${HERE}/events`),
    'PUT /environments/{environment}/edges/{id}': always('PUT', `${HERE}/edges/${MARK}`, heartbeat),
    'DELETE /environments/{environment}/edges/{id}': async () => {
      const there = `${HERE}/edges/${another()}`;
      await made('PUT', there, heartbeat);
      return to('DELETE', there);
    },
    'GET /environments/{environment}/edges': always('GET', `${HERE}/edges`),
    'POST /environments/{environment}/edges/{id}/counts': async () =>
      to('POST', `${HERE}/edges/${MARK}/counts`, {
        id: randomUUID(),
        counts: [{ minute, part: PART, release: 'a'.repeat(64), cohort: MARK, documents: 1 }],
      }),
    'GET /environments/{environment}/health': always('GET', `${HERE}/health`),
    'GET /environments/{environment}/adoption': always('GET', `${HERE}/adoption?part=${PART}`),
    'GET /environments': always('GET', '/environments'),
    'POST /environments': async () => to('POST', '/environments', { name: another(), copies: MARK, reason }),
    'GET /proposals': always('GET', `/proposals?environment=${MARK}`),
    'GET /proposals/{id}': async () => to('GET', await proposal()),
    'POST /proposals/{id}/approve': async () => to('POST', `${await proposal()}/approve`, { reason }),
    'POST /proposals/{id}/reject': async () => to('POST', `${await proposal()}/reject`, { reason }),
    'POST /proposals/{id}/withdraw': async () => to('POST', `${await proposal()}/withdraw`, { reason }, author),
    'PUT /remotes/{name}/releases/{version}': async () => {
      const version = `2.0.${(count += 1)}-${MARK}`;
      const archive = await archiveOf(fixtureRelease({ name: PART, version, commit: MARK, files: { [`v/${MARK}.txt`]: MARK } }));
      const { headers, ...request } = to('PUT', `/remotes/${PART}/releases/${version}`);
      const sha256 = createHash('sha256').update(archive).digest('hex');
      return { ...request, headers: { ...headers, 'content-type': 'application/gzip', 'x-content-sha256': sha256 }, payload: archive };
    },
    'GET /remotes/{name}/releases/{version}': always('GET', `/remotes/${PART}/releases/${NEXT}`),
    'PUT /remotes/{name}/prefixes': always('PUT', `/remotes/${PART}/prefixes`, { prefixes: [`/${MARK}`], reason }),
    'GET /remotes': always('GET', '/remotes'),
    'GET /remotes/{name}/releases': always('GET', `/remotes/${PART}/releases?before=9.0.0-${MARK}`),
    'GET /audit': always('GET', `/audit?actor=${MARK}&action=${MARK}&environment=${MARK}`),
    'POST /beacons': always('POST', '/beacons', beacon),
    'GET /beacons': always('GET', '/beacons'),
    'POST /tokens': async () => to('POST', '/tokens', tokenOf()),
    'GET /tokens': always('GET', '/tokens'),
    'DELETE /tokens/{id}': async () => {
      const { token, secret = '' } = (await made('POST', '/tokens', tokenOf())) as { token?: { id: string }; secret?: string };
      secrets.add(secret);
      return to('DELETE', `/tokens/${token?.id}`);
    },
    'GET /whoami': async () => to('GET', '/whoami', undefined, person()),
    'PUT /whoami/handle': async () => to('PUT', '/whoami/handle', { handle: another() }, person()),
    'GET /sign-in': always('GET', '/sign-in'),
    'GET /grants': always('GET', '/grants'),
    'POST /grants': async () => to('POST', '/grants', { ...grantOf(), holder: { kind: 'person', name: await handle() } }),
    'DELETE /grants/{id}': async () => {
      const { id } = await made('POST', '/grants', { ...grantOf(), holder: { kind: 'group', name: another() } });
      return to('DELETE', `/grants/${id}`);
    },
    'GET /teams': always('GET', '/teams'),
    'POST /teams': async () => to('POST', '/teams', { name: another(), reason }),
    'GET /teams/{name}': async () => to('GET', await team()),
    'PUT /teams/{name}/members/{handle}': async () => to('PUT', `${await team()}/members/${await handle()}`),
    'DELETE /teams/{name}/members/{handle}': async () => {
      const there = `${await team()}/members/${await handle()}`;
      await made('PUT', there);
      return to('DELETE', there);
    },
    'GET /collectable': always('GET', '/collectable'),
    'POST /collections': always('POST', '/collections', { reason }),
    'POST /webhooks': async () => to('POST', '/webhooks', webhookOf(another())),
    'GET /webhooks': always('GET', '/webhooks'),
    'GET /webhooks/{name}': async () => to('GET', await webhook()),
    'DELETE /webhooks/{name}': async () => to('DELETE', await webhook()),
    'POST /webhooks/{name}/rotate': async () => to('POST', `${await webhook()}/rotate`, { reason }),
    'POST /webhooks/{name}/disable': async () => to('POST', `${await webhook()}/disable`, { reason }),
    'POST /webhooks/{name}/enable': async () => {
      const there = await webhook();
      await made('POST', `${there}/disable`, { reason });
      return to('POST', `${there}/enable`, { reason });
    },
    'GET /webhooks/{name}/deliveries': async () => to('GET', `${await webhook()}/deliveries`),
    'GET /webhooks/{name}/deliveries/{id}': async () => to('GET', await delivery()),
    'POST /webhooks/{name}/test': async () => to('POST', `${await webhook()}/test`),
    'POST /webhooks/{name}/deliveries/{id}/redeliver': async () => to('POST', `${await delivery()}/redeliver`),
  };
  return { cases, secrets };
}
