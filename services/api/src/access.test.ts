import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { calls } from '@site/contracts/api/calls';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { guardRoutes } from './access';
import { seedDevelopmentData } from './seed/seed-development-data';
import { createTestApi, type TestApi, type TestRoute } from './testing/create-test-api';
import type { TestAccount } from './testing/test-identity';

/** Every text that belongs to Ada alone carries this. */
const SECRET = 'adas-secret';

let api: TestApi;
let ada: TestAccount;
let bob: TestAccount;
let staff: TestAccount;
/** Ids of Ada's objects by the path of the routes that name them. */
let owned: Record<string, number>;
let routes: TestRoute[];
beforeAll(async () => {
  api = await createTestApi({ FAULTS: 'on' });
  routes = api.routes.filter(({ path }) => path !== '/_faults');
  await seedDevelopmentData(api.database);
  ada = await api.identity.addAccount(`${SECRET}@example.com`);
  bob = await api.identity.addAccount('bob@example.com');
  staff = await api.identity.addAccount('staff@example.com', { groups: ['staff'] });
  for (const as of [ada, bob, staff]) await api.call('GET', '/user/profile', { as });
  await api.database.db.execute(
    sql`update api.member set full_name = ${SECRET}, location = ${SECRET}, unsubscribe_token = ${SECRET} where subject = ${ada.subject}`,
  );
  await api.database.db.execute(sql`insert into api.contact_message (goal, name, email, phone, message)
    values ('other', ${SECRET}, ${ada.email}, '+12345678901', ${SECRET})`);
  const demo = { demo_kind_id: 1, url: `https://example.com/${SECRET}`, description: SECRET };
  const { body: addedDemo } = await api.call('POST', '/demos/player', { as: ada, body: demo });
  const { body: follow } = await api.call('POST', '/playbooks/player', { as: ada, body: { playbook_id: 1, role: 'join' } });
  owned = { '/demos/player/:id': addedDemo.id as number, '/playbooks/player/:id': follow.id as number };
});
afterAll(() => api.close());

/** A body that the route accepts, so that a refusal is about who asks. */
const bodies: Record<string, unknown> = {
  'PUT /demos/player/:id': { url: 'https://example.com', description: 'Taken over' },
  'PUT /playbooks/player/:id': { role: 'produce' },
};
const fill = (path: string, id: string | number) => path.replace(/:\w+/, String(id));
const ask = ({ method, path }: TestRoute, id: string | number, as?: { authorization: string }) =>
  api.call(method, fill(path, id), { as, body: bodies[`${method} ${path}`] ?? (method === 'GET' || method === 'DELETE' ? undefined : {}) });
const label = ({ method, path }: TestRoute) => `${method} ${path}`;

describe('every route', () => {
  it('says who may call it, and the calls of pages are registered as the contract states them', () => {
    expect(routes.length).toBeGreaterThan(40);
    const registered = routes.map(({ method, path, access }) => `${access} ${method} ${path}`);
    for (const { method, path, access } of Object.values(calls))
      expect(registered).toContain(`${access} ${method} ${path.replace('{id}', ':id')}`);
    const app = Fastify();
    guardRoutes(app, api.identity.verifier, api.database.db);
    expect(() => app.get('/undecided', async () => 'leak')).toThrow('does not say who may call it');
  });

  it('refuses visitors and bad tokens with 401 unless it is public', async () => {
    const expired = `Bearer ${await api.identity.tokenFor(ada.subject, { lifeSeconds: -60 })}`;
    for (const authorization of [undefined, 'Bearer x.y.z', expired]) {
      const as = authorization === undefined ? undefined : { authorization };
      for (const route of routes.filter(({ access }) => access !== 'public')) {
        const answer = await ask(route, 1, as);
        expect([label(route), answer.status, answer.body.code]).toEqual([label(route), 401, 'unauthorized']);
      }
    }
  });

  it('of the desk refuses players with 403, and takes staff', async () => {
    const deskRoutes = routes.filter(({ path }) => path.startsWith('/desk/'));
    expect(deskRoutes.every(({ access }) => access === 'staff')).toBe(true);
    for (const route of deskRoutes) {
      expect([label(route), (await ask(route, 999_999, bob)).status]).toEqual([label(route), 403]);
      expect([200, 400, 404]).toContain((await ask(route, 999_999, staff)).status);
    }
  });

  it('that names an object of a player answers 404 to everybody else, staff included, and changes nothing', async () => {
    const naming = routes.filter(({ access, path }) => access === 'player' && path.includes(':') && !path.startsWith('/user/draft/'));
    for (const route of naming) {
      const id = owned[route.path];
      if (id === undefined) throw new Error(`${label(route)} names objects that this test does not know`);
      for (const other of [bob, staff]) expect([label(route), (await ask(route, id, other)).status]).toEqual([label(route), 404]);
    }
    expect(new Set(naming.map(({ path }) => path))).toEqual(new Set(Object.keys(owned)));
    const { body } = await api.call('GET', '/user/export', { as: ada });
    expect(body).toMatchObject({ demos: [{ description: SECRET }], playbooks: [{ role: 'join' }] });
  });

  it('that reads gives nothing of Ada to visitors or to Bob, and everything to Ada', async () => {
    let seenByAda = 0;
    for (const route of routes.filter(({ method, access }) => method === 'GET' && access !== 'staff')) {
      const { body } = await ask(route, 1, bob);
      expect([label(route), JSON.stringify(body).includes(SECRET)]).toEqual([label(route), false]);
      if (JSON.stringify((await ask(route, 1, ada)).body).includes(SECRET)) seenByAda += 1;
      if (route.access === 'public') expect(JSON.stringify((await ask(route, 1)).body)).not.toContain(SECRET);
    }
    expect(seenByAda).toBeGreaterThanOrEqual(3);
  });

  it('keeps private answers out of shared caches', async () => {
    for (const route of routes.filter(({ method, access }) => method === 'GET' && access !== 'public')) {
      const { headers } = await ask(route, 1, ada);
      expect([label(route), headers['cache-control']]).toEqual([label(route), expect.stringMatching(/^(no-store|private, no-cache)$/)]);
    }
  });
});

describe('an address that is no route', () => {
  it('answers 404 to everybody', async () => {
    for (const as of [undefined, ada])
      expect(await api.call('GET', '/nothing/here', { as })).toMatchObject({ status: 404, body: { code: 'not-found' } });
  });
});
