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
  expect(sent.find(({ call }) => call === approve)?.body).toEqual({ reason: 'Looks good' });
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
  expect(await screen.findByText('Nothing waits for approval in production')).toBeVisible();
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
  ['reject', 'Reject 3', { state: 'rejected' }, 'Proposal 3 is rejected'],
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

it('refused because it is not open any more, says why after it has left the list', async () => {
  let open = [proposal()];
  const approve = () => {
    open = [];
    return refused.by(409, 'proposal-closed', 'bob has rejected the proposal.', { state: 'rejected' });
  };
  const script = { [OPEN]: () => ({ body: { proposals: open } }), 'POST /registry/v1/proposals/3/approve': approve };
  show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 3' }));
  expect(await screen.findByText('Nothing waits for approval in production')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Proposal 3bob has rejected the proposal.');
});

it('leaves the focus at the list once it is approved and stands in it no more', async () => {
  let open = [proposal()];
  const approve = () => {
    open = [];
    return { body: proposal({ state: 'carried-out' }) };
  };
  const script = { [OPEN]: () => ({ body: { proposals: open } }), 'POST /registry/v1/proposals/3/approve': approve };
  show(ProposalsPage, '/console/proposals', registry(script));
  await userEvent.click(await screen.findByRole('button', { name: 'Approve 3' }));
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());
  expect(screen.getByRole('group', { name: 'The proposals' })).toHaveFocus();
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
