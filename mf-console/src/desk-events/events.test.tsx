import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { deskEventSchema } from '@site/contracts/api/desk-events';
import MemberPage from '../desk-members/member-page';
import { desk, showDesk } from '../testing/desk-under-test';
import EventsPage from './events-page';

const event = (more: object) =>
  deskEventSchema.parse({ id: 1, at: '2026-11-22T10:00:00.000Z', actor: 'grace', by: 'Grace', before: null, after: null, ...more });

it('what was done to a member leads to the member', async () => {
  const events = [
    event({ id: 4, act: 'account.disable', target: 'ada' }),
    event({ id: 3, act: 'member.save', target: 'bob' }),
    event({ id: 2, act: 'project.save', target: '7' }),
    event({ id: 1, act: 'account.enable', target: null }),
  ];
  showDesk(EventsPage, '/console/desk/events', desk({ 'GET /desk/events?': { body: events } }));
  expect(await screen.findByRole('link', { name: 'ada' })).toHaveAttribute('href', '/console/desk/member/ada');
  expect(screen.getByRole('link', { name: 'bob' })).toHaveAttribute('href', '/console/desk/member/bob');
  expect(screen.getByRole('cell', { name: 'project.save 7' })).toBeVisible();
  expect(screen.queryByRole('link', { name: '7' })).toBeNull();
  expect(screen.getByRole('cell', { name: 'account.enable somebody who was erased' })).toBeVisible();
});

it('the page of a member leads to the events of the account', async () => {
  showDesk(MemberPage, '/console/desk/member/ada', desk(), { route: '/console/desk/member/:id' });
  expect(await screen.findByRole('link', { name: 'Events of this account' })).toHaveAttribute('href', '/console/desk/events?target=ada');
});

it.each([
  ['', 'Nothing was written yet'],
  ['act=project.save', 'There is no such event'],
  ['target=ada', 'There is no such event'],
  ['actor=grace', 'There is no such event'],
  ['before=1', 'There is no such event'],
])('an empty list says whether anything was written at all: "%s"', async (asked, title) => {
  showDesk(EventsPage, `/console/desk/events?${asked}`, desk({ [`GET /desk/events?${asked}`]: { body: [] } }));
  expect(await screen.findByText(title)).toBeVisible();
});
