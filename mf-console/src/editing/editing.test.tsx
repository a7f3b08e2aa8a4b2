import { expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import MailsPage from '../desk-mails/mails-page';
import MemberPage from '../desk-members/member-page';
import MessagesPage from '../desk-messages/messages-page';
import PlaybooksPage from '../desk-playbooks/playbooks-page';
import ProjectsPage from '../desk-projects/projects-page';
import { account, desk, memberDetails, message, playbook, project, showDesk, stale } from '../testing/desk-under-test';

const dialog = () => within(screen.getByRole('dialog'));
const MEMBER = { route: '/console/desk/member/:id' };

it.each([
  [
    'a project',
    'Atlas',
    project.url,
    () => showDesk(ProjectsPage, '/console/desk/projects', desk({ 'GET /desk/projects': { body: [project] } })),
  ],
  ['a demo', 'https://example.com/7', 'https://example.com/7', () => showDesk(MemberPage, '/console/desk/member/ada', desk(), MEMBER)],
])('the address of %s leads there', async (_, name, address, look) => {
  look();
  expect(await screen.findByRole('link', { name: new RegExp(`^${name}`) })).toHaveAttribute('href', address);
});

it('what somebody else changed meanwhile is shown, what was typed stays, and is saved on top of it by whoever has seen it', async () => {
  let current = playbook();
  const sent = showDesk(
    PlaybooksPage,
    '/console/desk/playbooks',
    desk({
      'GET /desk/playbooks': () => ({ body: [current] }),
      'PUT /desk/playbooks/1': () => {
        if (current.version === 5) return { body: (current = playbook({ version: 6 })) };
        current = playbook({ version: 5, name: 'Their name', description_1: 'Theirs', description_2: 'Their more', is_listed: false });
        return stale;
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change Paid' }));
  const name = dialog().getByRole('textbox', { name: 'Name' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Mine');
  await userEvent.type(dialog().getByRole('textbox', { name: 'More of it' }), ' and mine');
  // Browsers of today answer with a promise, which TypeScript does not know yet.
  const scrollIntoView = jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve() as never);
  await userEvent.click(dialog().getByRole('button', { name: 'Save the playbook' }));
  const refusal = await dialog().findByText(/Nothing was overwritten/);
  expect(refusal).toBeVisible();
  expect(scrollIntoView.mock.contexts.some((shown) => (shown as Element).contains(refusal))).toBe(true);
  await userEvent.click(await dialog().findByRole('button', { name: 'Show what it is now' }));
  expect(dialog().getByRole('textbox', { name: 'What it is' })).toHaveValue('Theirs');
  expect(name).toHaveValue('Mine');
  const news = within(dialog().getByRole('status'));
  expect(news.getByText('Below stands what they wrote: What it is, Listed.')).toBeVisible();
  expect(news.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Name: Their nameTake theirs',
    'More of it: Their moreTake theirs',
  ]);
  await userEvent.click(news.getByRole('button', { name: 'Take theirs: More of it' }));
  expect(dialog().getByRole('textbox', { name: 'More of it' })).toHaveValue('Their more');
  expect(news.getByText('Below stands what they wrote: What it is, More of it, Listed.')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: 'Save the playbook' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const puts = sent.filter(({ call }) => call === 'PUT /desk/playbooks/1');
  expect(puts.map(({ headers }) => headers['if-match'])).toEqual(['"4"', '"5"']);
  expect(puts.at(-1)?.body).toMatchObject({ name: 'Mine', description_1: 'Theirs', description_2: 'Their more', is_listed: false });
});

it('a playbook is shown as its readers get it while it is written, and is not sent while a field is wrong', async () => {
  const sent = showDesk(PlaybooksPage, '/console/desk/playbooks');
  await userEvent.click(await screen.findByRole('button', { name: 'Change Paid' }));
  const read = within(dialog().getByRole('region', { name: 'What a reader gets' }));
  expect(read.getByText('Three')).toBeVisible();
  await userEvent.selectOptions(read.getByRole('combobox', { name: 'Read it as' }), 'free');
  expect(read.getByText('Locked')).toBeVisible();
  expect(read.queryByText('One')).not.toBeInTheDocument();
  const largest = dialog().getByRole('textbox', { name: 'Largest size' });
  await userEvent.clear(largest);
  await userEvent.type(largest, '1');
  await userEvent.click(dialog().getByRole('button', { name: 'Save the playbook' }));
  expect(dialog().getByText('The largest size is below the smallest')).toBeVisible();
  expect(largest).toHaveFocus();
  expect(sent.some(({ call }) => call.startsWith('PUT'))).toBe(false);
});

it('a member is shown with what they see and why; an account is disabled only when its address was typed', async () => {
  let enabled = true;
  const sent = showDesk(
    MemberPage,
    '/console/desk/member/ada',
    desk({
      'GET /desk/accounts/ada': () => ({ body: account({ enabled }) }),
      'POST /desk/accounts/ada/disable': () => {
        enabled = false;
        return { body: account({ enabled }) };
      },
    }),
    MEMBER,
  );
  expect(await screen.findByText('It needs an active subscription, which the member does not have.')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Disable ada@example.com' }));
  const press = dialog().getByRole('button', { name: 'Disable ada@example.com' });
  await userEvent.click(press);
  expect(dialog().getByText('Write ada@example.com')).toBeVisible();
  expect(sent.some(({ call }) => call.startsWith('POST'))).toBe(false);
  await userEvent.type(dialog().getByRole('textbox'), 'ada@example.com');
  await userEvent.click(press);
  expect(await screen.findByRole('button', { name: 'Enable ada@example.com' })).toBeVisible();
  expect(sent.find(({ call }) => call.startsWith('POST'))?.headers['if-match']).toBe('"a1"');
});

it('nobody is offered to change the own account', async () => {
  showDesk(MemberPage, '/console/desk/member/ada', desk({ 'GET /desk/accounts/ada': { body: account({ id: 'grace' }) } }), MEMBER);
  expect(await screen.findByText(/This is your own account/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Disable/ })).not.toBeInTheDocument();
});

it('a subscription whose day was not changed keeps its hour, and the group is changed with the version that was seen', async () => {
  const until = '2027-01-01T12:34:56.000Z';
  const sent = showDesk(
    MemberPage,
    '/console/desk/member/ada',
    desk({
      'GET /desk/members/ada': { body: memberDetails({ subscription_until: until }) },
      'PUT /desk/members/ada': { body: memberDetails() },
    }),
    MEMBER,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Change tesserae, subscription or group' }));
  await userEvent.selectOptions(dialog().getByRole('combobox', { name: 'Peer group' }), '');
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  const put = sent.find(({ call }) => call === 'PUT /desk/members/ada');
  expect(put?.body).toEqual({ tessera_rank: 1, subscription_until: until, code: null });
  expect(put?.headers['if-match']).toBe('"3"');
});

it('a message is taken and answered, and an answer that a colleague was quicker with is not sent but kept in its field', async () => {
  let current = message();
  showDesk(
    MessagesPage,
    '/console/desk/messages',
    desk({
      'GET /desk/messages?': () => ({ body: [current] }),
      'PUT /desk/messages/5': () => ({
        body: (current = message({ version: 2, status: 'in-progress', assigned_to: { id: 'grace', name: 'Grace' } })),
      }),
      'POST /desk/messages/5/answers': () => {
        const answer = { by: 'Hopper', sent_at: '2026-11-22T11:00:00.000Z', text: 'No' };
        current = message({ version: 3, status: 'answered', answers: [answer] });
        return stale;
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Take it: message 5 of Sender' }));
  expect(await screen.findByText('yours')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Answer: message 5 of Sender' }));
  await userEvent.type(dialog().getByRole('textbox', { name: 'Answer' }), 'Yes');
  await userEvent.click(dialog().getByRole('button', { name: 'Send the answer' }));
  await userEvent.click(await dialog().findByRole('button', { name: 'Show what it is now' }));
  expect(dialog().getByRole('textbox', { name: 'Answer' })).toHaveValue('Yes');
  expect(dialog().getByRole('list', { name: 'Answers' })).toHaveTextContent(/^Hopper, .*No$/);
});

it('a mail is shown with the number of its readers before it can be sent, and a repeat has the same key', async () => {
  let answers = 0;
  const preview = { recipients: 12, subject: 'Season', text: 'It starts.\n\n--\nUnsubscribe: https://site.example' };
  const sent = showDesk(
    MailsPage,
    '/console/desk/mails',
    desk({
      'POST /desk/mails/preview': { body: preview },
      'POST /desk/mails': () => {
        if (answers++ === 0) throw new TypeError('Failed to fetch');
        return { body: { recipients: 12 } };
      },
    }),
  );
  await screen.findByRole('option', { name: 'Self-sponsored (SELF-4E)' });
  await userEvent.click(screen.getByRole('button', { name: 'Show what they get' }));
  expect(screen.getByText('Choose a group')).toBeVisible();
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Peer group' }), 'SELF-4E');
  await userEvent.type(screen.getByRole('textbox', { name: 'Subject' }), 'Season');
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'It starts.');
  await userEvent.click(screen.getByRole('button', { name: 'Show what they get' }));
  expect(await screen.findByRole('heading', { name: '12 members get it' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send it to 12 members of SELF-4E' }));
  await userEvent.type(dialog().getByRole('textbox'), 'SELF-4E{Enter}');
  expect(await dialog().findByText('It is not known whether this was done')).toBeVisible();
  await userEvent.click(dialog().getByRole('button', { name: /^Send it to/ }));
  expect(await screen.findByText('The mail to SELF-4E is on its way to 12 members.')).toBeVisible();
  const keys = sent.filter(({ call }) => call === 'POST /desk/mails').map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});
