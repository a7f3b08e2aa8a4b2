/**
 * A site in trouble: routes that fail by the fault switch, a server that is stopped and started again, lists that are really empty. It is a
 * site of its own, because the others would be disturbed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { openDatabase } from '@site/platform/database';
import { freePort } from '../free-port';
import { copyStartedData, launchSite, SERVER_ALONE, START_TIMEOUT_MS, type LaunchedSite } from '../launch-site';
import { expect, expectAccessible, expectAfterAttempts, open, test as base, toast } from './member';
import { CODE, fillHostedSignIn, mailTo, newMemberAtCard, sampleAccount } from './people';
import { signIn } from './quick-sign-in';

interface Trouble {
  /** Makes a route of the API answer 500 until {@link Trouble.clear}. */
  fail(method: string, path: string): Promise<void>;
  clear(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  address: string;
  dataDir: string;
}

const test = base.extend<object, { trouble: Trouble }>({
  trouble: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const port = await freePort();
      const dataDir = await mkdtemp(path.join(tmpdir(), 'site-troubled-'));
      const launch = (): Promise<LaunchedSite> => launchSite(dataDir, port, { NODE_ENV: 'test', FAULTS: 'on' }, SERVER_ALONE);
      try {
        await copyStartedData(dataDir);
        let running = await launch();
        const { address } = running;
        // The accounts and the mail that these tests use are those of this site. Its worker is a process of its own.
        process.env.SITE_DATA_DIR = dataDir;
        const faults = async (method: string, body?: object): Promise<void> => {
          const answer = await fetch(`${address}/api/_faults`, {
            method,
            ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
          });
          expect(answer.status).toBe(204);
        };
        await use({
          address,
          dataDir,
          fail: (method, route) => faults('PUT', { method, path: route }),
          clear: () => faults('DELETE'),
          stop: () => running.stop(),
          start: async () => {
            running = await launch();
          },
        });
        await running.stop();
      } finally {
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: START_TIMEOUT_MS },
  ],
  site: [async ({ trouble }, use) => use(trouble), { scope: 'worker' }],
});

test.describe.configure({ mode: 'default' });
test.use({
  expectedMessages: /status of 500|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/,
  expectedServerErrors: /was told to fail/,
});
test.afterEach(({ trouble }) => trouble.clear());

const retry = (page: Page): Promise<void> => page.getByRole('button', { name: 'Retry' }).first().click();

async function openCard(page: Page): Promise<void> {
  await signIn(page, await sampleAccount('player'));
  await page.goto('/card');
  await expect(page.getByRole('button', { name: 'Unfollow The Open Bench' })).toBeVisible();
}

test.describe('a list that the server fails to give', () => {
  for (const { list, route, address, said, panel, loaded } of [
    {
      list: 'public demos',
      route: '/draft/demos',
      address: '/draft',
      said: 'Error occurred: Failed fetching demo descriptions',
      panel: 'Demos did not load',
      loaded: 'Usage metering',
    },
    {
      list: 'public playbooks',
      route: '/draft/playbooks',
      address: '/draft',
      said: 'Error occurred: Failed fetching playbooks descriptions',
      panel: 'Playbooks did not load',
      loaded: 'Interview Relay',
    },
    {
      list: 'a playbook',
      route: '/draft/playbook/:id',
      address: '/playbook/1',
      said: 'Error occurred: Failed fetching playbooks descriptions',
      panel: 'The playbook did not load',
      loaded: 'Culture: curiosity first',
    },
  ])
    test(`${list}: a toast says so, and Retry brings it once the server works`, async ({ page, trouble }) => {
      await trouble.fail('GET', route);
      await expectAfterAttempts(page, () => page.goto(address), toast(page, said));
      await expect(page.getByRole('alert').filter({ hasText: panel })).toBeVisible();
      await trouble.clear();
      await retry(page);
      await expect(page.getByText(loaded).first()).toBeVisible();
    });

  for (const { list, route, said, loaded } of [
    { list: 'the profile', route: '/user/profile', said: 'Error occurred: Failed fetching data', loaded: 'Sample Player' },
    { list: 'own demos', route: '/demos/player', said: 'Error occurred: Failed fetching your demos', loaded: 'Two tenants, one table' },
    { list: 'own playbooks', route: '/playbooks/player', said: 'Error occurred: Failed fetching your playbooks', loaded: 'The Open Bench' },
  ])
    test(`${list}, on the card: a toast says so, and Retry brings it once the server works`, async ({ page, trouble }) => {
      await openCard(page);
      await trouble.fail('GET', route);
      await expectAfterAttempts(page, () => page.reload(), toast(page, said));
      await trouble.clear();
      await retry(page);
      await expect(page.getByText(loaded).first()).toBeVisible();
    });
});

