import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { keepFocus } from '@site/ui/kept-focus';
import { profile } from '../../sample-data';
import { dialog, erasable, showCard } from '../../testing/card-under-test';

// As the shell does.
keepFocus();

it('what is said of an erasure takes the focus of the button that it replaces, and leaves it to whoever has gone on', async () => {
  let reading: Promise<unknown> = Promise.resolve();
  showCard(erasable(() => reading));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Delete my account' }));
  const said = await screen.findByText(/^Your account will be erased on/);
  await waitFor(() => expect(said.closest('[role=status]')).toHaveFocus());
  let read: (value?: unknown) => void = () => undefined;
  reading = new Promise((resolve) => (read = resolve));
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  const elsewhere = screen.getByRole('button', { name: 'Download my data' });
  elsewhere.focus();
  read();
  await screen.findByRole('button', { name: 'Delete my account' });
  expect(elsewhere).toHaveFocus();
});

it('a profile of the fields that the specification names, and a change that is answered with nothing of it, leave the card whole', async () => {
  const body = { ...profile(), profile_photo_url: '', profile_photo_url_2x: undefined, deletion_due_at: undefined };
  showCard({ 'GET /user/profile': { body }, 'PUT /user/profile': { body: {} } });
  const save = await screen.findByRole('button', { name: 'Save' });
  expect(screen.getByRole('button', { name: 'Add a photo' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await userEvent.click(save);
  expect(await screen.findByText('Profile saved.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete my account' })).toBeVisible();
});
