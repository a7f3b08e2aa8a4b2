/** What was pressed is on its way, and somebody closes its dialog or leaves its page. */
import { expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScriptedAnswer } from '@site/testing/page-under-test';
import MessagesPage from '../desk-messages/messages-page';
import OverviewPage from '../overview/overview-page';
import ProjectsPage from '../desk-projects/projects-page';
import PromotePage from '../promote/promote-page';
import SwitchesPage from '../switches/switches-page';
import { desk, message, project, showDesk, stale } from '../testing/desk-under-test';
import { HERE, refused, registry, revision, show } from '../testing/registry-under-test';

const DRY_RUN = `POST ${HERE}/commands?dryRun=true`;
const COMMAND = `POST ${HERE}/commands`;
const dialog = () => within(screen.getByRole('dialog'));

function awaited() {
  let answer: (value: ScriptedAnswer) => void = () => undefined;
  const answered = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
  return { answered: () => answered, answer: (value: ScriptedAnswer) => answer(value) };
}

/** In all ways, and as leaving the page. */
async function tryToClose() {
  for (const button of dialog().getAllByRole('button', { name: /^(Cancel|Close)$/ })) await userEvent.click(button);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
}

it('an answer that is being sent stays in view until it is, and its dialog closes no other one', async () => {
  const { answered, answer } = awaited();
  showDesk(MessagesPage, '/console/desk/messages', desk({ 'POST /desk/messages/5/answers': answered }));
  await userEvent.click(await screen.findByRole('button', { name: 'Answer: message 5 of Sender' }));
  await userEvent.type(dialog().getByRole('textbox', { name: 'Answer' }), 'A long answer');
  await userEvent.click(dialog().getByRole('button', { name: 'Send the answer' }));
  await tryToClose();
  expect(dialog().getByRole('textbox', { name: 'Answer' })).toHaveValue('A long answer');
  answer({ body: message({ version: 2, status: 'answered' }) });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

it('a refusal of what was confirmed is heard', async () => {
  const { answered, answer } = awaited();
  showDesk(
    ProjectsPage,
    '/console/desk/projects',
    desk({ 'GET /desk/projects': { body: [project] }, 'DELETE /desk/projects/1': answered }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Atlas' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Remove Atlas' }));
  await tryToClose();
  answer(stale);
  expect(await dialog().findByText(/Nothing was overwritten/)).toBeVisible();
});

it('a refusal of a rollback is heard', async () => {
  const { answered, answer } = awaited();
  show(
    OverviewPage,
    '/console',
    registry({ [DRY_RUN]: { body: revision(8, '1.0.0', { cause: 'rollback', restores: 6 }) }, [COMMAND]: answered }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back' }));
  await userEvent.click(await dialog().findByRole('button', { name: 'Roll back now' }));
  await tryToClose();
  answer(refused.by(423, 'environment-locked', 'ada has locked production.'));
  expect(await dialog().findByText('ada has locked production.')).toBeVisible();
  await userEvent.click(dialog().getAllByRole('button', { name: 'Close' })[0]!);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('a refusal of a switch is heard', async () => {
  const { answered, answer } = awaited();
  const off = { body: revision(8, '1.1.0', { cause: 'disable' }) };
  show(SwitchesPage, '/console/switches', registry({ [DRY_RUN]: off, [COMMAND]: answered }));
  await userEvent.click(await screen.findByRole('button', { name: 'Switch off mf-marketing' }));
  await userEvent.type(dialog().getByRole('textbox', { name: 'What visitors read in its place' }), 'Back at noon.{Enter}');
  await userEvent.type(await dialog().findByRole('textbox', { name: 'Write mf-marketing to go on' }), 'mf-marketing');
  await userEvent.click(dialog().getByRole('button', { name: 'Switch off mf-marketing' }));
  await tryToClose();
  answer(refused.by(423, 'environment-locked', 'ada has locked production.'));
  expect(await dialog().findByText('ada has locked production.')).toBeVisible();
});

it('whoever has left the form of a plan that is being made is not led to the plans', async () => {
  const { answered, answer } = awaited();
  const prospect = { status: 200, body: { revision: revision(8, '1.2.0'), refusals: [] } };
  show(PromotePage, '/console/promote', registry({ [`POST ${HERE}/plans?dryRun=true`]: prospect, [`POST ${HERE}/plans`]: answered }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Step by step, by a plan' }));
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'mf-marketing' }), '1.2.0');
  await userEvent.click(screen.getByRole('button', { name: 'Show what would change' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Begin the plan' }));
  await userEvent.click(screen.getByRole('link', { name: 'Audit' }));
  expect(await screen.findByText('Led to /console/audit')).toBeVisible();
  await act(async () => answer({ status: 201, body: {} }));
  expect(screen.getByText('Led to /console/audit')).toBeVisible();
});
