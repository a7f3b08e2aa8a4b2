import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { planSchema } from '@site/release-model/plan';
import { descriptor, part, target } from '@site/release-model/testing';
import { refOf } from '@site/release-model/release-id';
import { edge, HERE, refused, registry, revision, show, whoami } from '../testing/registry-under-test';
import PartPage from './part-page';

const CURRENT = `GET ${HERE}/revisions/current`;
const PLANS = `GET ${HERE}/plans?limit=50&unfinished=true`;
const DRY_RUN = `POST ${HERE}/commands?dryRun=true`;
const COMMAND = `POST ${HERE}/commands`;
const SENTENCE = /^1\.2\.0 is shown to 5% of the visitors/;
const ref = (name: string, version: string) => refOf(descriptor({ name, version, team: 'marketing' }));

/** A part of which five of a hundred visitors get 1.2.0. */
const tried = (name: string, cohort = 'revision-7') =>
  part(ref(name, '1.1.0'), { candidate: { release: ref(name, '1.2.0'), basisPoints: 500, cohort } });
const parts = { shell: tried('shell'), 'mf-elevate': tried('mf-elevate', 'revision-3'), 'mf-marketing': tried('mf-marketing') };
const withCanaries = revision(7, '1.1.0', { target: target({ number: 7, parts }) });

const plan = (step: number) =>
  planSchema.parse({
    ...{ id: 3, environment: 'production', kind: 'staged', state: 'paused', releases: { shell: ref('shell', '1.2.0') }, step },
    steps: [
      { basisPoints: 500, minutes: null },
      { basisPoints: 10_000, minutes: null },
    ],
    ...{ guard: null, startsAt: withCanaries.createdAt, startedAt: null, dueAt: null, note: null, reason: null, createdBy: 'ada' },
    ...{ createdAt: withCanaries.createdAt, endedBy: null, endedAt: null, approvedBy: [] },
  });

const ended = revision(8, '1.1.0', {
  cause: 'end-canary',
  changes: ['mf-marketing', 'shell'].map((name) => ({ name, field: 'candidate', from: '1.2.0 at 5%', to: null })),
});

const showPart = (more: Parameters<typeof registry>[0]) =>
  show(PartPage, '/console/part/mf-marketing', registry({ [CURRENT]: { body: withCanaries }, ...more }), 'grace', '/console/part/:name');
const dialog = () => within(screen.getByRole('dialog'));
const endButton = { name: 'End the canary of mf-marketing, shell' };

it('a canary that was begun by hand is ended with its set, and the page of the part is without it', async () => {
  let live = withCanaries;
  const sent = showPart({
    [CURRENT]: () => ({ body: live }),
    [DRY_RUN]: { body: ended },
    [COMMAND]: () => ({ status: 201, body: (live = ended) }),
    [`GET ${HERE}/edges?epoch=1&number=8&wait=2`]: { body: { edges: [edge('edge-a', 8)] } },
  });
  await userEvent.click(await screen.findByRole('button', endButton));
  expect(screen.getByText(SENTENCE)).toHaveTextContent(/, together with the candidate of shell\.$/);
  const changes = await dialog().findAllByRole('listitem');
  expect(changes.map(({ textContent }) => textContent)).toEqual([
    'mf-marketing, candidatenow 1.2.0 at 5%then nothing',
    'shell, candidatenow 1.2.0 at 5%then nothing',
  ]);
  await userEvent.type(dialog().getByRole('textbox', { name: /Reason/ }), 'It is slow');
  await userEvent.click(dialog().getByRole('button', { name: 'End it now' }));
  expect(await dialog().findByText('Revision 8 is live')).toBeVisible();
  expect(sent.find(({ call }) => call === COMMAND)?.body).toEqual({
    ...{ command: { kind: 'end-canary', parts: ['mf-marketing', 'shell'] }, expectedRevision: 7, reason: 'It is slow' },
  });
  await userEvent.click(dialog().getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByText(SENTENCE)).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Releases' })).toHaveFocus();
});

it('an end of a canary that is refused says why, and ends nothing', async () => {
  const sent = showPart({ [DRY_RUN]: refused.by(403, 'forbidden', 'You may not promote shell.') });
  await userEvent.click(await screen.findByRole('button', endButton));
  expect(await dialog().findByText('You may not promote shell.')).toBeVisible();
  expect(dialog().queryByRole('button', { name: 'End it now' })).not.toBeInTheDocument();
  expect(sent.some(({ call }) => call === COMMAND)).toBe(false);
});

it('what a plan shows is ended with the plan', async () => {
  showPart({ [PLANS]: { body: { plans: [plan(1)] } } });
  expect(await screen.findByRole('link', { name: 'plan 3' })).toHaveAttribute('href', '/console/plans');
  expect(screen.queryByRole('button', { name: /^End the canary/ })).not.toBeInTheDocument();
});

it('a plan that has not begun keeps nobody from ending a canary', async () => {
  showPart({ [PLANS]: { body: { plans: [plan(0)] } } });
  expect(await screen.findByRole('button', endButton)).toBeVisible();
});

it.each([
  ['another part', whoami({ parts: ['mf-elevate'] })],
  ['another environment', whoami({ environments: ['staging'] })],
  ['nothing', whoami({ verbs: ['view'] })],
])('who may promote %s sees the candidate, and cannot end it', async (_what, body) => {
  showPart({ 'GET /registry/v1/whoami': { body }, [PLANS]: { body: { plans: [plan(0)] } } });
  expect(await screen.findByText(SENTENCE)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^End the canary/ })).not.toBeInTheDocument();
});
