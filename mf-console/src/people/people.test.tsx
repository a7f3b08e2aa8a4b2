import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { teamSchema } from '@site/release-model/registry-answers';
import PartPage from '../part/part-page';
import { admin, environment, grant, HERE, refused, registry, release, show } from '../testing/registry-under-test';
import PeoplePage from './people-page';

const AT = '2026-11-22T10:00:00.000Z';
const team = (more: object = {}) =>
  teamSchema.parse({ name: 'elevate', members: ['ada'], parts: ['mf-elevate'], createdBy: 'grace', createdAt: AT, ...more });
const ofTeam = grant({ id: '00000000-0000-4000-8000-000000000002', holder: { kind: 'team', name: 'elevate' }, role: 'publisher' });
const known = (more: object = {}) =>
  registry({
    'GET /registry/v1/whoami': { body: admin() },
    'GET /registry/v1/environments': { body: { environments: [environment(), environment({ name: 'staging' })] } },
    'GET /registry/v1/teams': { body: { teams: [team()] } },
    'GET /registry/v1/grants': { body: { grants: [grant(), ofTeam] } },
    ...more,
  });
const dialog = () => within(screen.getByRole('dialog'));

it('who manages nothing sees teams and grants, and is offered no change', async () => {
  show(PeoplePage, '/console/people', known({ 'GET /registry/v1/whoami': registry()['GET /registry/v1/whoami'] }));
  expect(await screen.findByRole('list', { name: 'Members of elevate' })).toHaveTextContent('ada');
  expect(await screen.findByRole('row', { name: /^team elevate publisher/ })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Add|Take|Revoke|Grant it)/ })).not.toBeInTheDocument();
});

it('members come by handle and go after a second press', async () => {
  let members = ['ada'];
  const sent = show(
    PeoplePage,
    '/console/people',
    known({
      'GET /registry/v1/teams': () => ({ body: { teams: [team({ members })] } }),
      'PUT /registry/v1/teams/elevate/members/nobody': refused.by(404, 'person-not-found', 'Nobody here has the handle nobody.'),
      'PUT /registry/v1/teams/elevate/members/lin': () => ({ body: team({ members: (members = ['ada', 'lin']) }) }),
      'DELETE /registry/v1/teams/elevate/members/ada': () => ({ body: team({ members: (members = ['lin']) }) }),
    }),
  );
  const field = await screen.findByRole('textbox', { name: 'Add by handle' });
  await userEvent.type(field, 'nobody{Enter}');
  await waitFor(() => expect(field).toHaveAccessibleDescription(/Nobody here has the handle nobody\./));
  expect(field).toHaveFocus();
  await userEvent.clear(field);
  await userEvent.type(field, 'lin{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Take out of elevate: lin' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Take out of elevate: ada' }));
  expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  await userEvent.click(dialog().getByRole('button', { name: 'Take out of elevate: ada' }));
  await waitFor(() => expect(screen.getByRole('list', { name: 'Members of elevate' })).toHaveTextContent(/^linTake out$/));
});

it('what is wrong with the name of a team is said at its field and stays written, and what else fails stands above', async () => {
  const rule = 'A team is named with up to 40 letters, digits, dots and dashes';
  const answers = [
    refused.by(400, 'invalid-request', 'The request is not valid.', { issues: [{ path: '/name', message: rule }] }),
    refused.by(409, 'team-exists', 'There is a team of this name already.'),
    refused.by(403, 'outside-role', 'You do not manage teams any more.'),
    { status: 201, body: team({ name: 'draft' }) },
  ];
  show(PeoplePage, '/console/people', known({ 'POST /registry/v1/teams': () => answers.shift()! }));
  const form = within(await screen.findByRole('form', { name: 'A new team' }));
  const field = form.getByRole('textbox', { name: 'A new team' });
  const press = () => userEvent.click(form.getByRole('button', { name: 'Make the team' }));
  for (const said of [/Give it a name/, /A team is named with up to 40/, /There is a team of this name already\./]) {
    await press();
    await waitFor(() => expect(field).toHaveAccessibleDescription(said));
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(form.queryByRole('alert')).not.toBeInTheDocument();
    if (answers.length === 4) await userEvent.type(field, 'draft');
  }
  await press();
  expect(await form.findByRole('alert')).toHaveTextContent('You do not manage teams any more.');
  expect(field).toBeValid();
  expect(field).toHaveValue('draft');
  await press();
  expect(await screen.findByText('draft is made. Nobody is in it yet.')).toBeVisible();
  expect(field).toHaveValue('');
  answers.push(refused.by(409, 'team-exists', 'There is a team of this name already.'));
  await userEvent.type(field, 'draft{Enter}');
  await waitFor(() => expect(field).toBeInvalid());
  expect(screen.queryByText('draft is made. Nobody is in it yet.')).not.toBeInTheDocument();
});

it('grants that have ended are shown only when they are asked for', async () => {
  const ended = grant({
    id: '00000000-0000-4000-8000-000000000003',
    holder: { kind: 'person', name: 'lin' },
    state: 'revoked',
    revokedAt: AT,
  });
  show(PeoplePage, '/console/people', known({ 'GET /registry/v1/grants': { body: { grants: [grant(), ended] } } }));
  expect(await screen.findByRole('row', { name: /^group release-manager/ })).toBeVisible();
  expect(screen.queryByRole('row', { name: /^person lin/ })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Show those that have ended, too' })).toHaveAttribute('href', '/console/people?all=');
});

it('where all grants have ended it says that nothing is granted', async () => {
  show(PeoplePage, '/console/people', known({ 'GET /registry/v1/grants': { body: { grants: [grant({ state: 'expired' })] } } }));
  expect(await screen.findByText('Nothing is granted to anybody')).toBeVisible();
});

it('a role is granted for parts and environments, for a time', async () => {
  const sent = show(PeoplePage, '/console/people', known({ 'POST /registry/v1/grants': { status: 201, body: ofTeam } }));
  const form = within(await screen.findByRole('form', { name: 'A new grant' }));
  await userEvent.click(form.getByRole('radio', { name: 'One person' }));
  await userEvent.click(form.getByRole('button', { name: 'Grant it' }));
  expect(form.getByText('Write a handle')).toBeVisible();
  await userEvent.type(form.getByRole('textbox', { name: 'Handle' }), 'lin');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'Role' }), 'releaser');
  await userEvent.click(await form.findByRole('checkbox', { name: 'mf-marketing' }));
  await userEvent.click(form.getByRole('checkbox', { name: 'All environments' }));
  await userEvent.click(await form.findByRole('checkbox', { name: 'staging' }));
  await userEvent.type(form.getByRole('textbox', { name: /^Days/ }), '30');
  await userEvent.click(form.getByRole('button', { name: 'Grant it' }));
  expect(await screen.findByText(/^Granted: elevate is publisher/)).toBeVisible();
  expect(sent.find(({ call }) => call === 'POST /registry/v1/grants')?.body).toEqual({
    ...{ holder: { kind: 'person', name: 'lin' }, role: 'releaser', parts: ['mf-marketing'], environments: ['staging'], expiresInDays: 30 },
  });
});

