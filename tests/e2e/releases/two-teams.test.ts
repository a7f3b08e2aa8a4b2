/** A day on which two teams ship, each with a token of its own, and a release manager decides what visitors get. */
import path from 'node:path';
import type { Page } from '@playwright/test';
import { publishDist } from '@site/release-cli/publish';
import { expect, open } from '../fixtures';
import { alterBuild, createWorkshop } from './changed-builds';
import { type ReleaseManager, test, versionIn } from './running-site';

const VERSION = '93.0.0';

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
test.beforeAll(async () => {
  workshop = await createWorkshop();
});
test.afterAll(async () => {
  await workshop.close();
});

/** A team, as its pipeline knows the registry. */
async function team(manager: ReleaseManager, name: string, part: string) {
  const { answer } = await manager.release('token', 'create', name, '--publish', part, '--expires', '1d');
  return async (released: string, version: string) => {
    const dist = path.resolve(import.meta.dirname, '../../..', released, 'dist');
    const folder = await alterBuild(dist, path.join(workshop.folder, name, released, version), { descriptor: { version } });
    return publishDist({ registry: manager.address, token: String(answer.secret), folder });
  };
}

/** Versions of both remotes that the next documents of a visitor have. */
async function shown(page: Page): Promise<{ marketing: string; elevate: string }> {
  const read = async (address: string, name: string): Promise<string> => versionIn(await (await page.request.get(address)).text(), name);
  return { marketing: await read('/', 'mf-marketing'), elevate: await read('/elevate', 'mf-elevate') };
}

test('two teams ship at once, each only its own part, and one decides: canary, back, preview; no open page changes, and all of it is on record', async ({
  manager,
  browser,
  page,
  baseURL,
}) => {
  const before = await shown(page);
  const [marketing, elevate] = [await team(manager, 'marketing-ci', 'mf-marketing'), await team(manager, 'elevate-ci', 'mf-elevate')];
  await Promise.all([marketing('mf-marketing', VERSION), elevate('mf-elevate', VERSION)]);
  await expect(marketing('mf-elevate', '93.0.1')).rejects.toMatchObject({ code: 'forbidden' });
  expect(await shown(page)).toEqual(before);
  await open(page, '/practice');

  // Elevate for everybody; marketing for more and more.
  expect((await manager.release('promote', `mf-elevate@${VERSION}`)).code).toBe(0);
  const contexts = await Promise.all(Array.from({ length: 12 }, () => browser.newContext({ baseURL: baseURL ?? '' })));
  const visitors = await Promise.all(contexts.map((context) => context.newPage()));
  let reached: boolean[] = visitors.map(() => false);
  for (const share of ['5%', '25%', '100%']) {
    expect((await manager.release('promote', `mf-marketing@${VERSION}`, '--canary', share)).code).toBe(0);
    const seen = await Promise.all(visitors.map(shown));
    expect(seen.every(({ elevate: version }) => version === VERSION)).toBe(true);
    const now = seen.map(({ marketing: version }) => version === VERSION);
    expect(now.filter((has, index) => reached[index] && !has)).toEqual([]);
    reached = now;
  }
  expect(reached).not.toContain(false);
  expect((await manager.release('promote', `mf-marketing@${VERSION}`)).code).toBe(0);

  // Elevate turns out to be bad: it alone goes back, and stays to be looked at.
  expect((await manager.release('promote', `mf-elevate@${before.elevate}`, '--fixes', '--reason', 'it loses drafts')).code).toBe(0);
  expect(await shown(visitors[0]!)).toEqual({ marketing: VERSION, elevate: before.elevate });
  const link = String((await manager.release('preview', `mf-elevate@${VERSION}`)).answer.url);
  await visitors[1]!.goto(link);
  expect(await shown(visitors[1]!)).toEqual({ marketing: VERSION, elevate: VERSION });
  expect(await shown(visitors[2]!)).toEqual({ marketing: VERSION, elevate: before.elevate });

  // The page that was open all the while is what it was.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact' }).click();
  await expect(page.locator('main h1')).toHaveText('Talk to us');
  expect(versionIn(await page.content(), 'mf-marketing')).toBe(before.marketing);

  const { answer } = await manager.release('audit', '--limit', '100');
  const entries = (answer.entries as { actor: string; action: string; subject: string | null }[]).reverse();
  const said = entries.map(({ actor, action, subject }) => `${actor} ${action} ${subject ?? ''}`.trim());
  for (const line of [
    `marketing-ci publish mf-marketing@${VERSION}`,
    `elevate-ci publish mf-elevate@${VERSION}`,
    'marketing-ci refused',
    `local-promote promote mf-elevate@${VERSION}`,
    `local-promote promote mf-marketing@${VERSION}`,
    `local-promote promote mf-elevate@${before.elevate}`,
  ])
    expect(said).toContainEqual(expect.stringContaining(line));
  expect(said.filter((line) => line.startsWith(`local-promote canary mf-marketing@${VERSION}`))).toHaveLength(3);
  await Promise.all(contexts.map((context) => context.close()));
});
