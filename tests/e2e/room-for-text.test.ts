/** Every kind of page, before those who see most of it, with its text spaced out and enlarged. */
import { expect, listenTo, test } from './fixtures';
import { expectRoomForText, troublesOfText } from './room-for-text';
import type { Scene } from './scenes/scene';
import { SCENES } from './scenes/scenes';
import { enter, show } from './scenes/stage';

// Scenes have refusals for answers.
test.use({ expectedMessages: /status of (?:4\d\d|503)/ });

/** A page that an edge makes without the site, and one of the provider: hosted-pages.test.ts looks at its others. */
const OTHER_PAGES: Scene[] = ['/_preview/none', '/_idp/account'].map((at) => ({ name: at, at, who: 'visitor' }));

/** They say in a toast what they have written, and others would find it. */
const WRITES = new Set(['intro-sent', 'toast-saved']);
const IN_CONSOLE = new Set(['manager', 'staff']);

/** What comes by its address, and dialogs and menus. Those of the console are opened in console/look.ts. */
function isLookedAt({ name, who, act, windowOnly }: Scene): boolean {
  if (/-(?:loading|empty)$/.test(name)) return false;
  return !act || (windowOnly === true && !IN_CONSOLE.has(who) && !WRITES.has(name));
}

const viewOf = ({ name, at, windowOnly }: Scene): string => (windowOnly ? name : at.split('?')[0]!);
const fullness = ({ answers = [] }: Scene): number => answers.length;

/** One of each view: the one for which most is answered has most in it. */
function scenesOf(who: Scene['who']): Scene[] {
  const scenes = [...SCENES, ...OTHER_PAGES].filter((scene) => scene.who === who && isLookedAt(scene));
  const emptiestFirst = scenes.sort((one, other) => fullness(one) - fullness(other));
  return [...new Map(emptiestFirst.map((scene) => [viewOf(scene), scene])).values()];
}

const PEOPLE = {
  visitor: 'a visitor',
  newcomer: 'a newcomer',
  player: 'a player',
  staff: 'the staff',
  manager: 'a release manager',
} as const;

for (const who of Object.keys(PEOPLE) as Scene['who'][]) {
  test(
    `nothing that ${PEOPLE[who]} may see is cut off where text is spaced out, or wider than the window at 200%`,
    { tag: who === 'manager' ? '@registry' : [] },
    async ({ browser, baseURL }) => {
      // These are the visits of many tests.
      test.slow();
      const context = await enter(browser, who, { baseURL, deviceScaleFactor: 2 });
      listenTo(context);
      const page = await context.newPage();
      for (const scene of scenesOf(who)) {
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await show(page, scene);
        await expectRoomForText(page);
      }
      await context.close();
    },
  );
}

test('text that is cut off or wider than the window would be found, and what can be scrolled to is not', async ({ page, baseURL }) => {
  const box = (style: string, words: string): string =>
    `<p style="width: 14em; font: 16px monospace; white-space: nowrap; ${style}">${words}</p>`;
  const body = [
    '<!doctype html><meta name="viewport" content="width=device-width"><body style="margin: 0">',
    box('overflow: hidden; height: 1.2em; white-space: normal', 'Two lines once spaced'),
    box('overflow: clip', 'Never as short as its box is'),
    box('overflow: auto', 'It can be scrolled to the end of it'),
    box('overflow: hidden; position: absolute; width: 1px; height: 1px', 'For those who are read to'),
    '<div style="width: 500px; height: 1px"></div>',
  ].join('');
  await page.route(`${baseURL}/texts`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/texts');
  expect(await troublesOfText(page)).toEqual([
    'at 200%: cut off: Never as short as its box is',
    'spaced out in 360: wider than the window by 140',
    'spaced out in 360: cut off: Two lines once spaced',
    'spaced out in 360: cut off: Never as short as its box is',
    'spaced out in 1280: cut off: Two lines once spaced',
    'spaced out in 1280: cut off: Never as short as its box is',
  ]);
});
