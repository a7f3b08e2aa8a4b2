import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { proposalSchema } from '@site/release-model/proposal';
import { edge, eventStream, HERE, refused, registry, revision, show } from '../testing/registry-under-test';
import ProposalsPage from './proposals-page';

const OPEN = 'GET /registry/v1/proposals?limit=50&state=open&environment=production';
const AT = '2026-11-22T10:00:00.000Z';

const proposal = (more: object = {}) =>
  proposalSchema.parse({
    ...{ id: 3, environment: 'production', state: 'open', reason: 'The new header', fromRevision: 7, proposedBy: 'ada', proposedAt: AT },
    command: { kind: 'promote', releases: { 'mf-marketing': { id: 'a'.repeat(64), version: '1.2.0' } }, fixes: false },
    changes: [{ name: 'mf-marketing', field: 'stable', from: '1.1.0', to: '1.2.0' }],
    ...{ expiresAt: '2026-11-29T10:00:00.000Z', approvalsNeeded: 2, approvals: [], closed: null, revision: null, ...more },
  });

const ENDED = { id: 4, createdBy: 'bob', releases: { 'mf-marketing': { id: 'b'.repeat(64), version: '1.1.1' } }, step: 1, steps: 3 };

const card = () => within(screen.getByRole('article', { name: 'Proposal 3' }));

it('shows an approval of somebody else as soon as the registry tells of it', async () => {
  const { stream, tell } = eventStream();
  let shown = proposal();
  const script = { [`GET ${HERE}/events`]: { stream }, [OPEN]: () => ({ body: { proposals: [shown] } }) };
  show(ProposalsPage, '/console/proposals', registry(script));
  expect(await screen.findByText('0 of 2 approvals.')).toBeVisible();
  shown = proposal({ approvals: [{ by: 'bob', at: AT, reason: null }] });
  tell('proposals');
  expect(await screen.findByText('Approved by bob. 1 of 2 approvals.')).toBeVisible();
});

it('is approved with a reason, and says who may not', async () => {
  const approve = 'POST /registry/v1/proposals/3/approve';
  const script = { [OPEN]: { body: { proposals: [proposal()] } }, [approve]: refused.by(403, 'approval-of-own', 'It is your own.') };
  const sent = show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.type(await screen.findByRole('textbox', { name: /^Your reason/ }), 'Looks good');
  await userEvent.click(card().getByRole('button', { name: 'Approve 3' }));
  expect(await screen.findByText('It is your own.')).toBeVisible();
  expect(sent.find(({ call }) => call === approve)?.body).toEqual({ reason: 'Looks good', carryOut: false });
});

it('carried out with the last approval, is live when every edge serves it', async () => {
  let open = [proposal()];
  const approve = () => {
    open = [];
    return { body: proposal({ state: 'carried-out', revision: 8, endsPlans: [ENDED] }) };
  };
  let arrive: () => void = () => undefined;
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  const serving = [7, 8];
  const edges = async () => {
    const number = serving.shift()!;
    if (number === 8) await arrival;
    return { body: { edges: [edge('edge-a', number)] } };
  };
  const script = {
    [OPEN]: () => ({ body: { proposals: open } }),
    ...{ 'POST /registry/v1/proposals/3/approve': approve, [`GET ${HERE}/revisions/8`]: { body: revision(8, '1.2.0') } },
    [`GET ${HERE}/edges?epoch=1&number=8&wait=2`]: edges,
  };
  show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 3' }));
  expect(await screen.findByText('Revision 8 is decided. 0 of 1 edge serves it.')).toBeVisible();
  expect(card().getByText('carried-out')).toBeVisible();
  arrive();
  expect(await screen.findByText('Revision 8 is live')).toBeVisible();
  expect(screen.getByText(/^1 of 1 edge serves it\. It ended plan 4 of bob: /)).toBeVisible();
});

it.each([
  [
    'approve',
    'Approve 3',
    { state: 'carried-out', plan: { steps: [{ basisPoints: 10_000, minutes: null }], startsAt: null, guard: null, again: false, id: 5 } },
    'It is plan 5',
  ],
  ['reject', 'Reject 3', { state: 'rejected' }, 'rejected'],
])('closed by "%s", says what became of it', async (act, button, closed, words) => {
  let open = [proposal()];
  const answer = () => {
    open = [];
    return { body: proposal(closed) };
  };
  const script = { [OPEN]: () => ({ body: { proposals: open } }), [`POST /registry/v1/proposals/3/${act}`]: answer };
  show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: button }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText(words).closest('[role=status]')).toBeInTheDocument();
});

