/** Releases in a browser beside what is live, before they are live: what the command finds on their pages. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Rehearsal, RehearsedPage } from '@site/release-model/rehearsal';
import { expect } from '../fixtures';
import { alterBuild, buildChanged, createWorkshop } from './changed-builds';
import { test } from './running-site';

const NAME = 'mf-auth';
const BROKEN = '95.0.0';
const DEAD = '95.0.1';
const ROOT = path.resolve(import.meta.dirname, '../../..');
const WIDTHS = [360, 1280];
const PAGES = ['/signin', '/signout', '/signup'];

let workshop: Awaited<ReturnType<typeof createWorkshop>>;
test.beforeAll(async () => {
  workshop = await createWorkshop();
});
test.afterAll(async () => {
  await workshop.close();
});

/** Another heading, and an error that nobody catches. */
const CHANGE = {
  file: 'src/signup/signup-page.tsx',
  from: '<AuthFrame\n        title="Sign up"',
  to: `<AuthFrame
        title={(() => {
          if (typeof window !== 'undefined') setTimeout(() => { throw new Error('The rehearsed error'); });
          return 'Make a card';
        })()}`,
};

/** Where nobody has changed anything. */
const isChanged = ({ path: address, findings, pixels }: RehearsedPage): boolean =>
  address !== '/signup' && (findings.length > 0 || pixels?.changed !== 0);

test('a page that is as it was passes without a different pixel; one that is broken fails, with what is new on it and how it looks', async ({
  manager,
}) => {
  // It builds a release and opens its pages a dozen times.
  test.slow();
  await manager.publish(await buildChanged(workshop.folder, { name: NAME, version: BROKEN, ...CHANGE }));
  const { code, answer } = await manager.release('rehearse', `${NAME}@${BROKEN}`);
  const { code: reason, details } = answer.error as { code: string; details: Rehearsal };
  expect([code, reason]).toEqual([4, 'rehearsal-failed']);

  const folder = path.join(workshop.folder, 'pictures');
  const shown = await manager.release('rehearsal', 'show', String(details.id), '--pictures', folder);
  const { pages, verdict } = shown.answer as unknown as Rehearsal;
  expect(verdict).toBe('failed');
  const widths = (one: string) => pages.filter((page) => page.path === one).map(({ width }) => width);
  expect([widths('/signin'), widths('/signout'), widths('/signup')]).toEqual([WIDTHS, WIDTHS, WIDTHS]);
  expect(pages.filter(isChanged)).toEqual([]);
  for (const page of pages.filter((one) => one.path === '/signup')) {
    expect(page.findings).toEqual([{ kind: 'uncaught-error', text: 'The rehearsed error', isLive: false }]);
    expect(page.pixels?.changed).toBeGreaterThan(0);
  }
  const pictures = await readdir(folder);
  expect(pictures).toEqual(expect.arrayContaining(['signup-360-live.png', 'signup-360-candidate.png', 'signup-360-difference.png']));
  expect(pictures.filter((name) => /^sign(in|out)-.*difference/.test(name))).toEqual([]);

  // Whoever promotes it is told.
  const dryRun = await manager.release('promote', `${NAME}@${BROKEN}`, '--dry-run');
  expect(dryRun.answer.rehearsal).toEqual({ id: details.id, verdict: 'failed', isOutdated: false });
});

test('a release that does not load fails on every page, although browsers give it up after two', async ({ manager }) => {
  const entry = await readFile(path.join(ROOT, NAME, 'dist/v/remoteEntry.js'), 'utf8');
  const hashes = entry.match(/sha384-[\w+/]{64}/g) ?? [];
  const files = { 'v/remoteEntry.js': `throw new Error('No container'); /* ${hashes.join(' ')} */` };
  await manager.publish(
    await alterBuild(path.join(ROOT, NAME, 'dist'), path.join(workshop.folder, DEAD), { files, descriptor: { version: DEAD } }),
  );
  const { code, answer } = await manager.release('rehearse', `${NAME}@${DEAD}`);
  const { details } = answer.error as { details: Rehearsal };
  expect([code, details.pages.map((page) => [page.path, page.width])]).toEqual([
    4,
    PAGES.flatMap((one) => WIDTHS.map((width) => [one, width])),
  ]);
});
