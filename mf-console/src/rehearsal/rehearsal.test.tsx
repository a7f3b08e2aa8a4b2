import { beforeEach, expect, it } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rehearsalSchema } from '@site/release-model/rehearsal';
import HistoryPage from '../history/history-page';
import PromotePage from '../promote/promote-page';
import { environment, HERE, refused, registry, release, revision, show } from '../testing/registry-under-test';

const DRY_RUN = `POST ${HERE}/commands?dryRun=true`;
const HISTORY = `GET ${HERE}/revisions?limit=50`;
const PICTURE = (letter: string) => `GET ${HERE}/rehearsals/7/pictures/${letter.repeat(64)}`;

const picture = (letter: string) => ({ sha256: letter.repeat(64), bytes: 7 });
const { id, contentDigest: _, ...named } = release('mf-marketing', '1.2.0');
const page = (path: string, more: object = {}) => ({
  ...{ path, width: 360, findings: [], layoutShift: 0, pixels: { total: 1_000, changed: 25, unstable: 0 } },
  pictures: { live: picture('a'), candidate: picture('b'), difference: picture('c') },
  ...more,
});
const rehearsal = rehearsalSchema.parse({
  ...{ id: 7, environment: 'production', revision: 7, verdict: 'failed', createdBy: 'marketing-ci', createdAt: named.publishedAt },
  ...{ releases: { 'mf-marketing': { id, version: '1.2.0' } }, notRun: null, unvisited: [{ path: '/offer/:id', reason: 'a parameter' }] },
  pages: [
    page('/'),
    page('/offer', { findings: [{ kind: 'console-error', text: 'x is not a function', isLive: false }], layoutShift: 0.25 }),
    page('/new', { pixels: null, pictures: { live: null, candidate: picture('d'), difference: null } }),
  ],
});
const NAMED = { id: 7, verdict: 'failed' as const, isOutdated: false };

/** With revision 8, which was rehearsed. */
const rehearsed = (more: object = {}) =>
  registry({
    [HISTORY]: { body: { revisions: [revision(8, '1.2.0', { rehearsal: NAMED })] } },
    [`GET ${HERE}/rehearsals/7`]: { body: rehearsal },
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((letter) => [PICTURE(letter), { body: letter }])),
    ...more,
  });

beforeEach(() => {
  let made = 0;
  Object.assign(URL, { createObjectURL: () => `blob:picture-${(made += 1)}`, revokeObjectURL: () => undefined });
});

const look = async () => userEvent.click(await screen.findByRole('button', { name: 'Look at rehearsal 7' }));
const slider = () => screen.findByRole('slider', { name: 'Where the live page ends and the rehearsed one begins' });

it('nothing of a rehearsal is asked before it is opened, and no picture but those of the page in view', async () => {
  const sent = show(HistoryPage, '/console/history', rehearsed());
  const asked = () => sent.map(({ call }) => call).filter((call) => call.includes('/rehearsals/'));
  await screen.findByText('Rehearsal 7');
  expect(asked()).toEqual([]);
  await look();
  await slider();
  expect(asked()).toEqual([`GET ${HERE}/rehearsals/7`, PICTURE('a'), PICTURE('b')]);
  expect(sent.every(({ authorization }) => authorization !== undefined)).toBe(true);
});

it('a page that has failed is shown first, with what was found and how much differs', async () => {
  show(HistoryPage, '/console/history', rehearsed());
  await look();
  expect(await screen.findByRole('combobox', { name: 'Page' })).toHaveDisplayValue('/offer at 360 pixels: failed, 2.50% (25 px) different');
  expect(within(screen.getByRole('list', { name: 'Findings' })).getByText('x is not a function')).toBeVisible();
  expect(screen.getByText(/It moved by 0\.250 while it was loaded/)).toBeVisible();
  expect(screen.getByText('Pages that were not opened: 1')).toBeVisible();
});

it('the divider says how much of each picture is seen, and both have a text', async () => {
  show(HistoryPage, '/console/history', rehearsed());
  await look();
  const divider = await slider();
  const live = screen.getByRole('img', { name: '/offer at 360 pixels, as it was live' });
  const candidate = screen.getByRole('img', { name: '/offer at 360 pixels, with mf-marketing 1.2.0' });
  fireEvent.change(divider, { target: { value: '80' } });
  expect(divider).toHaveAttribute('aria-valuetext', '80% live, 20% rehearsed');
  expect([live.style.clipPath, candidate.style.clipPath]).toEqual(['inset(0 20% 0 0)', 'inset(0 0 0 80%)']);
});

it('a picture of a small window is not enlarged in a wide one', async () => {
  show(HistoryPage, '/console/history', rehearsed());
  await look();
  await slider();
  expect(screen.getByRole('region', { name: 'Pictures of /offer at 360 pixels' }).closest('[style]')).toHaveStyle({ maxWidth: '360px' });
});

it('what differs is shown alone when it is asked for, and a page that is new has nothing beside it', async () => {
  show(HistoryPage, '/console/history', rehearsed());
  await look();
  await userEvent.click(await screen.findByRole('switch', { name: 'Show only what differs' }));
  expect(await screen.findByRole('img', { name: /^What differs between/ })).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Page' }), '/new at 360 pixels: passed, not live yet');
  expect(await screen.findByRole('img', { name: '/new at 360 pixels, with mf-marketing 1.2.0' })).toBeVisible();
  expect(screen.queryByRole('slider')).not.toBeInTheDocument();
});

it('a picture that does not come says so, and is asked for again', async () => {
  let answers = 0;
  const later = () => (answers++ === 0 ? refused.by(503, 'service-unavailable', 'Come back later.') : { body: 'a' });
  show(HistoryPage, '/console/history', rehearsed({ [PICTURE('a')]: later }));
  await look();
  expect(await screen.findByText('This shows nothing of the picture of the live page at the moment')).toBeVisible();
  // By which the log of the service is found.
  expect(screen.getByText('Come back later. Request: request-1')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await slider();
});

it('a promotion is reviewed with its rehearsal, and a missing one is said where the rules ask for it', async () => {
  const rules = { version: 1, rules: { rehearsal: 'shown' } };
  let would = revision(8, '1.2.0');
  show(
    PromotePage,
    '/console/promote',
    rehearsed({
      'GET /registry/v1/environments': { body: { environments: [environment({ rules })] } },
      [DRY_RUN]: () => ({ body: would }),
    }),
  );
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'mf-marketing' }), '1.2.0');
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
  expect(await screen.findByText('npx release rehearse mf-marketing@1.2.0')).toBeVisible();
  would = revision(8, '1.2.0', { rehearsal: NAMED });
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
  await look();
  await slider();
});

it('a promotion that is refused for its rehearsal shows that rehearsal', async () => {
  const refusal = refused.by(409, 'rehearsal-needed', 'Rehearsal 7 has failed.', { rehearsal: NAMED });
  show(PromotePage, '/console/promote', rehearsed({ [DRY_RUN]: refusal }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'mf-marketing' }), '1.2.0');
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
  expect(await screen.findByText('Rehearsal 7 has failed.')).toBeVisible();
  await look();
  await slider();
});
