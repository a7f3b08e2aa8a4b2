import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { account, desk, showDesk } from '../testing/desk-under-test';
import { refused } from '../testing/registry-under-test';
import SignupsPage from './signups-page';

const waiting = {
  ...{ id: 1, email: 'ada@example.com', full_name: 'Ada Byron', code: 'SELF-4E', account: 'ada' },
  ...{ received_at: '2026-11-22T10:00:00.000Z', attempts: 1, next_attempt_at: '2026-11-22T10:00:00.000Z' },
};

/** Asks for another invitation, and confirms it. @returns What was sent. */
async function inviteAgain(answers: Parameters<typeof desk>[0]) {
  const sent = showDesk(SignupsPage, '/console/desk/signups', desk({ 'GET /desk/signups?': { body: [waiting] }, ...answers }));
  await userEvent.click(await screen.findByRole('button', { name: 'Invite again: ada@example.com' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Invite again: ada@example.com' }).at(-1)!);
  return sent;
}

it('whoever was never here is invited again, in the version that the account has then', async () => {
  const sent = await inviteAgain({
    'GET /desk/accounts/ada': { body: account({ status: 'invited', version: 'a7' }) },
    'POST /desk/accounts/ada/invite': { body: account({ status: 'invited', version: 'a7' }) },
  });
  expect(await screen.findByText('ada@example.com is invited again.')).toBeVisible();
  expect(sent.find(({ call }) => call.startsWith('POST'))?.headers['if-match']).toBe('"a7"');
});

it('and is told why not when the account cannot be read', async () => {
  const sent = await inviteAgain({ 'GET /desk/accounts/ada': refused.by(404, 'member-not-found', 'There is no such member.') });
  expect(await screen.findByText('There is no such member.')).toBeVisible();
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
});