it('what the person does not manage is said before it is asked, of grants and of teams', async () => {
  const sent = show(
    PeoplePage,
    '/console/people',
    known({ 'GET /registry/v1/whoami': { body: admin({ parts: ['mf-marketing'], environments: ['staging'] }) } }),
  );
  const form = within(await screen.findByRole('form', { name: 'A new grant' }));
  await userEvent.click(await form.findByRole('checkbox', { name: 'mf-marketing' }));
  expect(form.getByText('You do not manage mf-marketing in every environment')).toBeVisible();
  await userEvent.click(form.getByRole('button', { name: 'Grant it' }));
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
  await userEvent.click(form.getByRole('checkbox', { name: 'All environments' }));
  await userEvent.click(await form.findByRole('checkbox', { name: 'staging' }));
  expect(form.queryByText(/You do not manage/)).not.toBeInTheDocument();
  expect(screen.getByText(/^You do not manage every part in every environment, which is granted to this team/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^(Revoke|Take)/ })).not.toBeInTheDocument();
});

it('why a grant cannot be revoked is a sentence of several lines where buttons stay in one', async () => {
  show(PeoplePage, '/console/people', known({ 'GET /registry/v1/whoami': { body: admin({ parts: ['mf-marketing'] }) } }));
  const [sentence] = await screen.findAllByText(/^You do not manage .+/, { selector: 'td *' });
  expect(sentence).toHaveStyle({ whiteSpace: 'normal' });
});

it('a grant is revoked after a second press, and shown among those that have ended', async () => {
  let state = 'valid';
  show(
    PeoplePage,
    '/console/people?all=',
    known({
      'GET /registry/v1/grants': () => ({ body: { grants: [{ ...ofTeam, state }] } }),
      [`DELETE /registry/v1/grants/${ofTeam.id}?reason=They+left`]: () => {
        state = 'revoked';
        return { body: { ...ofTeam, state } };
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke publisher of all parts in all environments, of team elevate' }));
  await userEvent.type(dialog().getByRole('textbox', { name: /^Reason/ }), 'They left');
  await userEvent.click(dialog().getByRole('button', { name: /^Revoke publisher of all parts/ }));
  expect(await screen.findByText('revoked')).toBeVisible();
});

it('the page of a part says who may ship it there, with the members of teams', async () => {
  const there = grant({ role: 'releaser', holder: { kind: 'person', name: 'lin' }, environments: ['production'] });
  const elsewhere = grant({ role: 'approver', holder: { kind: 'person', name: 'kim' }, environments: ['staging'] });
  show(
    PartPage,
    '/console/part/mf-marketing',
    known({
      'GET /registry/v1/grants': { body: { grants: [{ ...ofTeam, environments: ['staging'] }, there, { ...elsewhere, id: 'other' }] } },
      'GET /registry/v1/remotes/mf-marketing/releases/1.2.0': { body: release('mf-marketing', '1.2.0') },
      'GET /registry/v1/remotes/mf-marketing/releases?limit=1&before=1.2.0': { body: { releases: [] } },
      [`GET ${HERE}/health?hours=24`]: { body: { parts: [] } },
      [`GET ${HERE}/adoption?hours=24&part=mf-marketing`]: { body: { since: AT, step: 'minute', parts: [] } },
    }),
    'grace',
    '/console/part/:name',
  );
  const section = within(await screen.findByRole('region', { name: 'Who may ship it' }));
  expect(await section.findByText('team elevate: ada')).toBeVisible();
  expect(section.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'team elevate: ada',
    'lin',
    'nobody by a grant',
    'nobody by a grant',
  ]);
});

it('what names no part has nothing that could be shipped, and nothing is asked about it', async () => {
  const sent = show(PartPage, '/console/part/nothing', registry(), 'grace', '/console/part/:name');
  expect(await screen.findByText('There is no part nothing')).toBeVisible();
  expect(sent.filter(({ call }) => call.includes('nothing'))).toEqual([]);
});
