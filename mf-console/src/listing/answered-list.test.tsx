import { beforeEach, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { desk, member, showDesk } from '../testing/desk-under-test';
import { refused } from '../testing/registry-under-test';
import MembersPage from '../desk-members/members-page';

const FIFTY = Array.from({ length: 50 }, (_, index) =>
  member({ id: `m${index}`, email: `m${index}@example.com`, full_name: `Player ${index}` }),
);
const TWO_PAGES = desk({ 'GET /desk/members?': { body: FIFTY }, 'GET /desk/members?after=m49': { body: [member()] } });

const scrolled = (top: number) => Object.defineProperty(window, 'scrollY', { value: top, configurable: true });

beforeEach(() => {
  scrolled(0);
  window.scrollTo = (...[, top]: unknown[]) => void scrolled(Number(top));
});

const back = () => act(() => history.back());

it('another page of a list has the focus at its start, which is scrolled to, also where the link to it is gone', async () => {
  const scrollIntoView = jest.spyOn(Element.prototype, 'scrollIntoView');
  showDesk(MembersPage, '/console/desk', TWO_PAGES);
  await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Next page' })).toBeNull();
  expect(screen.getByRole('group', { name: 'The members' })).toHaveFocus();
  expect(scrollIntoView.mock.contexts).toEqual([screen.getByRole('group', { name: 'The members' })]);
  scrollIntoView.mockRestore();
});

it('Back to an earlier page of a list leaves the focus alone', async () => {
  showDesk(MembersPage, '/console/desk', TWO_PAGES);
  await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeVisible();
  screen.getByRole('button', { name: 'Filter' }).focus();
  back();
  expect(await screen.findByRole('link', { name: 'Player 49' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Filter' })).toHaveFocus();
});

it('Back and Forward between pages of a list return to where the window was on each, once its rows are there', async () => {
  showDesk(MembersPage, '/console/desk', TWO_PAGES);
  scrolled(800);
  await userEvent.click(await screen.findByRole('link', { name: 'Next page' }));
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeVisible();
  scrolled(100);
  back();
  expect(await screen.findByRole('link', { name: 'Player 49' })).toBeVisible();
  expect(window.scrollY).toBe(800);
  act(() => history.forward());
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeVisible();
  expect(window.scrollY).toBe(100);
});

it('screen readers hear how much a filter has left, and Back gives the filter back as it was', async () => {
  const none = { 'GET /desk/members?search=nobody': { body: [] } };
  showDesk(MembersPage, '/console/desk', desk({ 'GET /desk/members?': { body: FIFTY }, ...none }));
  const news = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(await screen.findByRole('link', { name: 'Player 49' })).toBeVisible();
  expect(news()).toContain('50 entries, more on the next page');
  const field = screen.getByRole('textbox', { name: /Name or email/ });
  await userEvent.type(field, ' nobody {Enter}');
  expect(await screen.findByText('There is no such member')).toBeVisible();
  expect(news()).toContain('No entries');
  expect(field).toHaveValue('nobody');
  back();
  expect(await screen.findByRole('link', { name: 'Player 49' })).toBeVisible();
  expect(field).toHaveValue('');
});

it('a press of Retry that helped leaves the focus at the heading of the page', async () => {
  let isAway = true;
  showDesk(
    MembersPage,
    '/console/desk',
    desk({ 'GET /desk/members?': () => (isAway ? refused.by(503, 'service-unavailable', 'Come back later.') : { body: [member()] }) }),
  );
  const retry = await screen.findByRole('button', { name: 'Retry' });
  isAway = false;
  await userEvent.click(retry);
  expect(await screen.findByRole('link', { name: 'Ada Byron' })).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
