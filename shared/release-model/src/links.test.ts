import { beforeEach, describe, expect, it } from '@jest/globals';
import { Refusal } from './refusal';
import type { ReleaseRef } from './release-id';
import { page, World } from './testing';

let world: World;
let shell: ReleaseRef;
let shop: ReleaseRef;

/** The shell links to two pages of the shop, and to something that is nobody's page. */
beforeEach(() => {
  world = new World();
  shell = world.shelf.add({ name: 'shell', version: '1.0.0', links: ['/cart', '/item/:', '/api/items'] });
  shop = world.shelf.add({ name: 'mf-shop', version: '1.0.0', routes: [page('/cart'), page('/item/:id'), page('/unlinked')] });
  world.promote({ shell, 'mf-shop': shop });
});

const release = (version: string, ...paths: string[]) => world.shelf.add({ name: 'mf-shop', version, routes: paths.map(page) });

function refused(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

it('a route that something live links to is not taken away, by name', () => {
  const refusal = refused(() => world.promote({ 'mf-shop': release('1.1.0', '/item/:id', '/unlinked') }));
  expect(refusal.code).toBe('links-broken');
  expect(refusal.message).toBe('shell@1.0.0 links to /cart, which mf-shop would not have any more.');
  expect(refusal.details).toEqual({ links: [{ link: '/cart', from: 'shell@1.0.0', owner: 'mf-shop' }], count: 1 });
  expect(refused(() => world.execute({ kind: 'retire', parts: ['mf-shop'] })).details).toMatchObject({ count: 2 });
});

it('a route that nothing links to goes, and one goes together with the links to it', () => {
  world.promote({ 'mf-shop': release('1.1.0', '/cart', '/item/:id') });
  world.promote({
    'mf-shop': release('1.2.0', '/item/:id'),
    shell: world.shelf.add({ name: 'shell', version: '1.1.0', links: ['/item/:'] }),
  });
  expect(world.stable).toEqual({ shell: '1.1.0', 'mf-shop': '1.2.0' });
});

it('a path in another form, and a path that another part takes over, keep the links whole', () => {
  world.promote({ 'mf-shop': release('1.1.0', '/cart/:step?', '/item/:id') });
  const taken = world.shelf.add({ name: 'mf-cart', version: '1.0.0', routes: [page('/cart')] });
  world.promote({ 'mf-shop': release('1.2.0', '/item/:id'), 'mf-cart': taken });
  expect(world.stable['mf-cart']).toBe('1.0.0');
});

it('a redirect is a link, also where no link is on record', () => {
  const old = world.shelf.add({ name: 'mf-old', version: '1.0.0', routes: [{ path: '/goods', redirect: '/unlinked' }] });
  world.promote({ 'mf-old': old });
  expect(refused(() => world.promote({ 'mf-shop': release('1.1.0', '/cart', '/item/:id') })).message).toContain(
    'mf-old@1.0.0 links to /unlinked',
  );
});

describe('with candidates', () => {
  it('what only some visitors would find gone is gone', () => {
    const canary = { kind: 'canary', releases: { 'mf-shop': release('1.1.0', '/item/:id') }, basisPoints: 500 } as const;
    expect(refused(() => world.execute(canary)).code).toBe('links-broken');
  });

  it('what moves as a set is whole for everybody', () => {
    const moved = {
      'mf-shop': release('1.1.0', '/item/:id'),
      'mf-cart': world.shelf.add({ name: 'mf-cart', version: '1.0.0', routes: [page('/cart')] }),
    };
    world.promote({ 'mf-cart': world.shelf.add({ name: 'mf-cart', version: '0.9.0' }) });
    world.execute({ kind: 'canary', releases: moved, basisPoints: 500 });
    expect(world.live.parts['mf-shop']?.candidate?.release.version).toBe('1.1.0');
  });
});

it('a rollback never waits for links', () => {
  world.promote({ shell: world.shelf.add({ name: 'shell', version: '0.9.0' }), 'mf-shop': release('0.9.0', '/item/:id') });
  world.promote({ shell, 'mf-shop': shop });
  const other = world.shelf.add({ name: 'mf-other', version: '1.0.0', links: ['/cart'] });
  world.promote({ 'mf-other': other });
  world.rollBack({ to: 2 });
  expect(world.stable).toEqual({ shell: '0.9.0', 'mf-shop': '0.9.0' });
});
