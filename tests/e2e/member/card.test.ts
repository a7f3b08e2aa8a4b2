/** The card of a player: photo, settings, demos and followed playbooks, with every refusal. */
import type { Locator, Page } from '@playwright/test';
import { cutNetworkOfTouchedPage, expect, expectAccessible, test, toast } from './member';
import { newMember, newMemberAtCard, PASSWORD } from './people';

const profile = (page: Page): Locator => page.getByRole('region', { name: 'Profile' });
const save = (page: Page): Promise<void> => page.getByRole('button', { name: 'Save', exact: true }).click();

/** A picture that is wider than high, drawn by the browser. */
async function picture(page: Page, type: 'image/png' | 'image/jpeg'): Promise<Buffer> {
  const address = await page.evaluate((wanted) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: 640, height: 400 });
    const context = canvas.getContext('2d')!;
    for (const [place, colour] of ['#27496d', '#c06014', '#5c8d89', '#e8c547'].entries()) {
      context.fillStyle = colour;
      context.fillRect(place * 160, 0, 160, 400);
    }
    return canvas.toDataURL(wanted);
  }, type);
  return Buffer.from(address.split(',')[1]!, 'base64');
}

const choosePhoto = (page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> =>
  page.getByLabel('Profile photo, png or jpeg').setInputFiles({ name, mimeType, buffer });

test('the photo is cropped, saved as png or jpeg, and refused as anything else', async ({ page, baseURL }) => {
  await newMemberAtCard(page, baseURL, 'Photo Player');
  await expect(profile(page).getByRole('img', { name: /Photo Player/ })).toBeVisible();
  const box = await profile(page)
    .getByRole('img', { name: /Photo Player/ })
    .boundingBox();
  expect([box?.width, box?.height]).toEqual([200, 200]);

  await choosePhoto(page, 'photo.gif', 'image/gif', Buffer.from('GIF89a'));
  const dialog = page.getByRole('dialog', { name: 'Profile photo' });
  await expect(dialog.getByRole('alert')).toHaveText('Choose a png or jpeg picture');
  await expect(dialog.getByRole('button', { name: 'Save photo' })).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await choosePhoto(page, 'broken.png', 'image/png', Buffer.from('not a picture'));
  await expect(dialog.getByRole('alert')).toHaveText('Choose a png or jpeg picture');
  await page.keyboard.press('Escape');

  for (const type of ['image/png', 'image/jpeg'] as const) {
    await choosePhoto(page, 'photo', type, await picture(page, type));
    await dialog.getByLabel('Zoom').press('End');
    const preview = (await dialog.getByLabel('Preview of your photo').boundingBox())!;
    await page.mouse.move(preview.x + 40, preview.y + 100);
    await page.mouse.down();
    await page.mouse.move(preview.x + 140, preview.y + 100, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Number(await dialog.getByLabel('Left to right').inputValue())).toBeLessThan(0.5);
    await expect(dialog.getByLabel('Top to bottom')).toHaveValue('0.5');
    await dialog.getByLabel('Left to right').press('Home');
    if (type === 'image/png') await expectAccessible(page);
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.url().endsWith('/user/profile/photo')),
      dialog.getByRole('button', { name: 'Save photo' }).click(),
    ]);
    expect((request.postDataJSON() as { img_type: string }).img_type).toBe(type.replace('image/', ''));
    await expect(toast(page, /^Photo (saved\.|was saved\. Wait a few minutes till change completes\.)$/).first()).toBeVisible();
    await expect(dialog).toBeHidden();
  }
  await expect
    .poll(() =>
      profile(page)
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  await expectAccessible(page);
});

