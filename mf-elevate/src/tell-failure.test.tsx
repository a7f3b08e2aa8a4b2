import { expect, it } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedOut } from '@site/session';
import { notify } from '@site/ui';
import { showCard } from './testing/card-under-test';

it('of a change that ended with its session nothing is said', async () => {
  const { store, sentTo } = showCard({ 'PUT /user/profile': () => new Promise(() => undefined) });
  await userEvent.click(await screen.findByRole('radio', { name: /Only me/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(sentTo('PUT /user/profile')).toHaveLength(1);
  await act(async () => void store.dispatch(signedOut()));
  expect(await screen.findByText('This section is protected')).toBeVisible();
  // Messages come in order.
  act(() => notify({ kind: 'info', message: 'Said later' }));
  expect(await screen.findByText('Said later')).toBeVisible();
  expect(screen.queryByText(/^Error/)).toBeNull();
});
