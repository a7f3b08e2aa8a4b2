/** Releases in a browser beside what is live, before they are live: what the command finds on their pages. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Rehearsal, RehearsedPage } from '@site/release-model/rehearsal';
import { expect } from '../fixtures';
import { alterBuild, buildChanged, createWorkshop } from './changed-builds';
import { test } from './running-site';

const NAME = 'mf-auth';
const DIST = path.resolve(import.meta.dirname, '../../..', NAME, 'dist');
const [SAME, BROKEN] = ['95.0.0', '95.1.0'];
const PATHS = ['/signin', '/signout', '/signup'];

test.skip(process.env.SITE_DATA_DIR === undefined, 'the tests visit a site elsewhere');

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

const changed = ({ pixels }: RehearsedPage): number | undefined => pixels?.changed;

test('an unchanged release passes without a different pixel; a broken one fails, with what is new on the page and how it looks', async ({
  manager,
}) => {
  await manager.publish(await alterBuild(DIST, path.join(workshop.folder, SAME), { descriptor: { version: SAME } }));
  await manager.publish(await buildChanged(workshop.folder, { name: NAME, version: BROKEN, ...CHANGE }));

  const same = await manager.release('rehearse', `${NAME}@${SAME}`);
  const sound = same.answer as unknown as Rehearsal;
  expect([same.code, sound.verdict]).toEqual([0, 'passed']);
  expect(sound.pages.map((page) => [page.path, page.width])).toEqual(
    PATHS.flatMap((one) => [
      [one, 360],
      [one, 1280],
    ]),
  );
  expect(sound.pages.map(changed)).toEqual(sound.pages.map(() => 0));

  const broken = await manager.release('rehearse', `${NAME}@${BROKEN}`);
  expect([broken.code, (broken.answer.error as { code: string }).code]).toEqual([4, 'rehearsal-failed']);
  const { id, pages } = (broken.answer.error as { details: Rehearsal }).details;
  expect(pages.map((page) => [page.path, page.width])).toEqual([
    ['/signup', 360],
    ['/signup', 1280],
  ]);
  for (const page of pages) {
    expect(page.findings.filter(({ isLive }) => !isLive)).toEqual([{ kind: 'uncaught-error', text: 'The rehearsed error', isLive: false }]);
    expect(changed(page)).toBeGreaterThan(0);
  }

  const folder = path.join(workshop.folder, 'pictures');
  await manager.release('rehearsal', 'show', String(id), '--pictures', folder);
  const pictures = await readdir(folder);
  expect(pictures).toEqual(expect.arrayContaining(['signup-360-live.png', 'signup-360-candidate.png', 'signup-360-difference.png']));
  expect(pictures.filter((name) => name.startsWith('signin') && name.endsWith('difference.png'))).toEqual([]);

  // Whoever promotes it is told.
  const { answer } = await manager.release('promote', `${NAME}@${BROKEN}`, '--dry-run');
  expect(answer.rehearsal).toEqual({ id, verdict: 'failed', isOutdated: false });
});
