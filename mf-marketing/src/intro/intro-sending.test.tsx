import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { challengeWith } from '@site/api-client/challenge-under-test';
import { makeStore, pageUnderTest, scriptBackend, type ScriptedAnswer, type SentRequest } from '@site/testing/page-under-test';
import { keepContactDraft } from './contact-draft';
import IntroPage from './intro-page';

const SEND = 'POST /contact';
const ACCEPTED = { body: { overall: ['Thank you'] } };
const BROKEN = () => Promise.reject(new TypeError('Failed to fetch'));

/** What the backend answers to the form, one after the other. */
let answers: (ScriptedAnswer | (() => Promise<ScriptedAnswer>))[];
let sent: SentRequest[];

beforeEach(() => {
  act(() => keepContactDraft(null));
  sent = scriptBackend({
    'GET /bot-check/challenge?action=contact': () => ({ body: challengeWith(3, 1) }),
    [SEND]: () => {
      const next = answers.shift()!;
      return typeof next === 'function' ? next() : next;
    },
  });
});

const messages = () => sent.filter(({ call }) => call === SEND).map(({ body }) => body);
const show = (store = makeStore()) => render(pageUnderTest({ store, Page: IntroPage, at: '/intro/general', route: '/intro/:lead?' }));
const field = (name: string) => screen.getByLabelText(name);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));
const sendAgain = async (times: number) => {
  await send();
  await waitFor(() => expect(messages()).toHaveLength(times));
  await screen.findByRole('button', { name: 'Send' });
};

function fillIn() {
  const texts = { 'Full name': 'Ada Example', Email: 'ada@mail.example', Phone: '+12125550100', Question: 'What next?' };
  for (const [name, value] of Object.entries(texts)) fireEvent.change(field(name), { target: { value } });
}

describe('a message of which nobody knows whether it arrived', () => {
  it.each([429, 408])('is repeated to the letter also after %i was answered to its repeat', async (status) => {
    answers = [BROKEN, { status }, ACCEPTED];
    show();
    fillIn();
    for (const times of [1, 2, 3]) await sendAgain(times);
    await waitFor(() => expect(field('Full name')).toHaveValue(''));
    const [first, ...repeats] = messages();
    expect(repeats).toEqual([first, first]);
  });
});

describe('a message whose page is left and come back to while it is sent', () => {
  const told = { overall: ['Look again'], notices: ['The office is closed'], Email: ['No such domain'] };
  const REFUSED = { status: 400, statusText: 'Bad Request', body: told };
  let open: (answer: ScriptedAnswer) => void;
  /** Leaves while it is sent. */
  async function leave() {
    answers = [() => new Promise((resolve) => (open = resolve))];
    const store = makeStore();
    const { unmount } = show(store);
    fillIn();
    await send();
    await waitFor(() => expect(messages()).toHaveLength(1));
    unmount();
    return store;
  }

  it.each([
    ['refuses', REFUSED],
    ['has notices about', { body: told }],
  ])('says there what the server %s', async (_, answer) => {
    show(await leave());
    open(answer);
    await waitFor(() => expect(field('Email')).toHaveAccessibleDescription('No such domain'));
    expect(field('Email')).toHaveFocus();
    expect(screen.getByText('The office is closed')).toBeVisible();
    fireEvent.change(field('Email'), { target: { value: 'ada@site.example' } });
    expect(field('Email')).toBeValid();
  });

  it('says there what was refused before, once', async () => {
    const store = await leave();
    open(REFUSED);
    await waitFor(() => expect(Object.values(store.getState().api.mutations)).toMatchObject([{ status: 'rejected' }]));
    const { unmount } = show(store);
    await screen.findByText('Look again');
    expect(field('Email')).toHaveAccessibleDescription('No such domain');
    unmount();
    show(store);
    expect(field('Email')).toBeValid();
  });
});
