/** The states between: pages whose answers are awaited or did not come, playbooks that nobody may read. */
import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, expectAfterAttempts, test } from './member';
import { sampleAccount } from './people';
import { signIn } from './quick-sign-in';

/** Holds what the backend is asked until `release` is called. `asked` resolves with the first question. */
async function holdAnswers(page: Page): Promise<{ release: () => void; asked: Promise<unknown> }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const asked = page.waitForRequest('**/api/**');
  await page.route('**/api/**', async (route) => {
    await released;
    await route.continue();
  });
  return { release, asked };
}

/** The page opens, the network is cut before the first answer. */
async function cutNetwork(page: Page, context: BrowserContext, address: string, shown: string): Promise<void> {
  const { release, asked } = await holdAnswers(page);
  await page.goto(address);
  await expect(page.getByText(shown)).toBeAttached();
  // What asks the backend arrives after what is shown meanwhile.
  await asked;
  await context.setOffline(true);
  release();
}

const SCREENS = [
  { address: '/draft', loading: 'Loading demos', loaded: 'Tenant isolation', failed: 'Demos did not load' },
  { address: '/playbook/1', loading: 'Loading the playbook', loaded: 'Culture: curiosity first', failed: 'The playbook did not load' },
] as const;

for (const { address, loading, loaded } of SCREENS) {
  test(`${address} keeps its room while the answers are awaited`, async ({ page }) => {
    const { release } = await holdAnswers(page);
    await page.goto(address);
    await expect(page.getByText(loading)).toBeAttached();
    await expectAccessible(page);
    release();
    await expect(page.getByText(loaded).first()).toBeVisible();
  });
}

test('the card keeps its room while the answers are awaited', async ({ page }) => {
  await signIn(page, await sampleAccount('player'));
  const { release } = await holdAnswers(page);
  await page.goto('/card');
  await expect(page.getByText('Loading your profile')).toBeAttached();
  await expectAccessible(page);
  release();
  await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
});

test.describe('answers that do not come', () => {
  test.use({ expectedMessages: /ERR_INTERNET_DISCONNECTED/ });

  for (const { address, loading, loaded, failed } of SCREENS) {
    test(`leave ${address} with a panel that tries again`, async ({ page, context }) => {
      const panel = page.getByRole('alert').filter({ hasText: failed });
      await expectAfterAttempts(page, () => cutNetwork(page, context, address, loading), panel);
      await expectAccessible(page);
      await context.setOffline(false);
      await page.getByRole('button', { name: 'Retry' }).first().click();
      await expect(page.getByText(loaded).first()).toBeVisible();
    });
  }

  test('leave the card with a panel that tries again', async ({ page, context }) => {
    await signIn(page, await sampleAccount('player'));
    const panel = page.getByRole('alert').filter({ hasText: 'Your card did not load' });
    await expectAfterAttempts(page, () => cutNetwork(page, context, '/card', 'Loading your profile'), panel);
    await expectAccessible(page);
    await context.setOffline(false);
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('region', { name: 'Profile' })).toBeVisible();
  });
});

test('without a playbook in the address there is a way to choose one @phone', async ({ page }) => {
  await page.goto('/playbook');
  await expect(page.getByText('No playbook is chosen')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to the Draft' }).click();
  await expect(page).toHaveURL('/draft');
});

test.describe('a playbook that does not exist', () => {
  test.use({ expectedMessages: /status of 404/ });

  test('is said to be not available', async ({ page }) => {
    await page.goto('/playbook/999999');
    await expect(page.getByText('This playbook is not available')).toBeVisible();
    await expectAccessible(page);
  });
});
