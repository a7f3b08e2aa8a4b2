import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { desk, memberDetails, showDesk } from '../testing/desk-under-test';
import MemberPage from './member-page';

it('an endorsement that stands in two lines is given once', async () => {
  const endorse = 'PUT /desk/player-demos/7/endorsements';
  const script = desk({ [endorse]: { body: memberDetails().demos[0] } });
  const sent = showDesk(MemberPage, '/console/desk/members/ada', script, { route: '/console/desk/members/:id' });
  await userEvent.click(await screen.findByRole('button', { name: /^Endorse/ }));
  await userEvent.type(screen.getByRole('textbox', { name: /Endorsements/ }), 'Clear\n\n Clear \nBrave');
  await userEvent.click(screen.getByRole('button', { name: 'Save the endorsements' }));
  expect(await screen.findByText('The endorsements are saved. The member sees them on the card.')).toBeVisible();
  expect(sent.find(({ call }) => call === endorse)?.body).toEqual({ endorsements: ['Clear', 'Brave'] });
});