test.describe('a change that the server fails to make', () => {
  const SERVER_ERROR = 'Error: Internal Server Error';

  test('of the profile is told by the status, kept in the form, and saved once the server works', async ({ page, trouble }) => {
    await openCard(page);
    await trouble.fail('PUT', '/user/profile');
    const goal = page.getByRole('checkbox', { name: 'Lead an idea from a playbook' });
    await goal.check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(page, SERVER_ERROR)).toBeVisible();
    await expect(goal).toBeChecked();
    await trouble.clear();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(toast(page, 'Profile saved.')).toBeVisible();
  });

  test('of a demo leaves what was typed, and the demo where it was', async ({ page, trouble }) => {
    await openCard(page);
    await trouble.fail('PUT', '/demos/player/:id');
    await trouble.fail('DELETE', '/demos/player/:id');
    const dialog = page.getByRole('dialog', { name: 'Tenant isolation' });
    await page.getByRole('button', { name: 'Edit Tenant isolation' }).click();
    await dialog.getByLabel('Description').fill('Two tenants, told apart');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(page, /^Error: \S/).first()).toBeVisible();
    await expect(dialog.getByLabel('Description')).toHaveValue('Two tenants, told apart');
    await dialog.getByRole('checkbox', { name: 'Remove this demo' }).check();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(toast(page, SERVER_ERROR).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('article', { name: 'Tenant isolation' })).toBeVisible();
  });

  test('of the playbooks followed changes nothing', async ({ page, trouble }) => {
    await openCard(page);
    await trouble.fail('DELETE', '/playbooks/player/:id');
    await page.getByRole('button', { name: 'Unfollow The Open Bench' }).click();
    await expect(toast(page, SERVER_ERROR)).toBeVisible();
    await expect(page.getByRole('article', { name: 'The Open Bench' })).toBeVisible();
    await trouble.fail('POST', '/playbooks/player');
    await page.goto('/draft');
    await page.getByRole('article', { name: 'Interview Relay' }).getByRole('button', { name: 'Follow' }).click();
    await expect(toast(page, 'Error: An unknown error has occurred.')).toBeVisible();
    await expect(page).toHaveURL('/draft');
  });
});

test.describe('a form whose sending fails', () => {
  const PERSON = { 'Full name': 'Fiona Fault', Email: 'fiona.fault@example.com', Phone: '+12125550133' };
  const fill = async (page: Page, texts: Record<string, string>): Promise<void> => {
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text);
  };

  test('in the server: the intro is kept, and arrives with the next try', async ({ page, trouble }) => {
    await trouble.fail('POST', '/contact');
    await open(page, '/intro/produce');
    await fill(page, { ...PERSON, Question: 'Does it come through?' });
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.locator('.Toastify__toast--error')).toBeVisible();
    await expect(page.getByLabel('Question')).toHaveValue('Does it come through?');
    await trouble.clear();
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(toast(page, 'Thank you, your message was received.')).toBeVisible();
    await expect(page.getByLabel('Question')).toHaveValue('');
  });

  test('because the server is stopped: the sign-up is kept, and goes through once it is back', async ({ page, trouble }) => {
    await open(page, '/signup');
    await fill(page, { ...PERSON, 'City and state': 'Troy, NY', 'Peer group access code': CODE });
    for (const box of await page.getByRole('main').getByRole('checkbox').all()) await box.check();
    await trouble.stop();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.locator('.Toastify__toast--error')).toBeVisible();
    await expect(page.getByLabel('City and state')).toHaveValue('Troy, NY');
    await trouble.start();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.locator('.Toastify__toast--success')).toBeVisible();
    await expect(page.getByLabel('City and state')).toHaveValue('');
  });
});

test.describe('an account whose days are over', () => {
  test.use({ expectedMessages: /status of 4\d\d/ });

  test('is erased: its owner is told by mail and signs in no more, and the desk has nothing of it', async ({ page, trouble }) => {
    const gone = await newMemberAtCard(page, trouble.address, 'Gina Gone');
    await page.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete my account' });
    await dialog.getByLabel('Password').fill(gone.password);
    await dialog.getByRole('button', { name: 'Delete my account' }).click();
    await expect(page.getByText(/^Your account will be erased on /)).toBeVisible();
    await trouble.stop();
    const database = await openDatabase({ dataDir: trouble.dataDir });
    await database.query(`update api.member set deletion_due_at = now() where full_name = '${gone.name}'`);
    await database.close();
    await trouble.start();
    await mailTo(gone, /was erased|has been erased/);

    await page.reload();
    await expect(page.getByText('This section is protected')).toBeVisible();
    await open(page, '/signin');
    await page.getByRole('button', { name: 'Sign in with your account' }).click();
    await fillHostedSignIn(page, gone);
    await expect(page.getByText('The e-mail address or the password is not right.')).toBeVisible();
    await signIn(page, await sampleAccount('staff'));
    await page.goto('/console/desk/erasures');
    await expect(page.getByText('Nobody wants to be erased')).toBeVisible();
    await page.goto(`/console/desk?search=${gone.email}`);
    await expect(page.getByText('There is no such member')).toBeVisible();
  });
});

// The last test: what it removes is gone.
test('lists without entries say so', async ({ page, trouble }) => {
  await openCard(page);
  await page.getByRole('button', { name: 'Unfollow The Open Bench' }).click();
  await expect(page.getByText('No playbooks for now')).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());

  await signIn(page, await sampleAccount('staff'));
  const token = await page.evaluate(() => Object.entries(localStorage).find(([key]) => key.endsWith('.accessToken'))?.[1]);
  const desk = (method: string, route: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${trouble.address}/api/desk/${route}`, { method, headers: { authorization: `Bearer ${token}`, ...headers } });
  for (const list of ['public-demos', 'playbooks'])
    for (const { id, version } of (await (await desk('GET', list)).json()) as { id: number; version: number }[])
      expect((await desk('DELETE', `${list}/${id}`, { 'if-match': `"${version}"` })).status).toBe(200);

  await page.goto('/draft');
  await expect(page.getByText('No demos for now')).toBeVisible();
  await expect(page.getByText('No playbooks for now')).toBeVisible();
  await expectAccessible(page);
});
