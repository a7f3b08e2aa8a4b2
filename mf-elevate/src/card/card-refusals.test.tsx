import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedIn } from '@site/session';
import { pageUnderTest, makeStore, scriptBackend, type ScriptedAnswer } from '@site/testing/page-under-test';
import { playerDemos, playerPlaybooks, profile } from '../sample-data';
import CardPage from './card-page';

const DEMO = { id: 5, demo_kind_id: 1, url: 'https://demo.example/', description: 'My demo', endorsements: [] };
const REFUSED = { status: 400, statusText: 'Bad Request' };

function show(script: Parameters<typeof scriptBackend>[0]) {
  const sent = scriptBackend({
    'GET /user/profile': { body: profile() },
    'GET /demos/player': { body: playerDemos(DEMO) },
    'GET /playbooks/player': { body: playerPlaybooks() },
    ...script,
  });
  const store = makeStore();
  store.dispatch(signedIn({ username: 'ada', groups: [] }));
  render(pageUnderTest({ store, Page: CardPage, at: '/card' }));
  return sent;
}

/** The toast, once it is there and is one of an error. */
const errorToast = async (text: string) => (await screen.findByText(text)).closest('.Toastify__toast--error');
const dialog = () => within(screen.getByRole('dialog'));
const edit = async () => userEvent.click(await screen.findByRole('button', { name: 'Edit Tenant isolation' }));

describe('what the card cannot fetch is said', () => {
  it('of the profile', async () => {
    show({ 'GET /user/profile': REFUSED });
    expect(await errorToast('Error occurred: Failed fetching data')).toBeVisible();
  });

  it('of the playbooks, also where the server says no more', async () => {
    show({ 'GET /playbooks/player': REFUSED });
    expect(await errorToast('Error occurred: Failed fetching your playbooks')).toBeVisible();
  });
});

describe('the demo dialog', () => {
  it('says the status text of a refusal that says nothing else', async () => {
    show({ 'PUT /demos/player/5': { status: 502, statusText: 'Bad Gateway' } });
    await edit();
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(await errorToast('Error: Bad Gateway')).toBeVisible();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
  });

  it('shows a refusal whole that has only overall messages and lists of the fields', async () => {
    show({ 'PUT /demos/player/5': { ...REFUSED, body: { overall: ['First', 'Second'], URL: ['Not reachable', 'Try later'] } } });
    await edit();
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(await errorToast('Error: First. Second')).toBeVisible();
    expect(dialog().getByLabelText('URL')).toHaveAccessibleDescription('Not reachable. Try later');
    expect(dialog().getByLabelText('URL')).toHaveFocus();
    expect(dialog().getByLabelText('Description')).toBeValid();
    expect(screen.queryByText('Error: Bad Request')).not.toBeInTheDocument();
  });

  it('forgets its errors when it is closed', async () => {
    show({});
    await edit();
    await userEvent.clear(dialog().getByLabelText('Description'));
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    expect(dialog().getByLabelText('Description')).toBeInvalid();
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    await edit();
    expect(dialog().getByLabelText('Description')).toBeValid();
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
    expect(dialog().queryByRole('group', { name: 'Problems with the form' })).not.toBeInTheDocument();
  });

  it('that is open is not closed by the answer to one that was closed before', async () => {
    let answer: (value: ScriptedAnswer) => void = () => undefined;
    const answered = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
    const sent = show({ 'PUT /demos/player/5': () => answered });
    await edit();
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Close' }));
    await edit();
    const asked = sent.filter(({ call }) => call === 'GET /demos/player').length;
    answer({ body: DEMO });
    await waitFor(() => expect(sent.filter(({ call }) => call === 'GET /demos/player').length).toBeGreaterThan(asked));
    expect(dialog().getByLabelText('Description')).toHaveValue('My demo');
  });

  it('sends the changed URL and description of a demo to its own address', async () => {
    const sent = show({ 'PUT /demos/player/5': { body: DEMO } });
    await edit();
    await userEvent.type(dialog().getByLabelText('Description'), ', again');
    await userEvent.click(dialog().getByRole('button', { name: 'Save changes' }));
    await screen.findByRole('button', { name: 'Edit Tenant isolation' });
    const change = sent.find(({ call }) => call === 'PUT /demos/player/5');
    expect(change).toMatchObject({
      body: { id: 5, url: 'https://demo.example/', description: 'My demo, again' },
      authorization: 'Bearer token-of-the-player',
    });
  });
});
