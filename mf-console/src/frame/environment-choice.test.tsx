import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import AuditPage from '../audit/audit-page';
import PlansPage from '../plans/plans-page';
import { environment, refused, registry, revision, show } from '../testing/registry-under-test';

const STAGING = '/registry/v1/environments/staging';
const AT = '2026-11-22T10:00:00.000Z';
const plan = (id: number) => ({
  ...{ id, environment: 'staging', kind: 'manual', state: 'waiting', step: 1, guard: null, startsAt: AT, startedAt: AT, dueAt: null },
  ...{ releases: { 'mf-marketing': { id: 'f'.repeat(64), version: '1.2.0' } }, note: null, reason: null, createdBy: 'ada', createdAt: AT },
  ...{ steps: [500, 10_000].map((basisPoints) => ({ basisPoints, minutes: null })), endedBy: null, endedAt: null, approvedBy: [] },
});
const both = {
  'GET /registry/v1/environments': { body: { environments: [environment(), environment({ name: 'staging' })] } },
  [`GET ${STAGING}/events`]: { status: 503 },
  [`GET ${STAGING}/revisions/current`]: { status: 404, body: { code: 'no-revision', error: 'Nothing is live.' } },
};
const choose = async (name: string) => userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Environment' }), name);
const link = (name: string) => within(screen.getByRole('navigation', { name: 'Console' })).getByRole('link', { name });

it('shows nothing of the environment before where the next one does not answer, or not to this person', async () => {
  const plans = 'plans?limit=50&unfinished=true';
  show(
    PlansPage,
    '/console/plans?environment=staging',
    registry({
      ...both,
      [`GET ${STAGING}/${plans}`]: { body: { plans: [plan(12)] } },
      [`GET /registry/v1/environments/production/${plans}`]: refused.by(403, 'forbidden', 'You may not look there.'),
    }),
  );
  expect(await screen.findByText('Plan 12', { exact: false })).toBeVisible();
  await choose('production');
  expect(await screen.findByText('You do not see the plans')).toBeVisible();
  expect(screen.queryByText('Plan 12', { exact: false })).not.toBeInTheDocument();
});

it('begins with the first page of a list, and keeps how that is sorted and whether it has all', async () => {
  const sent = show(
    PlansPage,
    '/console/plans?environment=staging&before=50&compare=11,12&all=&sort=when',
    registry({
      ...both,
      [`GET ${STAGING}/plans?limit=50&unfinished=false&before=50`]: { body: { plans: [plan(12)] } },
      'GET /registry/v1/environments/production/plans?limit=50&unfinished=false': { body: { plans: [] } },
    }),
  );
  await screen.findByText('Plan 12', { exact: false });
  await choose('production');
  expect(await screen.findByText('There was no plan yet')).toBeVisible();
  expect(sent.some(({ call }) => call.endsWith('production/plans?limit=50&unfinished=false'))).toBe(true);
});

it('is another thing than where acts in the audit were done', async () => {
  const audit = (query: string) => `GET /registry/v1/audit?${query}limit=50`;
  const sent = show(
    AuditPage,
    '/console/audit?environment=staging&before=9',
    registry({
      ...both,
      [audit('before=9&')]: { body: { entries: [] } },
      [audit('environment=production&')]: { body: { entries: [] } },
      [audit('')]: { body: { entries: [] } },
    }),
  );
  await userEvent.type(await screen.findByRole('textbox', { name: /Where/ }), 'production{Enter}');
  expect(await screen.findByText('There is no such entry')).toBeVisible();
  expect(sent.some(({ call }) => call === audit('environment=production&'))).toBe(true);
  expect(link('History')).toHaveAttribute('href', '/console/history?environment=staging');
  await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(link('History')).toHaveAttribute('href', '/console/history?environment=staging');
});

it('closes what was shown of a rollback of the environment before', async () => {
  const live = { body: revision(7, '1.1.0') };
  show(
    PlansPage,
    '/console/plans?environment=staging',
    registry({
      ...both,
      [`GET ${STAGING}/revisions/current`]: live,
      [`POST ${STAGING}/commands?dryRun=true`]: { body: revision(8, '1.0.0', { cause: 'rollback', restores: 6 }) },
      [`GET ${STAGING}/plans?limit=50&unfinished=true`]: { body: { plans: [] } },
      'GET /registry/v1/environments/production/plans?limit=50&unfinished=true': { body: { plans: [] } },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Roll back staging' }));
  await dialog.findByRole('button', { name: 'Roll back now' });
  // As Back and Forward do, which no dialog keeps.
  fireEvent.change(screen.getByRole('combobox', { name: 'Environment', hidden: true }), { target: { value: 'production' } });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});