it('refused because it is not open any more, says why in its place after it has left the list', async () => {
  let open = [proposal()];
  const approve = () => {
    open = [];
    return refused.by(409, 'proposal-closed', 'bob has rejected the proposal.', { state: 'rejected' });
  };
  const closed = proposal({ state: 'rejected', closed: { by: 'bob', at: AT, reason: 'Too early.' } });
  const script = {
    ...{ [OPEN]: () => ({ body: { proposals: open } }), 'POST /registry/v1/proposals/3/approve': approve },
    'GET /registry/v1/proposals/3': { body: closed },
  };
  show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 3' }));
  expect(await card().findByText('Rejected by bob: Too early.')).toBeVisible();
  expect(card().getByRole('alert')).toHaveTextContent('bob has rejected the proposal.');
});

it('keeps the focus once it is approved and its buttons are gone', async () => {
  let open = [proposal()];
  const approve = () => {
    open = [];
    return { body: proposal({ state: 'carried-out' }) };
  };
  const script = { [OPEN]: () => ({ body: { proposals: open } }), 'POST /registry/v1/proposals/3/approve': approve };
  show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 3' }));
  expect(await card().findByText('carried-out')).toBeVisible();
  await waitFor(() => expect(card().getByRole('heading', { name: 'Proposal 3' })).toHaveFocus());
});

it.each([
  ['open', 'This ends plan 4 of bob: mf-marketing@1.1.1, step 1 of 3'],
  ['carried-out', /It ended plan 4 of bob: mf-marketing@1\.1\.1, step 1 of 3\./],
  ['withdrawn', null],
])('that is %s says which plan of whom ends by it', async (state, words) => {
  const all = 'GET /registry/v1/proposals?limit=50&environment=production';
  show(ProposalsPage, '/console/proposals?all=', registry({ [all]: { body: { proposals: [proposal({ state, endsPlans: [ENDED] })] } } }));
  const article = await screen.findByRole('article', { name: 'Proposal 3' });
  if (words === null) expect(article).not.toHaveTextContent('plan 4');
  else expect(within(article).getByText(words)).toBeVisible();
});

it('of one’s own is only withdrawn', async () => {
  show(ProposalsPage, '/console/proposals', registry({ [OPEN]: { body: { proposals: [proposal({ proposedBy: 'grace' })] } } }));
  expect(await screen.findByRole('button', { name: 'Withdraw 3' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve 3' })).not.toBeInTheDocument();
});

it('that somebody has approved is not offered to them to approve again', async () => {
  const approvals = [{ by: 'grace', at: AT, reason: null }];
  show(ProposalsPage, '/console/proposals', registry({ [OPEN]: { body: { proposals: [proposal({ approvals })] } } }));
  expect(await screen.findByText('Approved by grace. 1 of 2 approvals.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reject 3' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Approve 3' })).not.toBeInTheDocument();
});

it('that somebody has approved is offered to them to carry out once the rules ask for no more approvals than it has', async () => {
  const open = proposal({ approvalsNeeded: 1, approvals: [{ by: 'grace', at: AT, reason: null }] });
  const approve = 'POST /registry/v1/proposals/3/approve';
  const script = { [OPEN]: { body: { proposals: [open] } }, [approve]: { body: proposal({ state: 'carried-out' }) } };
  const sent = show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: /^Approve 3/ }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^It has all that it needs: /)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: /^Approve 3/ }));
  expect(await card().findByText('carried-out')).toBeVisible();
  expect(sent.find(({ call }) => call === approve)?.body).toEqual({ carryOut: true });
});

