import { beforeEach, describe, expect, it } from '@jest/globals';
import { signedIn, signedOut } from '@site/session';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import DemosPage from '../desk-demos/demos-page';
import GroupsPage from '../desk-groups/groups-page';
import MailsPage from '../desk-mails/mails-page';
import MemberPage from '../desk-members/member-page';
import MessagesPage from '../desk-messages/messages-page';
import PlaybooksPage from '../desk-playbooks/playbooks-page';
import ProjectsPage from '../desk-projects/projects-page';
import { desk, memberDetails, message, openDesk, playbook, showDesk, stale } from '../testing/desk-under-test';
import { refused } from '../testing/registry-under-test';

beforeEach(() => window.sessionStorage.clear());

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

it('a message that leaves the list with the press of its button leaves the focus at the list', async () => {
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
  expect(screen.getByRole('group', { name: 'The messages' })).toHaveFocus();
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

const KIND = { id: 1, name: 'Search', description: 'Find', is_public: true, version: 1 };
const OFFER = { id: 1, name: 'Search', description: 'Find', description_2: '', vertical: 'Data', status: 'Open', sponsored: false };
const PROJECT = { id: 1, name: 'League', description: 'Play', url: 'https://example.com', version: 1 };

it.each([
  ['a project', ProjectsPage, 'GET /desk/projects', [PROJECT], 'PUT /desk/projects/1', 'Change League', 'Description'],
  ['a playbook', PlaybooksPage, 'GET /desk/playbooks', [playbook()], 'PUT /desk/playbooks/1', 'Change Paid', 'For members'],
  ['a kind of demo', DemosPage, 'GET /desk/demo-kinds', [KIND], 'PUT /desk/demo-kinds/1', 'Change Search', 'Description'],
  ['an offer', DemosPage, 'GET /desk/demo-kinds', [KIND], 'PUT /desk/public-demos/1', 'Change the offer of Search', 'More of it'],
])('what was typed of %s that a colleague has removed stays, with the refusal', async (_, Page, list, rows, put, change, field) => {
  let isGone = false;
  showDesk(
    Page,
    '/console/desk/rows',
    desk({
      'GET /desk/public-demos': { body: [{ ...OFFER, is_meta_demo: false, version: 1 }] },
      [list]: () => ({ body: isGone ? [] : rows }),
      [put]: () => {
        isGone = true;
        return refused.by(404, 'not-found', 'It is not there.');
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: change }));
  const text = dialog().getByRole('textbox', { name: field });
  await userEvent.type(text, 'Typed');
  await userEvent.click(dialog().getByRole('button', { name: /^Save/ }));
  expect(await screen.findByText(/^There is no .* yet$/)).toBeInTheDocument();
  expect(dialog().getByText('It is not there.')).toBeVisible();
  expect(text).toBeInTheDocument();
  expect(text).toHaveDisplayValue(/Typed$/);
});

it('a message that leaves the list with the press of its button is said to be elsewhere', async () => {
  let isClosed = false;
  showDesk(
    MessagesPage,
    '/console/desk/messages?status=new',
    desk({
      'GET /desk/messages?status=new': () => ({ body: isClosed ? [] : [message()] }),
      'PUT /desk/messages/5': () => {
        isClosed = true;
        return { body: message({ version: 2, status: 'closed' }) };
      },
    }),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Close: message 5 of Sender' }));
  expect(await screen.findByText('The message of Sender has left this list. Its state: Closed.')).toBeVisible();
});

it('parts of a date that were typed into an empty field are a problem, and none once they are cleared: browsers tell of neither', async () => {
  const sent = showDesk(MemberPage, '/console/desk/member/ada', desk({ 'PUT /desk/members/ada': { body: memberDetails() } }), {
    route: '/console/desk/member/:id',
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Change tesserae, subscription or group' }));
  const day = dialog().getByLabelText(/^Last day of the subscription/);
  const holds = (badInput: boolean) => {
    Object.defineProperty(day, 'validity', { value: { badInput }, configurable: true });
    fireEvent.keyUp(day);
  };
  holds(true);
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  expect(dialog().getByText('Enter a whole date, or none')).toBeVisible();
  expect(sent.some(({ call }) => call.startsWith('PUT'))).toBe(false);
  holds(false);
  await userEvent.click(dialog().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent.find(({ call }) => call.startsWith('PUT'))?.body).toMatchObject({ subscription_until: null });
});

describe('when the session ends', () => {
  const changeSession = ({ dispatch }: ReturnType<typeof openDesk>['store'], action: Parameters<typeof dispatch>[0]) =>
    act(async () => void dispatch(action));
  const again = signedIn({ username: 'grace', groups: ['staff'] });

  it('an answer that is being written is there again for who writes it, and for nobody else, until it is discarded', async () => {
    const { store } = openDesk(MessagesPage, '/console/desk/messages');
    const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Answer: message 5 of Sender' }));
    const answer = () => dialog().getByRole('textbox', { name: 'Answer' });
    await open();
    await userEvent.type(answer(), 'A long answer');
    await changeSession(store, signedOut());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await changeSession(store, signedIn({ username: 'hopper', groups: ['staff'] }));
    await open();
    expect(answer()).toHaveValue('');
    await changeSession(store, signedOut());
    await changeSession(store, again);
    await open();
    expect(answer()).toHaveValue('A long answer');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await open();
    expect(answer()).toHaveValue('');
  });

  it.each([
    ['a playbook', PlaybooksPage, 'Write a playbook', 'What it is'],
    ['a project', ProjectsPage, 'Add a project', 'Description'],
    ['a kind of demo', DemosPage, 'Add a kind of demo', 'Description'],
    ['an offer', DemosPage, 'Offer Search to visitors', 'More of it'],
    ['a peer group', GroupsPage, 'Add a peer group', 'Name'],
  ])('%s that is being written is there again, and nothing of it in what is there already', async (_, Page, add, field) => {
    const script = desk({ 'GET /desk/projects': { body: [PROJECT] }, 'GET /desk/public-demos': { body: [] } });
    const { store } = openDesk(Page, '/console/desk/rows', script);
    const open = async (name: string | RegExp) => userEvent.click((await screen.findAllByRole('button', { name }))[0]!);
    const text = () => dialog().getByRole('textbox', { name: field });
    await open(add);
    await userEvent.type(text(), 'A long text');
    await changeSession(store, signedOut());
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await changeSession(store, again);
    await open(/^Change /);
    expect(dialog().getAllByRole('textbox')[0]).not.toHaveDisplayValue('A long text');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    await open(add);
    expect(text()).toHaveValue('A long text');
  });

  it('a mail to a group that is being written is there again', async () => {
    const { store } = openDesk(MailsPage, '/console/desk/mails');
    await userEvent.type(screen.getByRole('textbox', { name: 'Subject' }), 'Season');
    await changeSession(store, signedOut());
    expect(screen.queryByRole('textbox', { name: 'Subject' })).not.toBeInTheDocument();
    await changeSession(store, again);
    expect(screen.getByRole('textbox', { name: 'Subject' })).toHaveValue('Season');
  });
});
