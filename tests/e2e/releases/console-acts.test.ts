/** What a release manager does in the console, each act in a browser on a real registry, and each refused for who may only look. */
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { expect, listenTo } from '../fixtures';
import { sampleAccount } from '../member/people';
import { signIn } from '../member/quick-sign-in';
import { alterBuild, createWorkshop } from './changed-builds';
import { test, versionIn, type ReleaseManager } from './running-site';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const REMOTE = 'mf-marketing';
const VERSION = '91.0.0';

test.describe.configure({ mode: 'serial' });
// Browsers tell of each refusal.
test.use({ siteOf: import.meta.filename, expectedMessages: /status of (403|423)/ });

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
/** May release, and manages the rules. */
let page: Page;
/** May look at everything, and do nothing. */
let onlooker: Page;
/** What the calls of the onlooker prove who they are with. */
let authorization = '';

test.beforeAll(async ({ browser, manager }) => {
  workshop = await createWorkshop();
  const folder = await alterBuild(path.join(ROOT, REMOTE, 'dist'), path.join(workshop.folder, VERSION), {
    descriptor: { version: VERSION },
  });
  await manager.publish(folder);
  for (const grant of [
    ['admin', 'release-manager'],
    ['viewer', 'staff'],
  ])
    expect((await manager.release('grant', 'add', grant[0]!, '--group', grant[1]!, '--parts', 'all')).code).toBe(0);
  page = await enter(browser, manager, 'release manager', 'grace');
  onlooker = await enter(browser, manager, 'staff', 'oscar');
});

test.afterAll(async () => {
  for (const opened of [page, onlooker]) await opened.context().close();
  await workshop.close();
});

async function enter(browser: Browser, { address, dataDir }: ReleaseManager, role: 'staff' | 'release manager', name: string) {
  const context = await browser.newContext({ baseURL: address });
  listenTo(context);
  const opened = await context.newPage();
  opened.on('request', (request) => {
    if (role === 'staff' && request.url().includes('/registry/v1/')) authorization = request.headers().authorization ?? authorization;
  });
  await signIn(opened, await sampleAccount(role, dataDir));
  await opened.goto('/console');
  await opened.getByRole('textbox', { name: 'Your name here' }).fill(name);
  await opened.getByRole('button', { name: 'Take this name' }).click();
  await expect(opened.getByText(`You are ${name}`)).toBeVisible();
  return opened;
}

/** The view offers the onlooker nothing of it, and the call by itself, made as the onlooker, is refused. */
async function expectRefused({ address }: ReleaseManager, view: string, button: RegExp, call: string, body?: object, method = 'POST') {
  await onlooker.goto(view);
  await expect(onlooker.getByText('Live', { exact: true }).first()).toBeVisible();
  await expect(onlooker.getByText(/^Loading /)).toHaveCount(0);
  await expect(onlooker.getByRole('button', { name: button })).toHaveCount(0);
  const answer = await fetch(`${address}/registry/v1${call}`, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([answer.status, await answer.json()]).toEqual([403, expect.objectContaining({ code: 'forbidden' })]);
}

const HERE = '/environments/production';
const press = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const live = async ({ address }: ReleaseManager): Promise<string> => versionIn(await (await fetch(address)).text(), REMOTE);
const numberOf = async ({ registry }: ReleaseManager): Promise<number> => (await registry.current())!.number;

/** Ends with what would change in view. */
async function look(manner?: string): Promise<void> {
  await page.goto('/console/promote');
  await page.getByRole('combobox', { name: REMOTE }).selectOption(VERSION);
  if (manner !== undefined) await page.getByRole('radio', { name: manner }).check();
  await press('Show what would change');
}

async function rollBack(): Promise<void> {
  await press('Roll back');
  await page.getByRole('dialog').getByRole('button', { name: 'Roll back now' }).click();
  await expect(page.getByRole('dialog').getByText(/^Revision \d+ is live$/)).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
}

test('a canary reaches a share of the visitors, and a rollback ends it', async ({ manager }) => {
  const stable = await live(manager);
  await look('For a share of the visitors');
  // Also while the answer about the share before is still on its way.
  await page.getByRole('textbox', { name: /^Share/ }).fill('20');
  await press('Show what would change');
  await press('Show it to them');
  await expect(page.getByText(/^Revision \d+ is live$/)).toBeVisible();
  const { target } = (await manager.registry.current())!;
  expect(target.parts[REMOTE]).toMatchObject({
    stable: { version: stable },
    candidate: { release: { version: VERSION }, basisPoints: 2_000 },
  });
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`^${REMOTE}`) })).toContainText(`${VERSION}`);

  const command = {
    command: { kind: 'canary', releases: { [REMOTE]: VERSION }, basisPoints: 3_000 },
    expectedRevision: await numberOf(manager),
  };
  await expectRefused(manager, '/console/promote', /^Show/, `${HERE}/commands`, command);
  await rollBack();
  expect((await manager.registry.current())!.target.parts[REMOTE]).toMatchObject({ stable: { version: stable }, candidate: null });
  const back = { command: { kind: 'rollback' }, expectedRevision: await numberOf(manager) };
  await expectRefused(manager, '/console', /^Roll back/, `${HERE}/commands`, back);
});

