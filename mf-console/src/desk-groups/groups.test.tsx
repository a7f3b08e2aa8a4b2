import { expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { desk, group, showDesk } from '../testing/desk-under-test';
import { refused } from '../testing/registry-under-test';
import GroupsPage from './groups-page';

it('what was typed of a group stays when the list is asked for again and no longer has it', async () => {
  const other = group({ code: 'OTHER', name: 'Another' });
  let listed = [group(), other];
  const script = desk({
    'GET /desk/peer-groups?': () => ({ body: listed }),
    'PUT /desk/peer-groups/SELF-4E': () => {
      listed = [other];
      return refused.by(409, 'version-conflict', 'Somebody else has changed it.');
    },
  });
  showDesk(GroupsPage, '/console/desk/groups', script);
  await userEvent.click(await screen.findByRole('button', { name: 'Change Self-sponsored' }));
  const dialog = within(screen.getByRole('dialog'));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Name' }), ' people');
  await userEvent.click(dialog.getByRole('button', { name: 'Save the group' }));
  await dialog.findByText(/Somebody else has changed it/);
  await waitFor(() => expect(document.querySelector('tbody')).not.toHaveTextContent('Self-sponsored'));
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Self-sponsored people');
});
