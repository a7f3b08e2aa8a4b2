/** Addresses of the console's release half, opened by whoever may release nothing. Nothing may be written into the browser's console meanwhile. */
import { newMember, sampleAccount } from '../member/people';
import { signIn } from '../member/quick-sign-in';
import { expect, NOT_FOUND, open, test } from './office';

const RELEASES = ['/console', '/console/promote', '/console/part/mf-marketing'];

test('staff who release nothing are led to the desk @registry', async ({ page }) => {
  await signIn(page, await sampleAccount('staff'));
  for (const address of RELEASES) {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
    await expect(page).toHaveURL('/console/desk');
  }
});

test('a member finds no page, in neither half @registry', async ({ page, baseURL }) => {
  await newMember(page, baseURL, 'Ada Ungranted');
  for (const address of [...RELEASES, '/console/desk', '/console/desk/messages']) {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND })).toBeVisible();
  }
});

test('a visitor finds no page, in neither half', async ({ page }) => {
  for (const address of [...RELEASES, '/console/desk', '/console/desk/messages']) {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1, name: NOT_FOUND })).toBeVisible();
  }
});