test('goals, visibility and notifications are saved together and there the next time', async ({ page, baseURL }) => {
  await newMemberAtCard(page, baseURL, 'Goal Player');
  await expect(page.getByText('No demos for now')).toBeVisible();
  await expect(page.getByText('No playbooks for now')).toBeVisible();
  const visibility = page
    .getByRole('group', { name: 'Profile visibility' })
    .or(page.getByRole('radiogroup', { name: 'Profile visibility' }));
  await expect(visibility.getByRole('radio', { name: 'Public' })).toBeDisabled();
  await visibility.getByRole('radio', { name: 'Sharable' }).check();
  await page.getByRole('checkbox', { name: 'Interview with teams that value you' }).check();
  await page.getByRole('checkbox', { name: 'Practice interviews' }).check();
  await page.getByRole('switch', { name: 'Send me peer-group e-mails' }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('There are unsaved changes.')).toBeVisible();
  await save(page);
  await expect(toast(page, 'Profile saved.')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('There are unsaved changes.')).toBeHidden();

  await page.reload();
  await expect(visibility.getByRole('radio', { name: 'Sharable' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Interview with teams that value you' })).toBeChecked();
  await expect(page.getByRole('switch', { name: 'Send me peer-group e-mails' })).toBeChecked();

  await visibility.getByRole('radio', { name: 'Only me' }).check();
  const asked = page.waitForEvent('dialog').then((question) => question.dismiss());
  await page.getByRole('link', { name: 'Add more demos' }).click();
  await asked;
  await expect(page).toHaveURL('/card');
  await save(page);
  await expect(toast(page, 'Profile saved.').last()).toBeVisible();
});

test('Back asks before it leaves what was written and is not saved', async ({ page, baseURL }) => {
  await newMember(page, baseURL, 'Undecided Player');
  await page.goto('/draft');
  await page.getByRole('article', { name: 'Tenant isolation' }).getByRole('button', { name: 'Demo like this' }).click();
  const description = page.getByRole('dialog', { name: 'Tenant isolation' }).getByLabel('Description');
  await description.fill('A long text');
  const questions: string[] = [];
  for (const answer of ['dismiss', 'accept'] as const) {
    page.once('dialog', (question) => {
      questions.push(question.message());
      void question[answer]();
    });
    await page.evaluate(() => history.back());
    await expect.poll(() => questions.length).toBe(answer === 'dismiss' ? 1 : 2);
    await expect(page).toHaveURL(answer === 'dismiss' ? '/card?demo=1' : '/draft');
    if (answer === 'dismiss') await expect(description).toHaveValue('A long text');
  }
  expect(new Set(questions)).toEqual(new Set(['Discard what you have written here?']));
});

test('a demo is added, changed and removed; the dialog forgets when it is closed', async ({ page, baseURL }) => {
  await newMember(page, baseURL, 'Demo Player');
  await page.goto('/card?demo=3');
  const dialog = page.getByRole('dialog', { name: 'Release without a pause' });
  const demo = page.getByRole('article', { name: 'Release without a pause' });
  await expect(dialog.getByRole('checkbox', { name: 'Remove this demo' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Description')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Description')).toHaveAttribute('rows', '3');
  await expectAccessible(page);
  await dialog.getByLabel('URL').fill('no address');
  await dialog.getByLabel('Description').fill('A migration under load');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByLabel('URL').fill('https://demo.example/pause');
  await dialog.getByLabel('URL').press('Enter');
  await expect(demo.getByRole('link', { name: /A migration under load/ })).toHaveAttribute('href', 'https://demo.example/pause');

  await demo.getByRole('button', { name: 'Edit Release without a pause' }).click();
  await dialog.getByLabel('Description').fill('');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(dialog.getByLabel('Description')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('checkbox', { name: 'Remove this demo' }).check();
  await expect(dialog.getByRole('button', { name: 'Remove', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await demo.getByRole('button', { name: 'Edit Release without a pause' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'Remove this demo' })).not.toBeChecked();
  await expect(dialog.getByLabel('Description')).toHaveValue('A migration under load');
  await expect(dialog.getByLabel('Description')).not.toHaveAttribute('aria-invalid', 'true');

  await dialog.getByLabel('Description').fill('A migration under heavy load');
  await dialog.getByRole('button', { name: 'Save changes' }).click();
  await expect(demo.getByRole('link', { name: /under heavy load/ })).toBeVisible();

  await demo.getByRole('button', { name: 'Edit Release without a pause' }).click();
  await dialog.getByRole('checkbox', { name: 'Remove this demo' }).check();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(demo).toBeHidden();
  await expect(page.getByText('No demos for now')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'My demos' })).toBeFocused();
});

test('a playbook is unfollowed, and followed again by Undo', async ({ page, baseURL }) => {
  await newMemberAtCard(page, baseURL, 'Follow Player');
  await page.goto('/draft');
  // Until then the list is that of visitors, whose cards have other heights.
  await expect(page.getByText('No goal is selected').first()).toBeVisible();
  const playbook = page.getByRole('article', { name: 'Harbour Watch' });
  await playbook.getByRole('button', { name: 'Follow' }).click();
  await expect(page).toHaveURL('/card');
  await expect(playbook).toContainText('A peer group keeps one public demo running');
  await expect(playbook).toContainText('Objective: join');
  await expect(playbook.getByRole('link', { name: /Learn more/ })).toHaveAttribute('href', '/playbook/9');
  await playbook.getByRole('button', { name: 'Unfollow Harbour Watch' }).click();
  await expect(page.getByText('No playbooks for now')).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveAccessibleDescription('You no longer follow Harbour Watch.');
  await expect(undo).toBeFocused();
  await expectAccessible(page);
  await undo.click();
  await expect(playbook).toContainText('Objective: join');
  await expect(page.locator(':focus')).toContainText('Objective: join');
});

test.describe('the end of an account', () => {
  test.use({ expectedMessages: /status of 403/ });

  test('needs the password, and can be called off', async ({ page, baseURL }) => {
    await newMemberAtCard(page, baseURL, 'Leaving Player');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    await expectAccessible(page);
    await dialog.getByLabel('Password').fill('not the password');
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(dialog.getByLabel('Password')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText(/^Your account will be erased on /)).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Your account will be erased on' })).toBeFocused();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep my account' }).click();
    await expect(page.getByText(/^Your account will be erased on /)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  });
});

test.describe('without a network', () => {
  test.use({ expectedMessages: /ERR_INTERNET_DISCONNECTED/ });

  test('each change is refused in the words of the specification, and nothing is lost', async ({ page, baseURL, context }) => {
    await newMember(page, baseURL, 'Offline Player');
    await page.goto('/card?demo=1');
    const dialog = page.getByRole('dialog', { name: 'Tenant isolation' });
    await dialog.getByLabel('URL').fill('https://demo.example/tenants');
    await dialog.getByLabel('Description').fill('Two tenants apart');
    await cutNetworkOfTouchedPage(page);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(page, 'Error: A network error has occurred.')).toBeVisible();
    await expect(dialog.getByLabel('Description')).toHaveValue('Two tenants apart');
    await context.setOffline(false);
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('article', { name: 'Tenant isolation' })).toBeVisible();

    // The next message is the same one, and has to be seen to come.
    await page.reload();
    await page.getByRole('checkbox', { name: 'Practice interviews' }).check();
    await cutNetworkOfTouchedPage(page);
    await save(page);
    await expect(toast(page, 'Error: A network error has occurred.')).toBeVisible();
    await expect(page.getByText('There are unsaved changes.')).toBeVisible();
    await context.setOffline(false);
    await save(page);
    await expect(toast(page, 'Profile saved.')).toBeVisible();
  });
});
