import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { planSchema, type PlanInJson } from '@site/release-model/plan';
import { type PlanHealth, planHealthSchema } from '@site/release-model/registry-answers';
import { edge, environment, eventStream, HERE, refused, registry, revision, show } from '../testing/registry-under-test';
import PlansPage from './plans-page';

const PLANS = `GET ${HERE}/plans?limit=50&unfinished=true`;
const HEALTH = `GET ${HERE}/plans/3/health`;
const EDGES_OF_8 = `GET ${HERE}/edges?epoch=1&number=8&wait=2`;
const AT = '2026-11-22T10:00:00.000Z';
const ref = (version: string) => ({ id: version.replaceAll('.', '').padEnd(64, '0'), version });

const plan = (more: Partial<PlanInJson> = {}): PlanInJson =>
  planSchema.parse({
    ...{ id: 3, environment: 'production', kind: 'staged', state: 'running', releases: { 'mf-marketing': ref('1.2.0') }, step: 1 },
    steps: [
      { basisPoints: 500, minutes: 10 },
      { basisPoints: 10_000, minutes: null },
    ],
    ...{ guard: { minimumDocuments: 100, errorRate: 0.01 }, startsAt: AT, startedAt: AT, dueAt: AT, note: null, reason: null },
    ...{ createdBy: 'ada', createdAt: AT, endedBy: null, endedAt: null, approvedBy: [], ...more },
  });

type Times = PlanHealth['parts'][number]['times'];

const health = (times: Times) =>
  planHealthSchema.parse({ step: 'minute', parts: [{ name: 'mf-marketing', candidate: ref('1.2.0'), stable: ref('1.1.0'), times }] });

const GROWN: Times = [
  { at: AT, candidate: { documents: 50, failures: 1 }, stable: { documents: 900, failures: 4 } },
  { at: '2026-11-22T10:05:00.000Z', candidate: { documents: 500, failures: 4 }, stable: { documents: 9_500, failures: 48 } },
];

const card = () => within(screen.getByRole('article', { name: 'Plan 3' }));

it('shows how often candidate and stable release failed, with the bound of the guard as a line', async () => {
  show(PlansPage, '/console/plans', registry({ [PLANS]: { body: { plans: [plan()] } }, [HEALTH]: { body: health(GROWN) } }));
  const chart = await screen.findByRole('img', { name: /^Failures of candidate and stable release, from .* to / });
  expect(card().getByText('1.2.0, candidate: 8 of 500 documents')).toBeVisible();
  expect(card().getByText('1.1.0, stable: 5.1 of 9,500 documents')).toBeVisible();
  expect(card().getByText('The guard takes it back from 20 on')).toBeVisible();
  expect(card().getByText('25 in 1000')).toBeVisible();
  // The bound begins when there are enough documents, and lies over the candidate.
  const [candidate, , bound] = [...chart.querySelectorAll('polyline')].map((line) => line.getAttribute('points')?.split(' ') ?? []);
  expect([candidate?.length, bound?.length]).toEqual([2, 1]);
  const heightOf = (points: string[] | undefined) => Number(points?.at(-1)?.split(',')[1]);
  expect(heightOf(bound)).toBeLessThan(heightOf(candidate));
});

it('says that there is no bound yet where few documents were counted, and draws none', async () => {
  const few = { [HEALTH]: { body: health(GROWN.slice(0, 1)) } };
  show(PlansPage, '/console/plans', registry({ [PLANS]: { body: { plans: [plan()] } }, ...few }));
  expect(await screen.findByText('The guard has no bound yet')).toBeVisible();
  const lines = [...screen.getByRole('img', { name: /^Failures/ }).querySelectorAll('polyline')];
  expect(lines.map((line) => line.getAttribute('points') !== '')).toEqual([true, true, false]);
});

it('draws no bound where nobody watches the plan', async () => {
  const plans = { [PLANS]: { body: { plans: [plan({ guard: null })] } } };
  show(PlansPage, '/console/plans', registry({ ...plans, [HEALTH]: { body: health(GROWN) } }));
  const chart = await screen.findByRole('img', { name: /^Failures/ });
  expect(chart.querySelectorAll('polyline')).toHaveLength(2);
  expect(screen.getByText('Nobody watches this plan.')).toBeVisible();
});

it('shows the next step of a plan as soon as the registry tells of it', async () => {
  const { stream, tell } = eventStream();
  let shown = plan();
  const script = { [`GET ${HERE}/events`]: { stream }, [PLANS]: () => ({ body: { plans: [shown] } }), [HEALTH]: { body: health([]) } };
  show(PlansPage, '/console/plans', registry(script));
  expect(await screen.findByText('running')).toBeVisible();
  expect(await screen.findByText('1.2.0, candidate: no documents')).toBeVisible();
  shown = plan({ state: 'waiting', step: 2, dueAt: null });
  tell('plans');
  expect(await screen.findByText('waiting')).toBeVisible();
});

