import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { desk, showDesk } from '../testing/desk-under-test';
import MembersPage from './members-page';

it('a member without a subscription has none: one that was taken back was had', async () => {
  showDesk(MembersPage, '/console/desk', desk());
  expect(await screen.findByRole('cell', { name: 'none' })).toBeVisible();
  expect(screen.getByRole('option', { name: 'None' })).toHaveValue('none');
});
