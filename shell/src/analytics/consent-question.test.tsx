import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { withParams } from '../testing/answered-params';
import { renderShell } from '../testing/render-shell';

const counted = { analytics_tag: 'G-1', analytics_consent: true };

beforeEach(() => {
  localStorage.clear();
  window.scrollTo = jest.fn() as typeof window.scrollTo;
  withParams(counted);
});
afterEach(cleanup);

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('whoever changes the answer about counting visits goes on from the question, and from there from the answer', async () => {
  renderShell({ params: counted });
  await press('No, thanks');
  expect(await screen.findByText(/^Your visits are not counted\./)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change' })).not.toHaveFocus();
  await press('Change');
  expect(screen.getByRole('complementary', { name: 'Analytics' })).toHaveFocus();
  await press('No, thanks');
  expect(screen.getByRole('button', { name: 'Change' })).toHaveFocus();
});

it('an answer in another tab counts here too', async () => {
  renderShell({ params: counted });
  await press('Allow');
  expect(window['ga-disable-G-1']).toBe(false);
  act(() => {
    localStorage.setItem('site:analytics-consent', 'refused');
    window.dispatchEvent(new StorageEvent('storage'));
  });
  expect(window['ga-disable-G-1']).toBe(true);
  expect(screen.getByText(/^Your visits are not counted\./)).toBeVisible();
});

it('an answer that is stored takes the place of one that was not', async () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  renderShell({ params: counted });
  await press('Allow');
  expect(screen.getByText(/^Your visits are counted\./)).toBeVisible();
  await press('Change');
  await press('No, thanks');
  expect(screen.getByText(/^Your visits are not counted\./)).toBeVisible();
});

it.each(['Allow', 'No, thanks'])('whoever answers with %s goes on from the heading of the page', async (answer) => {
  renderShell({ params: counted });
  await press(answer);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});
