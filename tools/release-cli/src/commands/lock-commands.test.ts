import { expect, it } from '@jest/globals';
import { givenSecond, json, release, useRegistry } from '../testing/release-command';

useRegistry();

it('keeps others from promoting, and not from rolling back', async () => {
  await givenSecond();
  expect((await release(['lock', '--reason', 'Launch day'])).out).toContain('production is locked by local-promote: Launch day');
  const refused = await release(['promote', 'mf-demo@1.0.0', '--json']);
  expect([refused.code, json(refused).error.code]).toEqual([3, 'environment-locked']);
  expect((await release(['status'])).out).toContain('production is locked by local-promote: Launch day');
  expect((await release(['rollback'])).code).toBe(0);
  await release(['unlock']);
  expect((await release(['lock', '--reason', 'The fair is on.'])).out).toContain('local-promote: The fair is on. Only');
  expect((await release(['unlock'])).out).toContain('production is not locked.');
  expect((await release(['promote', 'mf-demo@1.0.1'])).code).toBe(0);
});
