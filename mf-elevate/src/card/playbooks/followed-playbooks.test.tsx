import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepFocus } from '@site/ui/kept-focus';
import { playbook, playerPlaybooks } from '../../sample-data';
import { showCard } from '../../testing/card-under-test';

// As the shell does.
keepFocus();

const FOLLOW = { id: 3, playbook_id: 7, role: 'produce' as const };

it('a playbook that is unfollowed hands the focus to Undo, which hands it back to the list, and both leave it to whoever has gone on', async () => {
  let stored = playerPlaybooks(FOLLOW);
  let reading: Promise<unknown> = Promise.resolve();
  showCard({
    'GET /playbooks/player': () => reading.then(() => ({ body: stored })),
    'DELETE /playbooks/player/3': () => {
      stored = playerPlaybooks();
      return { body: FOLLOW };
    },
    'POST /playbooks/player': () => {
      stored = playerPlaybooks(FOLLOW);
      return { body: FOLLOW };
    },
  });
  const unfollow = async () => userEvent.click(await screen.findByRole('button', { name: 'Unfollow The Open Bench' }));
  const undo = () => screen.findByRole('button', { name: 'Undo' });
  await unfollow();
  expect(await undo()).toHaveFocus();
  await userEvent.click(await undo());
  const again = await screen.findByRole('article', { name: 'The Open Bench' });
  await waitFor(() => expect(again.parentElement).toHaveFocus());
  let read: (value?: unknown) => void = () => undefined;
  reading = new Promise((resolve) => (read = resolve));
  await unfollow();
  const elsewhere = screen.getByRole('link', { name: 'Add more demos' });
  elsewhere.focus();
  read();
  await undo();
  expect(elsewhere).toHaveFocus();
});

it('the name of a playbook that was unfollowed goes on in the next line, however long it is', async () => {
  const name = 'x'.repeat(200);
  const { playbooksMap } = playerPlaybooks();
  let stored = { ...playerPlaybooks(FOLLOW), playbooksMap: { 7: { ...playbooksMap[7]!, name } } };
  showCard({
    'GET /playbooks/player': () => ({ body: stored }),
    'DELETE /playbooks/player/3': () => {
      stored = { ...stored, playerPlaybooks: [] };
      return { body: FOLLOW };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: `Unfollow ${name}` }));
  const notice = await screen.findByText(`You no longer follow ${name}.`);
  expect(notice).toHaveStyle({ overflowWrap: 'anywhere' });
});

it.each([
  ['has been withdrawn', {}],
  ['takes a subscription that has ended', { 7: playbook({ is_locked: true }) }],
  ['waits for the evaluation', { 7: playbook({ is_evaluating: true }) }],
])('a playbook that %s is unfollowed without an Undo, which could only be refused', async (_, playbooksMap) => {
  let stored = playerPlaybooks(FOLLOW);
  showCard({
    'GET /playbooks/player': () => ({ body: stored }),
    'DELETE /playbooks/player/3': () => {
      stored = { playerPlaybooks: [], playbooksMap: { 8: playbook({ id: 8 }), ...playbooksMap } };
      return { body: FOLLOW };
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Unfollow The Open Bench' }));
  const notice = await screen.findByText('You no longer follow The Open Bench.');
  expect(notice).toBeVisible();
  await waitFor(() => expect(notice.closest('[tabindex="-1"]')).toHaveFocus());
  expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument();
});