test('a plan is begun, paused, resumed and aborted, and what it showed goes with it', async ({ manager }) => {
  await look('Step by step, by a plan');
  await press('Begin the plan');
  await expect(page).toHaveURL('/console/plans');
  const plan = page.getByRole('article', { name: /^Plan \d+$/ });
  await expect(plan.getByRole('status').filter({ hasText: 'running' })).toBeVisible();
  const id = /\d+/.exec((await plan.getAttribute('aria-label'))!)![0];
  expect((await manager.registry.current())!.target.parts[REMOTE]!.candidate).toMatchObject({ basisPoints: 500 });

  await press(`Pause plan ${id}`);
  await expect(plan.getByRole('status').filter({ hasText: 'paused' })).toBeVisible();
  await press(`Resume plan ${id}`);
  await expect(plan.getByRole('status').filter({ hasText: 'running' })).toBeVisible();
  for (const act of ['pause', 'resume', 'abort'])
    await expectRefused(manager, '/console/plans', /^(Pause|Resume|Abort) plan/, `${HERE}/plans/${id}/${act}`, {});
  const asked = {
    releases: { [REMOTE]: VERSION },
    steps: [{ basisPoints: 10_000, minutes: null }],
    expectedRevision: await numberOf(manager),
  };
  await expectRefused(manager, '/console/promote', /^Begin/, `${HERE}/plans`, asked);

  await press(`Abort plan ${id}`);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Abort plan ${id}` })
    .click();
  await expect(plan.getByRole('status').filter({ hasText: 'aborted' })).toBeVisible();
  expect((await manager.registry.current())!.target.parts[REMOTE]!.candidate).toBeNull();
});

test('a lock keeps a promotion back, by the name of who set it, until it is taken', async ({ manager }) => {
  await page.goto('/console/switches');
  await page.getByRole('textbox', { name: 'Why nobody is to promote' }).fill('The fair is on');
  await press('Lock production');
  await expect(page.getByText('production is locked by grace')).toBeVisible();
  await expectRefused(manager, '/console/switches', /^(Unlock|Lock|Switch)/, `${HERE}/lock`, undefined, 'DELETE');
  await expect(onlooker.getByText('production is locked by grace')).toBeVisible();
  await look();
  await expect(page.getByRole('alert')).toContainText('grace');
  await expect(page.getByRole('alert')).toContainText('The fair is on');
  await expect(page.getByRole('button', { name: 'Make it live' })).toHaveCount(0);

  await page.goto('/console/switches');
  await press('Unlock production');
  await expect(page.getByText('production is not locked.')).toBeVisible();
  await expect(onlooker.getByText('production is not locked.')).toBeVisible();
  await expectRefused(manager, '/console/switches', /^(Unlock|Lock|Switch)/, `${HERE}/lock`, { reason: 'Mine' });
});

test('a freeze keeps a promotion back with its reason, until it is removed', async ({ manager }) => {
  await page.goto('/console/environments');
  const local = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000 - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  const form = page.getByRole('form', { name: 'A new freeze' });
  await form.getByLabel('From').fill(local(-1));
  await form.getByLabel('To').fill(local(1));
  await form.getByRole('textbox', { name: 'Why' }).fill('The week of the exams');
  await press('Add the freeze');
  await expect(page.getByText('The freeze is added.')).toBeVisible();
  const { rules } = (await manager.registry.environments())[0]!;
  await expectRefused(manager, '/console/environments', /freeze|rules/i, `${HERE}/rules`, { ...rules, reason: 'Not wanted' }, 'PUT');
  await look();
  await expect(page.getByRole('alert')).toContainText('The week of the exams');

  await page.goto('/console/environments');
  await press(/^Remove the freeze/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They are over');
  await dialog.getByRole('button', { name: /^Remove the freeze/ }).click();
  await expect(page.getByText('There is none.')).toBeVisible();
  await look();
  await expect(page.getByRole('button', { name: 'Make it live' })).toBeVisible();
});

test('a part that is switched off answers with its message, until it is switched on', async ({ manager }) => {
  await page.goto('/console/switches');
  await press(`Switch off ${REMOTE}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: /^What visitors read/ }).fill('Back at noon');
  await dialog.getByRole('button', { name: 'Show what would change' }).click();
  await dialog.getByRole('textbox', { name: `Write ${REMOTE} to go on` }).fill(REMOTE);
  await dialog.getByRole('button', { name: `Switch off ${REMOTE}` }).click();
  await expect(dialog.getByText(/^Revision \d+ is live$/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  expect(await (await fetch(manager.address)).text()).toContain('Back at noon');
  for (const command of [
    { kind: 'enable', parts: [REMOTE] },
    { kind: 'disable', parts: ['mf-elevate'], message: 'Mine' },
  ])
    await expectRefused(manager, '/console/switches', /^Switch/, `${HERE}/commands`, {
      command,
      expectedRevision: await numberOf(manager),
    });

  await press(`Switch on ${REMOTE}`);
  await dialog.getByRole('button', { name: `Switch on ${REMOTE}` }).click();
  await expect(dialog.getByText(/^Revision \d+ is live$/)).toBeVisible();
  expect(await (await fetch(manager.address)).text()).not.toContain('Back at noon');
});

