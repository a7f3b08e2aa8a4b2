import { expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MailsPage from '../desk-mails/mails-page';
import MemberPage from '../desk-members/member-page';
import MessagesPage from '../desk-messages/messages-page';
import { desk, memberDetails, message, showDesk, stale } from '../testing/desk-under-test';

const dialog = () => within(screen.getByRole('dialog'));

it('an answer that is being written stays when a colleague takes the message out of the list, and is sent with what it is now', async () => {
  let isTaken = false;
  const taken = message({ version: 2, status: 'in-progress', assigned_to: { id: 'hopper', name: 'Hopper' } });
  const sent = showDesk(
    MessagesPage,
    '/console/desk/messages?status=new',
    desk({
      'GET /desk/messages?status=new': () => ({ body: isTaken ? [] : [message()] }),
      'GET /desk/messages?before=6': { body: [taken] },
      'POST /desk/messages/5/answers': () => {
        const isFirst = !isTaken;
        isTaken = true;
        return isFirst ? stale : { body: { ...taken, status: 'answered' } };
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Answer: message 5 of Sender' }));
  await userEvent.type(dialog().getByRole('textbox', { name: 'Answer' }), 'A long answer');
  await userEvent.click(dialog().getByRole('button', { name: 'Send the answer' }));
  expect(await screen.findByText('There is no such message')).toBeInTheDocument();
  expect(dialog().getByRole('textbox', { name: 'Answer' })).toHaveValue('A long answer');
  await userEvent.click(await dialog().findByRole('button', { name: 'Show what it is now' }));
  await userEvent.click(dialog().getByRole('button', { name: 'Send the answer' }));
  expect(await screen.findByText('The answer to sender@example.com is on its way.')).toBeVisible();
  expect(sent.filter(({ call }) => call.endsWith('/answers')).map(({ headers }) => headers['if-match'])).toEqual(['"1"', '"2"']);
});

it('a message that leaves the list with the press of its button leaves the focus at the heading of the page', async () => {
  let isTaken = false;
  showDesk(
    MessagesPage,
    '/console/desk/messages?status=new',
    desk({
      'GET /desk/messages?status=new': () => ({ body: isTaken ? [] : [message()] }),
      'PUT /desk/messages/5': () => {
        isTaken = true;
        return { body: message({ version: 2, status: 'in-progress' }) };
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Take it: message 5 of Sender' }));
  expect(await screen.findByText('There is no such message')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Messages' })).toHaveFocus();
});

it('a mail that was changed while its preview was awaited is not shown as it was, and cannot be sent so', async () => {
  let answer: () => void = () => undefined;
  const awaited = new Promise<void>((resolve) => (answer = resolve));
  const preview = { recipients: 12, subject: 'Season', text: 'It starts.' };
  showDesk(
    MailsPage,
    '/console/desk/mails',
    desk({
      'POST /desk/mails/preview': async () => {
        await awaited;
        return { body: preview };
      },
    }),
  );
  await screen.findByRole('option', { name: 'Self-sponsored (SELF-4E)' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Peer group' }), 'SELF-4E');
  await userEvent.type(screen.getByRole('textbox', { name: 'Subject' }), 'Season');
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'It starts.');
  const look = screen.getByRole('button', { name: 'Show what they get' });
  await userEvent.click(look);
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), ' On Monday.');
  answer();
  await waitFor(() => expect(look).toHaveAttribute('aria-disabled', 'false'));
  expect(screen.queryByRole('heading', { name: '12 members get it' })).not.toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('It starts. On Monday.');
  await userEvent.click(look);
  expect(await screen.findByRole('heading', { name: '12 members get it' })).toBeVisible();
});

it('a date of which only parts are there is a problem, and no date that was taken away', async () => {
  const until = '2027-01-01T23:59:59.000Z';
  const sent = showDesk(
    MemberPage,
    '/console/desk/member/ada',
    desk({ 'GET /desk/members/ada': { body: memberDetails({ subscription_until: until }) } }),
    { route: '/console/desk/member/:id' },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change tesserae, subscription or group' }));
  const day = dialog().getByLabelText(/^Last day of the subscription/);
  // As browsers do where somebody has cleared one of its three fields.
  Object.defineProperty(day, 'validity', { value: { badInput: true } });
  fireEvent.change(day, { target: { value: '' } });
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  expect(dialog().getByText('Enter a whole date, or none')).toBeVisible();
  expect(day).toHaveFocus();
  expect(sent.some(({ call }) => call.startsWith('PUT'))).toBe(false);
});
