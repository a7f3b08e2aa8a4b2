import { expect, it } from '@jest/globals';
import { givenSecond, json, registry, release, useRegistry } from '../testing/release-command';

useRegistry();

it('a release manager gets a link to what a revision composed, to a page, for a time', async () => {
  await givenSecond();
  const run = await release(['replay', '1', '--to', '/demo']);
  expect(run).toMatchObject({ code: 0, err: '' });
  const link = new URL(run.out.split('\n')[0] ?? '');
  expect([link.origin, link.searchParams.get('to')]).toEqual([registry.address, '/demo']);
  expect(run.out).toContain('Whoever has this link sees revision 1 until');
  expect((await release(['replay', '1', '--candidate'])).out).toContain('sees revision 1 with its candidates until');
  const { url, token, expiresAt } = json(await release(['replay', '1', '--expires', '2h', '--json']));
  expect(url).toBe(`${registry.address}/_preview/${token}`);
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / 60_000)).toBe(120);
});

it('there is no link to a revision that there is not, or that has what was yanked', async () => {
  await givenSecond();
  await release(['rollback']);
  await release(['yank', 'mf-demo@1.0.1']);
  const yanked = await release(['replay', '2', '--json']);
  expect([yanked.code, json(yanked).error]).toMatchObject([
    3,
    { code: 'release-yanked', message: 'mf-demo@1.0.1 was yanked and is not shown.' },
  ]);
  const codes = [await release(['replay', '9']), await release(['replay', 'x']), await release(['replay', '1', '--to', 'demo'])];
  expect(codes.map(({ code }) => code)).toEqual([6, 2, 2]);
});