test('a link to a preview is made by nobody who may only look', async ({ manager }) => {
  await expectRefused(manager, '/console/previews', /^Make the link/, `${HERE}/previews`, { releases: { [REMOTE]: VERSION } });
});

test('what others have to approve is approved by somebody else, and not by who proposed it', async ({ manager }) => {
  expect((await manager.release('environment', 'rules', 'production', '--approvals', '1')).code).toBe(0);
  await look();
  await expect(page.getByText('In production somebody else has to approve this.')).toBeVisible();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('The new header');
  await press('Propose it');
  await expect(page.getByText(/^It is proposal \d+$/)).toBeVisible();
  const before = await live(manager);

  await page.goto('/console/proposals');
  const proposal = page.getByRole('article', { name: /^Proposal \d+$/ });
  const id = /\d+/.exec((await proposal.getAttribute('aria-label'))!)![0];
  await expect(page.getByRole('button', { name: `Withdraw ${id}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Approve ${id}` })).toHaveCount(0);
  await expectRefused(manager, '/console/proposals', /^(Approve|Reject|Withdraw)/, `/proposals/${id}/approve`, {});
  expect(await live(manager)).toBe(before);

  expect((await manager.release('grant', 'add', 'approver', '--group', 'staff', '--parts', 'all')).code).toBe(0);
  await onlooker.goto('/console/proposals');
  await onlooker.getByRole('button', { name: `Approve ${id}` }).click();
  await onlooker
    .getByRole('dialog')
    .getByRole('button', { name: `Approve ${id}` })
    .click();
  await expect(onlooker.getByText(/^Revision \d+ is live$/)).toBeVisible();
  await expect(page.getByRole('article', { name: `Proposal ${id}` })).toContainText('Carried out with the last approval of');
  expect(await live(manager)).toBe(VERSION);
  expect(await manager.registry.current()).toMatchObject({ reason: 'The new header' });
});