it('a button that goes with its press leaves the focus at its plan', async () => {
  let shown = plan();
  const script = {
    [PLANS]: () => ({ body: { plans: [shown] } }),
    [HEALTH]: { body: health([]) },
    [`POST ${HERE}/plans/3/pause`]: () => ({ body: (shown = plan({ state: 'paused', dueAt: null })) }),
  };
  show(PlansPage, '/console/plans', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Pause plan 3' }));
  expect(await screen.findByRole('button', { name: 'Resume plan 3' })).toBeVisible();
  expect(card().getByRole('heading', { name: 'Plan 3' })).toHaveFocus();
});

it('a plan is continued from the step that is shown; where it has gone on, it is shown as it is', async () => {
  let shown = plan({ state: 'waiting', step: 1, dueAt: null });
  const script = {
    [PLANS]: () => ({ body: { plans: [shown] } }),
    [HEALTH]: { body: health([]) },
    [`POST ${HERE}/plans/3/continue`]: () => {
      shown = plan({ state: 'running', step: 2 });
      return refused.by(409, 'plan-state-conflict', 'Plan 3 has gone on to step 2 since.');
    },
  };
  const sent = show(PlansPage, '/console/plans', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Make it live for everybody: plan 3' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Make it live for everybody: plan 3' }));
  expect(await card().findByText('Plan 3 has gone on to step 2 since.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Make it live/ })).not.toBeInTheDocument());
  expect(sent.find(({ call }) => call.endsWith('/continue'))?.body).toEqual({ step: 1 });
});

it('a plan is continued to the share that its button names', async () => {
  const steps = [500, 5_000, 10_000].map((basisPoints) => ({ basisPoints, minutes: null }));
  let shown = plan({ state: 'waiting', step: 1, dueAt: null, steps });
  const script = {
    ...{ [PLANS]: () => ({ body: { plans: [shown] } }), [HEALTH]: { body: health([]) } },
    [`POST ${HERE}/plans/3/continue`]: () => ({ body: (shown = plan({ state: 'running', step: 1, steps })) }),
  };
  const sent = show(PlansPage, '/console/plans', registry(script));
  const button = await screen.findByRole('button', { name: 'Continue to 50%: plan 3' });
  expect(button).toHaveTextContent('Continue to 50%');
  await userEvent.click(button);
  await waitFor(() => expect(sent.find(({ call }) => call.endsWith('/continue'))?.body).toEqual({ step: 1 }));
});

it('the step to everybody is taken with a second press, and ends with the revision that is live', async () => {
  const { stream, tell } = eventStream();
  let underWay = [plan({ state: 'waiting', step: 1, dueAt: null })];
  const ended = plan({ state: 'done', step: 2, dueAt: null, endedAt: AT });
  const last = revision(8, '1.2.0', { plan: { id: 3, step: 2 } });
  const script = {
    ...{ [`GET ${HERE}/events`]: { stream }, [PLANS]: () => ({ body: { plans: underWay } }), [HEALTH]: { body: health([]) } },
    [`POST ${HERE}/plans/3/continue`]: { body: plan({ step: 1 }) },
    ...{ [`GET ${HERE}/plans/3`]: { body: ended }, [`GET ${HERE}/revisions?limit=50`]: { body: { revisions: [last] } } },
    ...{ [`GET ${HERE}/revisions/8`]: { body: last }, [EDGES_OF_8]: { body: { edges: [edge('edge-a', 8)] } } },
  };
  const sent = show(PlansPage, '/console/plans', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Make it live for everybody: plan 3' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^Every visitor gets mf-marketing 1\.2\.0 /)).toBeVisible();
  expect(sent.some(({ call }) => call.endsWith('/continue'))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Make it live for everybody: plan 3' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  underWay = [];
  tell('plans');
  expect(await card().findByText('Plan 3 is done with revision 8.')).toBeVisible();
  expect(await card().findByText('Revision 8 is live')).toBeVisible();
});

it.each([
  [null, /^It begins/],
  ['ada has locked this environment.', /^It was to begin/],
])('of a plan that has not begun it says when it is due, and what holds it: %s', async (note, sentence) => {
  const scheduled = plan({ state: 'scheduled', step: 0, startedAt: null, note });
  show(PlansPage, '/console/plans', registry({ [PLANS]: { body: { plans: [scheduled] } } }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByText('ada has locked this environment.') !== null).toBe(note !== null);
});

it('what is refused of a plan that has ended meanwhile is said in its place after it has left the list', async () => {
  let underWay = [plan()];
  const pause = () => {
    underWay = [];
    return refused.by(409, 'plan-state-conflict', 'The plan was aborted by bob.');
  };
  const aborted = plan({ state: 'aborted', dueAt: null, endedBy: 'person', endedAt: AT });
  const script = {
    ...{ [PLANS]: () => ({ body: { plans: underWay } }), [HEALTH]: { body: health([]) }, [`POST ${HERE}/plans/3/pause`]: pause },
    [`GET ${HERE}/plans/3`]: { body: aborted },
  };
  show(PlansPage, '/console/plans', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Pause plan 3' }));
  expect(await card().findByText('aborted')).toBeVisible();
  expect(card().getByRole('alert')).toHaveTextContent('The plan was aborted by bob.');
});

it('plans that ended long ago are a page further on', async () => {
  const all = `GET ${HERE}/plans?limit=50&unfinished=false`;
  const ended = (id: number) => plan({ id, state: 'done', dueAt: null, endedBy: 'person', endedAt: AT });
  const newest = Array.from({ length: 50 }, (_, index) => ended(60 - index));
  const script = { [all]: { body: { plans: newest } }, [`${all}&before=11`]: { body: { plans: [ended(10)] } } };
  show(PlansPage, '/console/plans?all=', registry(script));
  await userEvent.click(await screen.findByRole('link', { name: 'Older' }));
  expect(await screen.findByRole('article', { name: 'Plan 10' })).toBeVisible();
  expect(screen.queryByRole('article', { name: 'Plan 60' })).not.toBeInTheDocument();
});

it('steps that do not fit beside each other in a narrow window stand in several lines', async () => {
  const steps = [1, 2, 3, 4, 5, 6, 100].map((share) => ({ basisPoints: share * 100, minutes: null }));
  show(PlansPage, '/console/plans', registry({ [PLANS]: { body: { plans: [plan({ steps })] } }, [HEALTH]: { body: health([]) } }));
  const list = await screen.findByRole('list', { name: 'Steps' });
  expect(list).toHaveStyle({ flexWrap: 'wrap' });
  for (const step of within(list).getAllByRole('listitem')) expect(step).toHaveStyle({ minWidth: 'min-content' });
});

it.each([
  [
    'that is paused before its first step changes nothing',
    { state: 'paused', step: 0, startedAt: null, dueAt: null } as const,
    'It does not begin, and what is live stays as it is.',
  ],
  [
    'that shows something takes that back',
    { state: 'paused', step: 1, dueAt: null } as const,
    'Everybody gets the stable release of mf-marketing, and of whatever is shown together with it, with the next page that they load.',
  ],
])('to abort a plan %s, and says so before', async (_what, more, sentence) => {
  show(PlansPage, '/console/plans', registry({ [PLANS]: { body: { plans: [plan(more)] } }, [HEALTH]: { body: health([]) } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Abort plan 3' }));
  expect(within(screen.getByRole('dialog')).getByText(sentence)).toBeVisible();
});

it.each([
  ['shows something', true, { step: 1 }],
  ['has not begun', false, { state: 'scheduled', step: 0, startedAt: null } as const],
])('where the rules ask for a reason, a plan that %s is aborted with one: %s', async (_what, isNeeded, more) => {
  const rules = { version: 1, rules: { requireReason: true } };
  const aborted = plan({ ...more, state: 'aborted', dueAt: null, endedBy: 'person', endedAt: AT });
  const script = {
    'GET /registry/v1/environments': { body: { environments: [environment({ rules })] } },
    ...{ [PLANS]: { body: { plans: [plan(more)] } }, [HEALTH]: { body: health([]) }, [`POST ${HERE}/plans/3/abort`]: { body: aborted } },
  };
  const sent = show(PlansPage, '/console/plans', registry(script));
  const aborts = () => sent.filter(({ call }) => call.endsWith('/abort')).map(({ body }) => body);
  await userEvent.click(await screen.findByRole('button', { name: 'Abort plan 3' }));
  const dialog = within(screen.getByRole('dialog'));
  await waitFor(() => expect(dialog.queryByLabelText('Reason (optional)') === null).toBe(isNeeded));
  await userEvent.click(dialog.getByRole('button', { name: 'Abort plan 3' }));
  if (isNeeded) {
    expect(dialog.getByText('Say why')).toBeVisible();
    expect(aborts()).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Reason'), 'The page is slow.{Enter}');
  }
  await waitFor(() => expect(aborts()).toEqual([isNeeded ? { reason: 'The page is slow.' } : {}]));
});
