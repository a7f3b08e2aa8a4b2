import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { admin, environment, eventStream, HERE, refused, registry, show } from '../testing/registry-under-test';
import EnvironmentsPage from './environments-page';
import { emptyWindow, freezeOf, problemsOf } from './freeze-window';

const ENVIRONMENTS = 'GET /registry/v1/environments';
const RULES = `PUT ${HERE}/rules`;
const FREEZE = { from: '2026-12-20T00:00:00.000Z', to: '2027-01-04T08:00:00.000Z', reason: 'holidays' };
const ruled = (version: number, rules: object, more: object = {}) => environment({ rules: { version, rules }, ...more });
const managed = (more: object = {}) =>
  registry({
    'GET /registry/v1/whoami': { body: admin() },
    [ENVIRONMENTS]: { body: { environments: [ruled(3, { freezes: [FREEZE] }), environment({ name: 'trial', revision: 0 })] } },
    ...more,
  });
const dialog = () => within(screen.getByRole('dialog'));
const rules = () => within(screen.getByRole('form', { name: 'Rules of production' }));

it('who manages nothing reads the rules in sentences', async () => {
  show(
    EnvironmentsPage,
    '/console/environments',
    registry({ [ENVIRONMENTS]: { body: { environments: [ruled(1, { approvals: 2, rehearsal: 'required' })] } } }),
  );
  expect(await screen.findByText('2 others have to approve a change.')).toBeVisible();
  expect(screen.getByText('Nothing new becomes live without a rehearsal that has passed.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Change|Add|Remove|Make/ })).not.toBeInTheDocument();
});

it('rules are changed together, over the version that was seen, with the reason', async () => {
  const after = { approvals: 1, freezes: [FREEZE], requireReason: false, localPreviews: false, rehearsal: 'required' };
  const sent = show(EnvironmentsPage, '/console/environments', managed({ [RULES]: { body: { version: 4, rules: after } } }));
  await screen.findByRole('form', { name: 'Rules of production' });
  await userEvent.selectOptions(rules().getByRole('combobox', { name: /^How many others/ }), '1');
  const rehearsal = rules().getByRole('combobox', { name: 'Rehearsal' });
  // What is chosen has room in the smallest window; what it means stands below it, where it wraps.
  expect(rehearsal).toHaveDisplayValue('none');
  expect(rehearsal).toHaveAccessibleDescription('Nobody is asked for one.');
  await userEvent.selectOptions(rehearsal, 'required');
  expect(rehearsal).toHaveAccessibleDescription('Nothing new becomes live without one that has passed.');
  await userEvent.selectOptions(rules().getByRole('combobox', { name: /^Previews/ }), 'not allowed');
  expect(sent.some(({ call }) => call === RULES)).toBe(false);
  await userEvent.type(rules().getByRole('textbox', { name: /^Why the rules change/ }), 'We grow');
  await userEvent.click(rules().getByRole('button', { name: 'Change the rules' }));
  expect(await rules().findByText('The rules are changed.')).toBeVisible();
  expect(sent.find(({ call }) => call === RULES)?.body).toEqual({ version: 3, rules: after, reason: 'We grow' });
});

it('the guard of plans is set by its bounds, or to none, over the version that was seen', async () => {
  let shown = ruled(3, { approvals: 1 });
  const sent = show(
    EnvironmentsPage,
    '/console/environments',
    managed({
      [ENVIRONMENTS]: () => ({ body: { environments: [shown] } }),
      [RULES]: () => {
        shown = ruled(4, { approvals: 1, guard: { minimumDocuments: 500, errorRate: 0.005 } });
        return { body: shown.rules };
      },
    }),
  );
  expect(await screen.findByText('Plans that do not say it: from 100 documents on, 1% false alarms.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Change the guard of production' }));
  const field = (name: RegExp) => dialog().getByRole('textbox', { name });
  await userEvent.clear(field(/^Documents/));
  await userEvent.type(field(/^Documents/), '500');
  await userEvent.clear(field(/^False alarms/));
  await userEvent.type(field(/^False alarms/), '50');
  await userEvent.click(dialog().getByRole('button', { name: 'Set the guard' }));
  expect(dialog().getByText('More than 0 and at most 10')).toBeVisible();
  await userEvent.clear(field(/^False alarms/));
  await userEvent.type(field(/^False alarms/), '0.5');
  await userEvent.click(dialog().getByRole('button', { name: 'Set the guard' }));
  expect(await screen.findByText('Plans that do not say it: from 500 documents on, 0.5% false alarms.')).toBeVisible();
  expect(sent.find(({ call }) => call === RULES)?.body).toMatchObject({
    version: 3,
    rules: { approvals: 1, guard: { minimumDocuments: 500, errorRate: 0.005 } },
    reason: null,
  });
});

it('what somebody else has changed meanwhile is said, and not overwritten', async () => {
  const { stream, tell } = eventStream();
  let shown = ruled(3, {});
  const sent = show(
    EnvironmentsPage,
    '/console/environments',
    managed({ [`GET ${HERE}/events`]: { stream }, [ENVIRONMENTS]: () => ({ body: { environments: [shown] } }) }),
  );
  await screen.findByRole('form', { name: 'Rules of production' });
  await userEvent.click(rules().getByRole('switch', { name: /^People must say why/ }));
  shown = ruled(4, { approvals: 1 });
  tell('revision');
  expect(await rules().findByText('Somebody else has changed these rules meanwhile')).toBeVisible();
  expect(rules().queryByRole('button', { name: 'Change the rules' })).not.toBeInTheDocument();
  await userEvent.click(rules().getByRole('button', { name: 'Look at their rules' }));
  expect(rules().getByRole('combobox', { name: /^How many others/ })).toHaveValue('1');
  expect(rules().getByRole('switch', { name: /^People must say why/ })).not.toBeChecked();
  expect(sent.some(({ call }) => call === RULES)).toBe(false);
});

it('rules that are being chosen outlast a freeze and a guard that are changed beside them, and are saved on top of both', async () => {
  let shown = ruled(3, { freezes: [FREEZE] });
  const sent = show(
    EnvironmentsPage,
    '/console/environments',
    managed({
      [ENVIRONMENTS]: () => ({ body: { environments: [shown] } }),
      [RULES]: () => {
        const version = shown.rules.version + 1;
        shown = ruled(version, version === 4 ? {} : { guard: { minimumDocuments: 500, errorRate: 0.01 } });
        return { body: shown.rules };
      },
    }),
  );
  await screen.findByRole('form', { name: 'Rules of production' });
  await userEvent.selectOptions(rules().getByRole('combobox', { name: /^How many others/ }), '2');
  await userEvent.click(screen.getByRole('button', { name: /^Remove the freeze/ }));
  await userEvent.type(dialog().getByRole('textbox', { name: 'Reason' }), 'We are back{Enter}');
  expect(await screen.findByText('There is none.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Change the guard of production' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Set the guard' }));
  expect(await screen.findByText(/^Plans that do not say it: from 500 documents on/)).toBeVisible();
  expect(rules().queryByText('Somebody else has changed these rules meanwhile')).not.toBeInTheDocument();
  expect(rules().getByRole('combobox', { name: /^How many others/ })).toHaveValue('2');
  await userEvent.click(rules().getByRole('button', { name: 'Change the rules' }));
  expect(sent.findLast(({ call }) => call === RULES)?.body).toMatchObject({
    version: 5,
    rules: { approvals: 2, freezes: [], guard: { minimumDocuments: 500 } },
  });
});

it('rules that were just changed are what the next change begins with, before they are told of', async () => {
  const after = { approvals: 2, freezes: [], requireReason: false, rehearsal: 'none' };
  const script = managed({ [ENVIRONMENTS]: { body: { environments: [ruled(3, {})] } }, [RULES]: { body: { version: 4, rules: after } } });
  const sent = show(EnvironmentsPage, '/console/environments', script);
  await screen.findByRole('form', { name: 'Rules of production' });
  await userEvent.selectOptions(rules().getByRole('combobox', { name: /^How many others/ }), '2');
  await userEvent.click(rules().getByRole('button', { name: 'Change the rules' }));
  expect(await rules().findByText('The rules are changed.')).toBeVisible();
  expect(rules().getByRole('combobox', { name: /^How many others/ })).toHaveValue('2');
  await userEvent.click(rules().getByRole('switch', { name: /^People must say why/ }));
  await userEvent.click(rules().getByRole('button', { name: 'Change the rules' }));
  expect(sent.findLast(({ call }) => call === RULES)?.body).toMatchObject({ version: 4, rules: { approvals: 2, requireReason: true } });
});

it('a freeze is removed with its reason, and one that is refused says so', async () => {
  let answers = 0;
  const answer = () =>
    answers++ === 0
      ? refused.by(409, 'rules-conflict', 'The rules were changed meanwhile.')
      : { body: { version: 4, rules: { freezes: [] } } };
  const sent = show(EnvironmentsPage, '/console/environments', managed({ [RULES]: answer }));
  await userEvent.click(await screen.findByRole('button', { name: /^Remove the freeze (Dec 19|Dec 20), 2026, .*\s(AM|PM): holidays$/ }));
  await userEvent.click(dialog().getByRole('button', { name: /^Remove the freeze/ }));
  expect(dialog().getByText('Say why')).toBeVisible();
  await userEvent.type(dialog().getByRole('textbox', { name: 'Reason' }), 'We are back{Enter}');
  expect(await dialog().findByText('The rules were changed meanwhile.')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: /^Remove the freeze/ }));
  expect(sent.findLast(({ call }) => call === RULES)?.body).toMatchObject({ version: 3, rules: { freezes: [] }, reason: 'We are back' });
});

it('a weekly freeze is added with the clocks that it goes by, and its reason is that of the change', async () => {
  const sent = show(EnvironmentsPage, '/console/environments', managed({ [RULES]: { body: { version: 4, rules: {} } } }));
  const form = within(await screen.findByRole('form', { name: 'A new freeze' }));
  await userEvent.click(form.getByRole('radio', { name: 'Every week' }));
  await userEvent.clear(form.getByRole('textbox', { name: 'By the clocks of' }));
  await userEvent.type(form.getByRole('textbox', { name: 'By the clocks of' }), 'Europe/Berlin');
  await userEvent.click(form.getByRole('button', { name: 'Add the freeze' }));
  expect(form.getByText('Say why')).toBeVisible();
  await userEvent.type(form.getByRole('textbox', { name: 'Why' }), 'weekend');
  await userEvent.click(form.getByRole('button', { name: 'Add the freeze' }));
  expect(await form.findByText('The freeze is added.')).toBeVisible();
  const weekend = { days: ['fri'], from: '16:00', to: '08:00', toDay: 'mon', timeZone: 'Europe/Berlin', reason: 'weekend' };
  expect(sent.find(({ call }) => call === RULES)?.body).toMatchObject({ rules: { freezes: [FREEZE, weekend] }, reason: 'weekend' });
});

it('a freeze that is once ends after it begins', () => {
  const window = { ...emptyWindow(), begin: '2026-12-20T10:00', end: '2026-12-20T09:00', reason: 'x' };
  expect(problemsOf(window)).toEqual({ end: 'It ends after it begins' });
  const right = { ...window, end: '2026-12-20T11:30' };
  expect(problemsOf(right)).toEqual({});
  const { from, to } = freezeOf(right) as { from: string; to: string };
  expect(Date.parse(to) - Date.parse(from)).toBe(90 * 60_000);
});

it('an environment is made with what another one has, and removed only while nothing was live, by its name', async () => {
  const sent = show(
    EnvironmentsPage,
    '/console/environments',
    managed({
      'POST /registry/v1/environments': { status: 201, body: environment({ name: 'staging' }) },
      'DELETE /registry/v1/environments/trial': { status: 204 },
    }),
  );
  const form = within(await screen.findByRole('form', { name: 'A new environment' }));
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'staging');
  await userEvent.selectOptions(form.getByRole('combobox', { name: 'It begins with' }), 'production');
  await userEvent.click(form.getByRole('button', { name: 'Make the environment' }));
  expect(await screen.findByText('staging is made')).toBeVisible();
  expect(sent.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ name: 'staging', copies: 'production' });
  expect(screen.queryByRole('button', { name: 'Remove production' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove trial' }));
  await userEvent.type(dialog().getByRole('textbox', { name: 'Write trial to go on' }), 'trial');
  await userEvent.click(dialog().getByRole('button', { name: 'Remove trial' }));
  expect(sent.some(({ call }) => call === 'DELETE /registry/v1/environments/trial')).toBe(true);
});
