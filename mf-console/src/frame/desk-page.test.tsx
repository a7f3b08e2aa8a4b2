import { expect, it } from '@jest/globals';
import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedIn, signedOut } from '@site/session';
import { makeStore, pageUnderTest, scriptBackend } from '@site/testing/page-under-test';
import GroupsPage from '../desk-groups/groups-page';
import MemberPage from '../desk-members/member-page';
import MembersPage from '../desk-members/members-page';
import OverviewPage from '../overview/overview-page';
import { desk, group, member, showDesk } from '../testing/desk-under-test';
import { refused, ungranted } from '../testing/registry-under-test';

const NOT_FOUND = 'Page is not available';

it.each([
  ['a visitor', null],
  ['a member who is not staff', ['release-manager']],
])('%s finds no desk, and nothing is asked', (_, groups) => {
  const sent = showDesk(MembersPage, '/console/desk', desk(), { groups });
  expect(screen.getByRole('heading', { level: 1, name: NOT_FOUND })).toBeVisible();
  expect(sent).toEqual([]);
});

it('a session of staff that ends while they are here is said, and others still find no desk', async () => {
  scriptBackend(desk());
  const store = makeStore();
  store.dispatch(signedIn({ username: 'grace', groups: ['staff'] }));
  render(pageUnderTest({ store, Page: GroupsPage, at: '/console/desk/groups' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Peer groups' })).toBeVisible();
  act(() => void store.dispatch(signedOut()));
  expect(screen.getByRole('heading', { level: 1, name: 'Your session has ended' })).toBeVisible();
  act(() => void store.dispatch(signedIn({ username: 'ada', groups: [] })));
  expect(screen.getByRole('heading', { level: 1, name: NOT_FOUND })).toBeVisible();
});

it('staff to whom the registry grants nothing are led from the console to the desk', async () => {
  showDesk(OverviewPage, '/console', desk({ 'GET /registry/v1/whoami': { body: ungranted() } }));
  expect(await screen.findByText('Led to /console/desk')).toBeVisible();
});

it('members are found by what the address says, page by page, and the registry is not asked who looks at them', async () => {
  const all = Array.from({ length: 50 }, (_, index) =>
    member({ id: `m${index}`, email: `m${index}@example.com`, full_name: `Player ${index}` }),
  );
  const script = desk({
    'GET /desk/members?search=player&order=rank': { body: all },
    'GET /desk/members?search=player&order=rank&after=m49': { body: [] },
  });
  const sent = showDesk(MembersPage, '/console/desk', script);
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toHaveAttribute('href', '/console/desk/member/ada');
  await userEvent.type(screen.getByRole('textbox', { name: /Name or email/ }), 'player');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'rank');
  await userEvent.click(screen.getByRole('button', { name: 'Filter' }));
  expect(await screen.findByRole('link', { name: 'Player 49' })).toBeVisible();
  expect(window.location.search).toBe('?search=player&order=rank');
  await userEvent.click(screen.getByRole('link', { name: 'Next page' }));
  expect(await screen.findByText('There is no such member')).toBeVisible();
  expect(screen.getByRole('link', { name: 'First page' })).toBeVisible();
  expect(sent.filter(({ call }) => call.includes('/registry/'))).toEqual([]);
});

it('the page of one member is a part of the members, which are marked as what is shown', async () => {
  showDesk(MemberPage, '/console/desk/member/ada', desk(), { route: '/console/desk/member/:id' });
  const views = within(await screen.findByRole('navigation', { name: 'Desk' }));
  expect(views.getByRole('link', { name: 'Members' })).toHaveAttribute('aria-current', 'true');
  expect(views.getByRole('link', { name: 'Messages' })).not.toHaveAttribute('aria-current');
});

it('peer groups are shown page by page, and chosen from among all', async () => {
  const all = Array.from({ length: 50 }, (_, index) => group({ code: `G${index}`, name: `Group ${index}` }));
  const script = desk({ 'GET /desk/peer-groups?': { body: all }, 'GET /desk/peer-groups?after=G49': { body: [group()] } });
  showDesk(GroupsPage, '/console/desk/groups', script);
  await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
  expect(await screen.findByText('Self-sponsored')).toBeVisible();
  expect(window.location.search).toBe('?after=G49');
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  cleanup();
  showDesk(MembersPage, '/console/desk', script);
  expect(await screen.findByRole('option', { name: 'Self-sponsored (SELF-4E)' })).toBeVisible();
});

it('a desk that cannot be reached says so, and is asked again', async () => {
  let isAway = true;
  showDesk(
    MembersPage,
    '/console/desk',
    desk({ 'GET /desk/members?': () => (isAway ? refused.by(503, 'service-unavailable', 'Come back later.') : { body: [member()] }) }),
  );
  expect(await screen.findByText('Come back later. Request: request-1')).toBeVisible();
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeVisible();
});
