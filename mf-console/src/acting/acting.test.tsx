import { expect, it, jest } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import PromotePage from '../promote/promote-page';
import SwitchesPage from '../switches/switches-page';
import { edge, environment, eventStream, HERE, refused, registry, release, revision, show } from '../testing/registry-under-test';

const DRY_RUN = `POST ${HERE}/commands?dryRun=true`;
const PLANS = `POST ${HERE}/plans`;
const DRY_PLAN = `${PLANS}?dryRun=true`;
const COMMAND = `POST ${HERE}/commands`;
const EDGES_OF_8 = `GET ${HERE}/edges?epoch=1&number=8&wait=2`;

const returned = revision(8, '1.0.0', {
  cause: 'rollback',
  restores: 6,
  changes: [{ name: 'mf-marketing', field: 'stable', from: '1.1.0', to: '1.0.0' }],
});

const dialog = () => within(screen.getByRole('dialog'));

it('a rollback shows what goes and what returns, and is done when every edge serves it', async () => {
  const serving = [
    [edge('edge-a', 8), edge('edge-b', 7)],
    [edge('edge-a', 8), edge('edge-b', 8)],
  ];
  let letSecondEdge: () => void = () => undefined;
  const secondEdge = new Promise<void>((resolve) => (letSecondEdge = resolve));
  const edges = async () => {
    const [known] = serving.splice(0, 1);
    if (serving.length === 0) await secondEdge;
    return { body: { edges: known } };
  };
  const sent = show(
    PromotePage,
    '/console/promote',
    registry({ [DRY_RUN]: { body: returned }, [COMMAND]: { status: 201, body: returned }, [EDGES_OF_8]: edges }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  const change = await dialog().findByRole('listitem');
  expect(change).toHaveTextContent('mf-marketinggoes 1.1.0returns 1.0.0');
  expect(sent.some(({ call }) => call === COMMAND)).toBe(false);

  await userEvent.type(dialog().getByRole('textbox', { name: /Reason/ }), 'It was wrong');
  await userEvent.click(dialog().getByRole('button', { name: 'Roll back now' }));
  expect(await dialog().findByText('Revision 8 is decided. 1 of 2 edges serves it.')).toBeVisible();
  letSecondEdge();
  expect(await dialog().findByText('Revision 8 is live')).toBeVisible();
  expect(sent.find(({ call }) => call === COMMAND)?.body).toEqual({
    command: { kind: 'rollback' },
    expectedRevision: 7,
    reason: 'It was wrong',
  });
});

it('the first revision of an environment is watched until an edge reports, which had nothing to report before', async () => {
  const first = revision(1, '1.0.0');
  const reports = [[], [edge('edge-a', 1)]];
  const edges = () => ({ body: { edges: reports.shift() } });
  const answers = { [DRY_RUN]: { body: first }, [COMMAND]: { status: 201, body: first }, [EDGES_OF_8.replace('=8', '=1')]: edges };
  show(PromotePage, '/console/promote', registry(answers));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  const rollBack = await dialog().findByRole('button', { name: 'Roll back now' });
  // The time that edges have for their first report does not end.
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
  await userEvent.click(rollBack);
  expect(await dialog().findByText('Revision 1 is decided. No edge of this environment reports to the registry.')).toBeVisible();
  expect(await dialog().findByText('Revision 1 is live')).toBeVisible();
  clock.mockRestore();
});

it('a rollback that is pressed before the console knows what is live waits for that, and is decided on it', async () => {
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  const script = {
    [`GET ${HERE}/revisions/current`]: async () => {
      await arrival;
      return { body: revision(7, '1.1.0') };
    },
    [DRY_RUN]: { body: returned },
  };
  const sent = show(PromotePage, '/console/promote', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  expect(sent.some(({ call }) => call === DRY_RUN)).toBe(false);
  arrive();
  expect(await dialog().findByRole('button', { name: 'Roll back now' })).toBeVisible();
  expect(sent.find(({ call }) => call === DRY_RUN)?.body).toMatchObject({ expectedRevision: 7 });
});

it('what others made live meanwhile stands in a refusal as people read it', async () => {
  const since = [
    revision(8, '1.2.0', { createdBy: 'ada', changes: [{ name: 'mf-marketing', field: 'stable', from: '1.1.0', to: '1.2.0' }] }),
    revision(9, '1.2.0', {
      cause: 'params',
      createdBy: 'bob',
      changes: [{ name: 'params', field: 'Auth', from: '{"a":1}', to: '{"a":2}' }],
    }),
  ];
  const conflict = refused.by(409, 'revision-conflict', 'Somebody else changed what is live.', { expected: 7, current: 9, since });
  show(PromotePage, '/console/promote', registry({ [DRY_RUN]: conflict }));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  const alert = await dialog().findByRole('alert');
  expect(alert).toHaveTextContent('Revision 8promote by ada: mf-marketing 1.1.0 -> 1.2.0');
  expect(alert).toHaveTextContent(/Revision 9params by bob: params Auth$/);
});

it('says whose plan it ends, before it is carried out and after', async () => {
  const plan = { id: 3, createdBy: 'ada', releases: { 'mf-marketing': { id: 'f'.repeat(64), version: '1.2.0' } }, step: 1, steps: 3 };
  const body = { ...returned, endsPlans: [plan] };
  const answers = { [DRY_RUN]: { body }, [COMMAND]: { status: 201, body }, [EDGES_OF_8]: { body: { edges: [edge('edge-a', 8)] } } };
  show(PromotePage, '/console/promote', registry(answers));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  expect(await dialog().findByText('This ends plan 3 of ada: mf-marketing@1.2.0, step 1 of 3')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Roll back now' }));
  expect(await dialog().findByText(/It ended plan 3 of ada: mf-marketing@1\.2\.0, step 1 of 3\.$/)).toBeVisible();
});

it('what somebody else makes live makes an open dialog say so, and it carries out nothing of before', async () => {
  const { stream, tell } = eventStream();
  let current = revision(7, '1.1.0');
  const sent = show(
    PromotePage,
    '/console/promote',
    registry({
      [`GET ${HERE}/events`]: { stream },
      [`GET ${HERE}/revisions/current`]: () => ({ body: current }),
      [DRY_RUN]: { body: returned },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  await dialog().findByRole('button', { name: 'Roll back now' });
  current = revision(8, '1.2.0', { createdBy: 'terminal' });
  tell('revision');
  expect(await dialog().findByText('Revision 8 came between')).toBeVisible();
  expect(dialog().queryByRole('button', { name: 'Roll back now' })).not.toBeInTheDocument();

  await userEvent.click(dialog().getByRole('button', { name: 'Look again' }));
  await dialog().findByRole('button', { name: 'Roll back now' });
  const looks = sent.filter(({ call }) => call === DRY_RUN).map(({ body }) => (body as { expectedRevision: number }).expectedRevision);
  expect(looks).toEqual([7, 8]);
  expect(sent.some(({ call }) => call === COMMAND)).toBe(false);
});

it('keeps the focus in the dialog when the button that was pressed goes, and Escape closes it', async () => {
  const answers = {
    [DRY_RUN]: { body: returned },
    [COMMAND]: { status: 201, body: returned },
    [EDGES_OF_8]: { body: { edges: [edge('edge-a', 8)] } },
  };
  show(PromotePage, '/console/promote', registry(answers));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  (await dialog().findByRole('button', { name: 'Roll back now' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(await dialog().findByText('Revision 8 is live')).toBeVisible();
  expect(dialog().getByRole('status')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Roll back' })).toHaveFocus();
});

it('after somebody has just rolled back, it says who, and offers what is further back', async () => {
  let asked = 0;
  const look = () => {
    asked += 1;
    return asked === 1 ? refused.by(409, 'just-rolled-back', 'ada rolled back a minute ago.') : { body: returned };
  };
  const sent = show(PromotePage, '/console/promote', registry({ [DRY_RUN]: look }));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  expect(await dialog().findByText('ada rolled back a minute ago.')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'See what is further back' }));
  expect(await dialog().findByRole('button', { name: 'Roll back now' })).toBeVisible();
  expect(sent.filter(({ call }) => call === DRY_RUN).at(-1)?.body).toMatchObject({ command: { kind: 'rollback', again: true } });
});

async function chooseRelease() {
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'mf-marketing' }), '1.2.0');
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
}

it('a promotion that is refused names the offender', async () => {
  const facts = { path: '/offer', owners: ['mf-elevate', 'mf-marketing'] };
  show(
    PromotePage,
    '/console/promote',
    registry({ [DRY_RUN]: refused.by(422, 'path-owned-twice', 'mf-elevate and mf-marketing both declare /offer.', facts) }),
  );
  await chooseRelease();
  const alert = await screen.findByText('mf-elevate and mf-marketing both declare /offer.');
  expect(alert).toBeVisible();
  expect(screen.getByText('mf-elevate, mf-marketing')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Make it live' })).not.toBeInTheDocument();
});

/** As the registry answers where others have to approve. */
const needingApproval = {
  [DRY_RUN]: refused.by(403, 'approval-needed', 'In production this needs the approval of one other person.'),
  [`${DRY_RUN}&proposed=true`]: { body: revision(8, '1.2.0') },
  [`POST ${HERE}/proposals`]: { status: 201, body: { id: 3 } },
};

it('where others have to approve, a change is proposed, and needs a reason', async () => {
  const rules = { version: 1, rules: { approvals: 1 } };
  const sent = show(
    PromotePage,
    '/console/promote',
    registry({
      'GET /registry/v1/environments': { body: { environments: [environment({ rules })] } },
      ...needingApproval,
    }),
  );
  await chooseRelease();
  await userEvent.click(await screen.findByRole('button', { name: 'Propose it' }));
  expect(screen.getByRole('textbox', { name: 'Reason' })).toHaveFocus();
  expect(screen.getByText('Say why')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Reason' }), 'Autumn offer');
  await userEvent.click(screen.getByRole('button', { name: 'Propose it' }));
  expect(await screen.findByText('It is proposal 3')).toBeVisible();
  expect(sent.at(-1)?.body).toMatchObject({
    command: { kind: 'promote', releases: { 'mf-marketing': '1.2.0' } },
    reason: 'Autumn offer',
  });
});

/** As the registry answers what a plan would lead to. */
const leadsTo = (...refusals: { code: string; error: string }[]) => ({ body: { revision: revision(8, '1.2.0'), refusals } });

it('where others have to approve, a plan is proposed as well', async () => {
  const answers = { ...needingApproval, [DRY_PLAN]: needingApproval[DRY_RUN], [`${DRY_PLAN}&proposed=true`]: leadsTo() };
  const sent = show(PromotePage, '/console/promote', registry(answers));
  await userEvent.click(await screen.findByRole('radio', { name: 'Step by step, by a plan' }));
  await chooseRelease();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Autumn offer');
  await userEvent.click(screen.getByRole('button', { name: 'Propose it' }));
  expect(await screen.findByText('It is proposal 3')).toBeVisible();
  expect(sent.at(-1)).toMatchObject({
    call: `POST ${HERE}/proposals`,
    body: { plan: { releases: { 'mf-marketing': '1.2.0' } }, reason: 'Autumn offer' },
  });
});

it('what would change is not shown once something else is chosen, so that nothing but what the form says is carried out', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const late = async () => {
    await answered;
    return { body: revision(8, '1.2.0', { changes: [{ name: 'mf-marketing', field: 'candidate', from: null, to: '1.2.0 at 5%' }] }) };
  };
  show(PromotePage, '/console/promote', registry({ [DRY_RUN]: late }));
  await userEvent.click(await screen.findByRole('radio', { name: 'For a share of the visitors' }));
  await chooseRelease();
  expect(screen.getByText('Looking at what would change...')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: /^Share/ }), '0');
  await act(async () => {
    answer();
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(screen.queryByRole('button', { name: 'Show it to them' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
  expect(await screen.findByRole('button', { name: 'Show it to them' })).toBeVisible();
});

it('a plan is made with its steps, which rise to everybody', async () => {
  const sent = show(PromotePage, '/console/promote', registry({ [DRY_PLAN]: leadsTo(), [PLANS]: { status: 201, body: {} } }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Step by step, by a plan' }));
  await chooseRelease();
  await userEvent.click(await screen.findByRole('button', { name: 'Begin the plan' }));
  expect(await screen.findByText('Led to /console/plans')).toBeVisible();
  expect(sent.find(({ call }) => call === PLANS)?.body).toEqual({
    releases: { 'mf-marketing': '1.2.0' },
    steps: [
      { basisPoints: 500, minutes: 10 },
      { basisPoints: 2500, minutes: null },
      { basisPoints: 10_000, minutes: null },
    ],
    expectedRevision: 7,
  });
});

const HALF_PAST_SIX = '2026-12-01T06:30';

it.each([
  ['Step by step, by a plan', 'Begin the plan then', [500, 2500, 10_000]],
  ['For everybody', 'Make it live then', [10_000]],
])('%s, a promotion begins at a chosen time', async (how, doIt, shares) => {
  const sent = show(PromotePage, '/console/promote', registry({ [DRY_PLAN]: leadsTo(), [PLANS]: { status: 201, body: {} } }));
  await userEvent.click(await screen.findByRole('radio', { name: how }));
  await userEvent.click(screen.getByRole('radio', { name: 'At a time' }));
  await chooseRelease();
  expect(screen.getByText('Say when.')).toBeVisible();
  await userEvent.type(screen.getByLabelText('When'), HALF_PAST_SIX);
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
  await userEvent.click(await screen.findByRole('button', { name: doIt }));
  expect(await screen.findByText('Led to /console/plans')).toBeVisible();
  const made = sent.find(({ call }) => call === PLANS)?.body as { steps: { basisPoints: number }[]; startsAt: string };
  expect(made.startsAt).toBe(new Date(HALF_PAST_SIX).toISOString());
  expect(made.steps.map(({ basisPoints }) => basisPoints)).toEqual(shares);
});

it('a time that has passed is refused as the terminal is, and nothing is led anywhere', async () => {
  const past = refused.by(422, 'plan-in-the-past', '2026-12-01T06:30:00.000Z has passed.');
  show(PromotePage, '/console/promote', registry({ [DRY_PLAN]: leadsTo(), [PLANS]: past }));
  await userEvent.click(await screen.findByRole('radio', { name: 'At a time' }));
  await userEvent.type(screen.getByLabelText('When'), HALF_PAST_SIX);
  await chooseRelease();
  await userEvent.click(await screen.findByRole('button', { name: 'Make it live then' }));
  expect(await screen.findByText('2026-12-01T06:30:00.000Z has passed.')).toBeVisible();
});

async function chooseForLater() {
  await userEvent.click(await screen.findByRole('radio', { name: 'At a time' }));
  await userEvent.type(screen.getByLabelText('When'), HALF_PAST_SIX);
  await chooseRelease();
}

it.each<[string, object, string]>([
  [
    'in a locked environment',
    leadsTo({ code: 'environment-locked', error: 'ada has locked this environment.' }).body,
    'ada has locked this environment.',
  ],
  [
    'of what does not fit as things are now',
    { revision: null, refusals: [{ code: 'shared-module-unmet', error: 'mf-marketing@1.2.0 needs redux.' }] },
    'mf-marketing@1.2.0 needs redux.',
  ],
])('a promotion at a time %s is made, and says what would refuse it now', async (_where, body, sentence) => {
  const sent = show(PromotePage, '/console/promote', registry({ [DRY_PLAN]: { body }, [PLANS]: { status: 201, body: {} } }));
  await chooseForLater();
  expect(await screen.findByText('As things are now, this would be refused')).toBeVisible();
  expect(screen.getByText(sentence)).toBeVisible();
  expect(screen.getByText(/^It is judged again when it is due/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Make it live then' }));
  expect(await screen.findByText('Led to /console/plans')).toBeVisible();
  expect(sent.some(({ call }) => call === PLANS)).toBe(true);
});

it('a promotion at a time that no time makes possible is refused before it is made', async () => {
  const yanked = refused.by(409, 'release-yanked', 'mf-marketing@1.2.0 was yanked and is not made live.');
  show(PromotePage, '/console/promote', registry({ [DRY_PLAN]: yanked }));
  await chooseForLater();
  expect(await screen.findByText('mf-marketing@1.2.0 was yanked and is not made live.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Make it live then' })).not.toBeInTheDocument();
});

it('a part is switched off only when its name was typed', async () => {
  const off = revision(8, '1.1.0', {
    cause: 'disable',
    changes: [{ name: 'mf-marketing', field: 'disabled', from: null, to: 'Back at noon.' }],
  });
  const sent = show(
    SwitchesPage,
    '/console/switches',
    registry({
      [DRY_RUN]: { body: off },
      [COMMAND]: { status: 201, body: off },
      [EDGES_OF_8]: { body: { edges: [edge('edge-a', 8)] } },
      'GET /registry/v1/remotes/mf-marketing/releases/1.1.0': { body: release('mf-marketing', '1.1.0') },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Switch off mf-marketing' }));
  await userEvent.type(dialog().getByRole('textbox', { name: 'What visitors read in its place' }), 'Back at noon.{Enter}');
  const act = await dialog().findByRole('button', { name: 'Switch off mf-marketing' });
  await userEvent.click(act);
  expect(dialog().getByText('Write mf-marketing')).toBeVisible();
  expect(sent.some(({ call }) => call === COMMAND)).toBe(false);
  await userEvent.type(dialog().getByRole('textbox', { name: 'Write mf-marketing to go on' }), 'mf-marketing');
  await userEvent.click(act);
  expect(await dialog().findByText('Revision 8 is live')).toBeVisible();
});

it('releases beyond the newest page are chosen among once they are asked for', async () => {
  const releases = (...versions: string[]) => ({ body: { releases: versions.map((version) => release('mf-marketing', version)) } });
  const newest = Array.from({ length: 50 }, (_, index) => `2.0.${50 - index}`);
  show(
    PromotePage,
    '/console/promote',
    registry({
      'GET /registry/v1/remotes/mf-marketing/releases?limit=50': releases(...newest),
      'GET /registry/v1/remotes/mf-marketing/releases?limit=50&before=2.0.1': releases('1.2.0'),
    }),
  );
  const more = await screen.findByRole('button', { name: 'Older releases of mf-marketing' });
  expect(screen.queryByRole('option', { name: /^1\.2\.0/ })).not.toBeInTheDocument();
  await userEvent.click(more);
  expect(await screen.findByRole('option', { name: /^1\.2\.0/ })).toBeInTheDocument();
  expect(screen.getAllByRole('option', { name: /^2\.0\./ })).toHaveLength(50);
  expect(more).not.toBeInTheDocument();
  expect(screen.getByRole('group', { name: 'Releases of mf-marketing' })).toHaveFocus();
});

it('of a parameter with fields those are shown that differ', async () => {
  const [from, to] = ['before.example', 'then.example'].map((domain) => JSON.stringify({ clientId: 'same', domain }));
  const would = revision(8, '1.1.0', { changes: [{ name: 'params', field: 'Auth', from: from ?? null, to: to ?? null }] });
  show(PromotePage, '/console/promote', registry({ [DRY_RUN]: { body: would } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  const change = await dialog().findByRole('listitem');
  expect(change).toHaveTextContent('params, Auth domaingoes "before.example"returns "then.example"');
});
