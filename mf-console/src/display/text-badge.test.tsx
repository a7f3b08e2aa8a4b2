import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import DemosPage from '../desk-demos/demos-page';
import MemberPage from '../desk-members/member-page';
import PlaybooksPage from '../desk-playbooks/playbooks-page';
import { account, desk, member, memberDetails, playbook, showDesk } from '../testing/desk-under-test';

const LONG = 'Endorsed'.repeat(10);
const KIND = { id: 1, name: 'Search', description: 'Find', is_public: true, version: 1 };
const OFFER = { ...KIND, description_2: '', vertical: 'Data', status: LONG, sponsored: false, is_meta_demo: false };
const MEMBER = { route: '/console/desk/member/:id' };

it.each<[string, () => void | Promise<void>]>([
  [
    'the status of an offer',
    () =>
      showDesk(
        DemosPage,
        '/console/desk/demos',
        desk({ 'GET /desk/demo-kinds': { body: [KIND] }, 'GET /desk/public-demos': { body: [OFFER] } }),
      ),
  ],
  [
    'an endorsement',
    () => {
      const demos = member().demos.map((demo) => ({ ...demo, endorsements: [LONG] }));
      showDesk(MemberPage, '/console/desk/member/ada', desk({ 'GET /desk/members/ada': { body: { ...memberDetails(), demos } } }), MEMBER);
    },
  ],
  [
    'a group of an account',
    () => {
      const groups = [LONG.slice(0, 64)];
      showDesk(MemberPage, '/console/desk/member/ada', desk({ 'GET /desk/accounts/ada': { body: account({ groups }) } }), MEMBER);
    },
  ],
  [
    'the level of a playbook, as a reader gets it',
    async () => {
      showDesk(
        PlaybooksPage,
        '/console/desk/playbooks',
        desk({ 'GET /desk/playbooks': { body: [playbook({ name: 'Paid', memberLevel: LONG })] } }),
      );
      await userEvent.click(await screen.findByRole('button', { name: 'Change Paid' }));
    },
  ],
])('%s goes on in the next line where it is longer than its place', async (_, show) => {
  await show();
  await screen.findAllByText(/^Endorsed/);
  const place = screen.queryByRole('dialog') ?? document.body;
  expect(within(place).getByText(/^Endorsed/, { selector: 'span' })).toHaveStyle({ overflowWrap: 'anywhere' });
});
