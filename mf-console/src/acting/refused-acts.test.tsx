import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import PromotePage from '../promote/promote-page';
import { edge, environment, HERE, refused, registry, revision, show } from '../testing/registry-under-test';

const DRY_RUN = `POST ${HERE}/commands?dryRun=true`;
const COMMAND = `POST ${HERE}/commands`;
const PLANS = `POST ${HERE}/plans`;
const PROPOSALS = `POST ${HERE}/proposals`;
const CURRENT = `GET ${HERE}/revisions/current`;

const conflict = refused.by(409, 'revision-conflict', 'Somebody else changed what is live.', { expected: 7, current: 8, since: [] });
const dialog = () => within(screen.getByRole('dialog'));

async function chooseRelease() {
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'mf-marketing' }), '1.2.0');
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
}

it('to look again after a conflict asks what is live, also where nobody tells it, and keeps the reason that was typed', async () => {
  let live = 7;
  const sent = show(
    PromotePage,
    '/console/promote',
    registry({
      [CURRENT]: () => ({ body: revision(live, '1.1.0') }),
      [DRY_RUN]: { body: revision(9, '1.0.0', { cause: 'rollback', restores: 6 }) },
      [COMMAND]: () => (live === 8 ? { status: 201, body: revision(9, '1.0.0') } : conflict),
      [`GET ${HERE}/edges?epoch=1&number=9&wait=2`]: { body: { edges: [edge('edge-a', 9)] } },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  await userEvent.type(await dialog().findByRole('textbox', { name: /Reason/ }), 'It was wrong');
  await userEvent.click(dialog().getByRole('button', { name: 'Roll back now' }));
  expect(await dialog().findByText('Somebody else changed what is live.')).toBeVisible();
  live = 8;
  await userEvent.click(dialog().getByRole('button', { name: 'Look again' }));
  expect(await dialog().findByRole('textbox', { name: /Reason/ })).toHaveValue('It was wrong');
  await userEvent.click(dialog().getByRole('button', { name: 'Roll back now' }));
  expect(await dialog().findByText('Revision 9 is live')).toBeVisible();
  expect(sent.filter(({ call }) => call === COMMAND).map(({ body }) => body)).toMatchObject([
    { expectedRevision: 7, reason: 'It was wrong' },
    { expectedRevision: 8, reason: 'It was wrong' },
  ]);
});

it('a rollback without an answer may have been done: it says so, and to look again asks what is live', async () => {
  let live = 7;
  const sent = show(
    PromotePage,
    '/console/promote',
    registry({
      [CURRENT]: () => ({ body: revision(live, '1.1.0') }),
      [DRY_RUN]: { body: revision(8, '1.0.0', { cause: 'rollback', restores: 6 }) },
      [COMMAND]: () => {
        live = 8;
        return { status: 502 };
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  await userEvent.click(await dialog().findByRole('button', { name: 'Roll back now' }));
  expect(await dialog().findByText('It is not known whether this was done')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Look again' }));
  await dialog().findByRole('button', { name: 'Roll back now' });
  expect(sent.filter(({ call }) => call === DRY_RUN).map(({ body }) => body)).toMatchObject([
    { expectedRevision: 7 },
    { expectedRevision: 8 },
  ]);
});

it('a look without an answer has done nothing, and says only that none came', async () => {
  show(PromotePage, '/console/promote', registry({ [DRY_RUN]: { status: 502 } }));
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  expect(await dialog().findByText('There was no answer')).toBeVisible();
  expect(dialog().queryByRole('button', { name: 'Look again' })).not.toBeInTheDocument();
});

it('a proposal that is pressed twice is made once, and it is said that it is under way', async () => {
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const sent = show(
    PromotePage,
    '/console/promote',
    registry({
      'GET /registry/v1/environments': { body: { environments: [environment({ rules: { version: 1, rules: { approvals: 1 } } })] } },
      [DRY_RUN]: refused.by(403, 'approval-needed', 'In production this needs the approval of one other person.'),
      [`${DRY_RUN}&proposed=true`]: { body: revision(8, '1.2.0') },
      [PROPOSALS]: async () => {
        await answered;
        return { status: 201, body: { id: 3 } };
      },
    }),
  );
  await chooseRelease();
  await userEvent.type(await screen.findByRole('textbox', { name: 'Reason' }), 'Autumn offer');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Propose it' }));
  expect(screen.getByText('Carrying it out...')).toBeVisible();
  answer();
  expect(await screen.findByText('It is proposal 3')).toBeVisible();
  expect(sent.filter(({ call }) => call === PROPOSALS)).toHaveLength(1);
});

it('a plan that is pressed twice is asked for once; refused, it leaves the reason, and the refusal goes with another choice', async () => {
  const sentence = 'Plan 3 of ada for mf-marketing has not ended yet. Wait for its end, or take it back: npx release abort mf-marketing';
  const refusal = refused.by(409, 'part-has-plan', sentence);
  const sent = show(
    PromotePage,
    '/console/promote',
    registry({ [`${PLANS}?dryRun=true`]: { body: { revision: revision(8, '1.2.0'), refusals: [] } }, [PLANS]: refusal }),
  );
  await userEvent.click(await screen.findByRole('radio', { name: 'Step by step, by a plan' }));
  await chooseRelease();
  await userEvent.type(await screen.findByRole('textbox', { name: /Reason/ }), 'A better page');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Begin the plan' }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(sent.filter(({ call }) => call === PLANS)).toHaveLength(1);
  expect(screen.getByRole('textbox', { name: /Reason/ })).toHaveValue('A better page');
  await userEvent.click(screen.getByRole('radio', { name: 'For everybody' }));
  expect(screen.queryByText(sentence)).not.toBeInTheDocument();
});

it.each(['The launch is being filmed', 'Filming'])(
  'a refusal names its facts in words, by the clock of the reader, and not twice: "%s"',
  async (reason) => {
    const locked = refused.by(423, 'environment-locked', `ada has locked this environment: ${reason}`, {
      lockedBy: 'ada',
      lockedAt: '2026-11-22T10:00:00.000Z',
      reason,
    });
    show(PromotePage, '/console/promote', registry({ [DRY_RUN]: locked }));
    await chooseRelease();
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['locked by', 'locked at']);
    expect(alert.getByText(/^Nov 2[123], 2026, /)).toBeVisible();
  },
);