it('older ones are a page further on, of the environment that is shown alone', async () => {
  const all = 'GET /registry/v1/proposals?limit=50&environment=production';
  const closed = (id: number) => proposal({ id, state: 'withdrawn' });
  const newest = Array.from({ length: 50 }, (_, index) => closed(60 - index));
  const script = { [all]: { body: { proposals: newest } }, [`${all}&before=11`]: { body: { proposals: [closed(10)] } } };
  show(ProposalsPage, '/console/proposals?all=', registry(script));
  await userEvent.click(await screen.findByRole('link', { name: 'Older' }));
  expect(await screen.findByRole('article', { name: 'Proposal 10' })).toBeVisible();
  expect(screen.queryByRole('article', { name: 'Proposal 60' })).not.toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Older' })).not.toBeInTheDocument();
});

it('that somebody withdraws keeps its place and its typed reason, and the next one keeps its own', async () => {
  const { stream, tell } = eventStream();
  const closed = { by: 'ada', at: AT, reason: null };
  let withdrawn = false;
  const script = {
    [`GET ${HERE}/events`]: { stream },
    [OPEN]: () => ({ body: { proposals: [...(withdrawn ? [] : [proposal()]), proposal({ id: 2 })] } }),
    'GET /registry/v1/proposals/3': { body: proposal({ state: 'withdrawn', closed }) },
  };
  const sent = show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.type(within(await screen.findByRole('article', { name: 'Proposal 3' })).getByRole('textbox'), 'Looks good');
  withdrawn = true;
  tell('proposals');
  expect(await card().findByText('Withdrawn by ada.')).toBeVisible();
  expect(card().getByText('Your reason was not sent.')).toBeVisible();
  expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual(['Proposal 3', 'Proposal 2']);
  expect(card().getByRole('textbox')).toHaveValue('Looks good');
  expect(card().queryByRole('button')).not.toBeInTheDocument();
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
});

it('that comes while others are looked at pushes none of them away', async () => {
  const { stream, tell } = eventStream();
  let open = [proposal()];
  show(
    ProposalsPage,
    '/console/proposals',
    registry({ [`GET ${HERE}/events`]: { stream }, [OPEN]: () => ({ body: { proposals: open } }) }),
  );
  await screen.findByRole('article', { name: 'Proposal 3' });
  open = [proposal({ id: 4 }), ...open];
  tell('proposals');
  await screen.findByRole('article', { name: 'Proposal 4' });
  expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual(['Proposal 3', 'Proposal 4']);
});

it('is carried out by the last approval only after it was said what that does', async () => {
  const approve = 'POST /registry/v1/proposals/3/approve';
  const open = proposal({ approvalsNeeded: 1, endsPlans: [ENDED] });
  const script = { [OPEN]: { body: { proposals: [open] } }, [approve]: { body: proposal({ state: 'carried-out' }) } };
  const sent = show(ProposalsPage, '/console/proposals', registry(script));
  const approvals = () => sent.filter(({ call }) => call === approve).map(({ body }) => body);
  await userEvent.type(await screen.findByRole('textbox', { name: /^Your reason/ }), 'Looks good');
  expect(screen.getByText('0 of 1 approval.')).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: /^Approve 3/ }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/in production at once: mf-marketing 1\.1\.0 -> 1\.2\.0\. This ends plan 4 of bob/)).toBeVisible();
  expect(approvals()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: /^Approve 3/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(approvals()).toEqual([{ reason: 'Looks good', carryOut: true }]);
  expect(await card().findByText('carried-out')).toBeVisible();
});

it('is not carried out unasked where somebody approves just before a press: what that does is said then', async () => {
  const approve = 'POST /registry/v1/proposals/3/approve';
  let open = proposal();
  const script = {
    [OPEN]: () => ({ body: { proposals: [open] } }),
    [approve]: () => {
      open = proposal({ approvals: [{ by: 'bob', at: AT, reason: null }] });
      return refused.by(409, 'last-approval', 'Yours is the last approval that is needed.');
    },
  };
  const sent = show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 3' }));
  expect(await card().findByRole('alert')).toHaveTextContent('Yours is the last approval that is needed.');
  expect(await card().findByText('Approved by bob. 1 of 2 approvals.')).toBeVisible();
  await userEvent.click(card().getByRole('button', { name: /^Approve 3/ }));
  expect(within(screen.getByRole('dialog')).getByText(/^With this approval it has all that it needs/)).toBeVisible();
  expect(sent.filter(({ call }) => call === approve).map(({ body }) => body)).toEqual([{ carryOut: false }]);
});
