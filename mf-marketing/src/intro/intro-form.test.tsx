import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { challengeWith } from '@site/api-client/challenge-under-test';
import { signedIn, signedOut } from '@site/session';
import { makeStore, pageUnderTest, scriptBackend, type ScriptedAnswer, type SentRequest } from '@site/testing/page-under-test';
import { keepContactDraft } from './contact-draft';
import IntroPage from './intro-page';

const PHONE_MESSAGE = 'Enter a full phone number starting with a plus sign';
const DEFAULT_MESSAGE = 'This field needs a correction';
const SEND = 'POST /contact';
const ACCEPTED = { body: { overall: ['Thank you', 'Expect a reply'] } };

/** What the backend answers to the form. Null is a broken connection. */
let answer: ScriptedAnswer | null;
/** What it answers to the first ones. */
let answersBefore: ScriptedAnswer[];
/** What the backend waits for before it answers. */
let gate: Promise<void>;
let sent: SentRequest[];

const messages = () => sent.filter(({ call }) => call === SEND).map(({ body }) => body as Record<string, string>);

beforeEach(() => {
  keepContactDraft(null);
  [answer, answersBefore, gate] = [ACCEPTED, [], Promise.resolve()];
  sent = scriptBackend({
    'GET /bot-check/challenge?action=contact': () => ({ body: challengeWith(3, 1) }),
    [SEND]: async () => {
      await gate;
      const before = answersBefore.shift();
      if (before) return before;
      if (answer === null) throw new TypeError('Failed to fetch');
      return answer;
    },
  });
});

const show = (path = '/intro') => render(pageUnderTest({ Page: IntroPage, at: path, route: '/intro/:lead?' }));

const field = (name: string) => screen.getByLabelText(name);
const send = () => userEvent.click(screen.getByRole('button', { name: 'Send' }));

async function fillIn(values: Record<string, string> = {}) {
  await userEvent.selectOptions(field('Interest'), 'general question');
  const texts = { 'Full name': 'Ada Example', Email: 'ada@mail.example', Phone: '+12125550100', Question: 'What next?', ...values };
  for (const [name, value] of Object.entries(texts)) fireEvent.change(field(name), { target: { value } });
}

describe('the interest', () => {
  it('offers the placeholder first and then every topic in order', () => {
    show();
    expect(
      within(field('Interest'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Please, select one',
      'how does this program work?',
      'pitch a product idea',
      'other',
      'flip a SaaS business',
      'SaaS acquisition',
      'alternative lab, second tech option',
      'Startup blueprint',
      'Startup blueprint+',
      'Startup blueprint premium+',
      'general question',
    ]);
  });

  it.each([
    ['/intro/elevate', 'how does this program work?'],
    ['/intro/sponsor', 'other'],
    ['/intro/ata-saas', 'SaaS acquisition'],
    ['/intro/blueprints-3', 'Startup blueprint premium+'],
    ['/intro/no-such-lead', 'Please, select one'],
    ['/intro', 'Please, select one'],
  ])('at %s is "%s"', (path, label) => {
    show(path);
    expect(field('Interest')).toHaveDisplayValue(label);
  });

  it.each([
    ['produce', 'pitch a product idea'],
    ['ata-flip', 'flip a SaaS business'],
    ['ata-alt', 'alternative lab, second tech option'],
    ['blueprints-1', 'Startup blueprint'],
    ['blueprints-2', 'Startup blueprint+'],
    ['general', 'general question'],
  ])('has the key %s for "%s"', (key, label) => {
    show(`/intro/${key}`);
    expect(field('Interest')).toHaveDisplayValue(label);
  });
});

it('the form has seven rows for the question and says when to expect a reply', () => {
  show();
  expect(screen.getByRole('combobox', { name: 'Interest' })).toBe(field('Interest'));
  for (const name of ['Full name', 'Email', 'Phone', 'Question']) expect(screen.getByRole('textbox', { name })).toBe(field(name));
  expect(field('Question')).toHaveAttribute('rows', '7');
  expect(field('Phone')).toHaveAttribute('minlength', '12');
  expect(field('Phone')).toHaveAttribute('maxlength', '16');
  expect(screen.getByText(/reply within 2-3 business days/)).toBeVisible();
});

describe('before sending', () => {
  it('every field is required; nothing is sent, and a summary takes the focus and leads to the fields', async () => {
    show();
    await send();
    expect(sent).toEqual([]);
    const summary = screen.getByRole('group', { name: 'Problems with the form' });
    expect(summary).toHaveFocus();
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      `Interest: ${DEFAULT_MESSAGE}`,
      `Full name: ${DEFAULT_MESSAGE}`,
      `Email: ${DEFAULT_MESSAGE}`,
      `Phone: ${PHONE_MESSAGE}`,
      `Question: ${DEFAULT_MESSAGE}`,
    ]);
    for (const name of ['Interest', 'Full name', 'Email', 'Question']) expect(field(name)).toHaveAccessibleDescription(DEFAULT_MESSAGE);
    await userEvent.click(within(summary).getByRole('link', { name: /^Email/ }));
    expect(field('Email')).toHaveFocus();
  });

  it.each(['plain', 'a@', '@b.example', 'a b@c.example'])('refuses the e-mail address "%s"', async (email) => {
    show();
    await fillIn({ Email: email });
    await send();
    expect(sent).toEqual([]);
    expect(field('Email')).toHaveAccessibleDescription(DEFAULT_MESSAGE);
  });

  it('takes a phone number with spaces around it, and sends it without them', async () => {
    show();
    await fillIn({ Phone: ' +12125550100 ' });
    await send();
    expect(await screen.findByText('Thank you. Expect a reply')).toBeVisible();
    expect(messages()).toMatchObject([{ phone: '+12125550100' }]);
  });

  it.each(['12125550100', '+1212555010', '+1 212 555 010', '+1212555010a'])('refuses the phone number "%s"', async (phone) => {
    show();
    await fillIn({ Phone: phone });
    await send();
    expect(sent).toEqual([]);
    expect(field('Phone')).toBeInvalid();
    expect(field('Phone')).toHaveAccessibleDescription(expect.stringContaining(PHONE_MESSAGE));
  });

  it('a corrected field loses its message', async () => {
    show();
    await send();
    await userEvent.type(field('Full name'), 'Ada');
    expect(field('Full name')).toBeValid();
    expect(field('Email')).toBeInvalid();
  });
});

describe('sending', () => {
  it('proves the bot check for the action contact, sends the topic in words, clears every field and says thank you', async () => {
    show('/intro/ata-flip');
    await fillIn();
    await userEvent.selectOptions(field('Interest'), 'flip a SaaS business');
    await send();
    expect(await screen.findByText('Thank you. Expect a reply')).toBeVisible();
    expect(sent[0]).toMatchObject({ call: 'GET /bot-check/challenge?action=contact', authorization: undefined });
    expect(messages()).toEqual([
      {
        goal: 'flip a SaaS business',
        name: 'Ada Example',
        email: 'ada@mail.example',
        phone: '+12125550100',
        message: 'What next?',
        recaptchaToken: expect.any(String),
      },
    ]);
    expect(field('Interest')).toHaveDisplayValue('Please, select one');
    for (const name of ['Full name', 'Email', 'Phone', 'Question']) expect(field(name)).toHaveValue('');
    expect(screen.queryByRole('group', { name: 'Problems with the form' })).toBeNull();
  });

  it('reads Sending... meanwhile, and a second click sends nothing more', async () => {
    let open = () => {};
    gate = new Promise((resolve) => (open = resolve));
    show();
    await fillIn();
    await send();
    const button = await screen.findByRole('button', { name: 'Sending...' });
    await userEvent.click(button);
    open();
    expect(await screen.findByRole('button', { name: 'Send' })).toBeEnabled();
    expect(messages()).toHaveLength(1);
  });

  it('with notices keeps every field and shows the overall messages as an error', async () => {
    answer = { status: 200, body: { overall: ['Received late', 'Look here'], notices: ['The office is closed'] } };
    show();
    await fillIn();
    await send();
    expect(await screen.findByText('Received late. Look here')).toBeVisible();
    expect(screen.getByText('The office is closed')).toBeVisible();
    expect(field('Full name')).toHaveValue('Ada Example');
  });

  it("a refusal shows the server's messages under their fields, joined, until they are corrected", async () => {
    const body = {
      code: 'form-refused',
      error: 'refused',
      requestId: 'r1',
      overall: ['One', 'Two'],
      Email: ['No such domain', 'Try another'],
    };
    answer = { status: 400, body };
    show();
    await fillIn();
    await send();
    expect(await screen.findByText('One. Two')).toBeVisible();
    expect(field('Email')).toHaveAccessibleDescription('No such domain. Try another');
    expect(field('Email')).toHaveFocus();
    expect(field('Question')).toHaveValue('What next?');
    await userEvent.type(field('Email'), '.org');
    expect(field('Email')).toBeValid();
  });

  it('a refusal exactly as the specification gives it is shown whole, notices included', async () => {
    const body = {
      overall: ['One', 'Two'],
      notices: ['The office is closed'],
      Name: ['Too short', 'Add a surname'],
      Message: ['Say more'],
    };
    answer = { status: 400, statusText: 'Bad Request', body };
    show();
    await fillIn();
    await send();
    expect(await screen.findByText('One. Two')).toBeVisible();
    expect(screen.getByText('The office is closed')).toBeVisible();
    expect(field('Full name')).toHaveAccessibleDescription('Too short. Add a surname');
    expect(field('Question')).toHaveAccessibleDescription('Say more');
    expect(field('Email')).toBeValid();
    expect(field('Email')).toHaveValue('ada@mail.example');
    expect(screen.queryByText('Bad Request')).toBeNull();
  });

  it('the summary stays still while its fields are corrected', async () => {
    show();
    await send();
    await userEvent.type(field('Full name'), 'Ada');
    expect(within(screen.getByRole('group', { name: 'Problems with the form' })).getAllByRole('link')).toHaveLength(5);
  });

  it.each([
    [500, { code: 'internal', error: 'Something went wrong', requestId: 'r1' }, 'Something went wrong'],
    [502, null, 'Bad Gateway'],
    [200, { unexpected: true }, 'An unknown error has occurred.'],
  ])("an answer %i that is none of the form's is told, and every field kept", async (status, body, message) => {
    answer = { status, statusText: 'Bad Gateway', body };
    show();
    await fillIn();
    await send();
    expect(await screen.findByText(message)).toBeVisible();
    expect(field('Question')).toHaveValue('What next?');
  });

  it('after a broken connection repeats the very same request, so that nothing is stored twice', async () => {
    answer = null;
    show();
    await fillIn();
    await send();
    expect(await screen.findByText('A network error has occurred.')).toBeVisible();
    answer = ACCEPTED;
    await send();
    await waitFor(() => expect(field('Full name')).toHaveValue(''));
    expect(messages()).toHaveLength(2);
    expect(messages()[1]).toEqual(messages()[0]);
  });

  it('what did not arrive, and whose token has served or expired meanwhile, is sent with another at once', async () => {
    answersBefore = [{ status: 503 }, { status: 403, body: { code: 'bot-check-failed', overall: ['The bot check did not pass'] } }];
    show();
    await fillIn();
    await send();
    expect(await screen.findByText('Service Unavailable')).toBeVisible();
    await send();
    await waitFor(() => expect(field('Full name')).toHaveValue(''));
    const [first, repeat, anew] = messages();
    expect(repeat).toEqual(first);
    expect(anew).toEqual({ ...first, recaptchaToken: anew?.recaptchaToken });
    expect(anew?.recaptchaToken).not.toBe(first?.recaptchaToken);
  });

  it('when a session ends meanwhile says so, and repeats the very same request', async () => {
    gate = new Promise(() => undefined);
    const store = makeStore();
    store.dispatch(signedIn({ username: 'ada', groups: [] }));
    render(pageUnderTest({ store, Page: IntroPage, at: '/intro', route: '/intro/:lead?' }));
    await fillIn();
    await send();
    await waitFor(() => expect(messages()).toHaveLength(1));
    gate = Promise.resolve();
    act(() => void store.dispatch(signedOut()));
    expect(await screen.findByText('The session ended before the answer came. Send it again: nothing is done twice.')).toBeVisible();
    await send();
    await waitFor(() => expect(field('Full name')).toHaveValue(''));
    expect(messages()[1]).toEqual(messages()[0]);
  });

  it('a changed message gets a token of its own', async () => {
    answer = null;
    show();
    await fillIn();
    await send();
    await screen.findAllByText('A network error has occurred.');
    answer = ACCEPTED;
    await userEvent.type(field('Question'), ' And when?');
    await send();
    await waitFor(() => expect(field('Full name')).toHaveValue(''));
    expect(messages()[1]!.recaptchaToken).not.toBe(messages()[0]!.recaptchaToken);
  });
});

describe('while it is sent', () => {
  let open: () => void;
  beforeEach(() => {
    gate = new Promise((resolve) => (open = resolve));
  });

  it('whoever leaves the page and comes back finds it being sent, and does not send it twice', async () => {
    const store = makeStore();
    const shown = () => render(pageUnderTest({ store, Page: IntroPage, at: '/intro', route: '/intro/:lead?' }));
    const { unmount } = shown();
    await fillIn();
    await send();
    unmount();
    shown();
    await userEvent.click(screen.getByRole('button', { name: 'Sending...' }));
    open();
    expect(await screen.findByRole('button', { name: 'Send' })).toBeEnabled();
    expect(field('Question')).toHaveValue('');
    expect(messages()).toHaveLength(1);
  });

  it('what is written meanwhile stays', async () => {
    show();
    await fillIn();
    await send();
    fireEvent.change(field('Question'), { target: { value: 'And when?' } });
    open();
    expect(await screen.findByText('Thank you. Expect a reply')).toBeVisible();
    expect(field('Question')).toHaveValue('And when?');
  });
});

describe('what was written', () => {
  /** A reload forgets everything but what the tab has stored. */
  function reload() {
    const kept = Object.entries(sessionStorage) as [string, string][];
    keepContactDraft(null);
    for (const [key, value] of kept) sessionStorage.setItem(key, value);
  }

  it('outlives a reload until it is sent', async () => {
    const { unmount } = show();
    await fillIn();
    unmount();
    reload();
    show();
    expect(field('Interest')).toHaveDisplayValue('general question');
    expect(field('Question')).toHaveValue('What next?');
    await send();
    await waitFor(() => expect(field('Question')).toHaveValue(''));
    reload();
    cleanup();
    show();
    for (const name of ['Full name', 'Email', 'Phone', 'Question']) expect(field(name)).toHaveValue('');
    expect(sessionStorage).toHaveLength(0);
  });

  it('goes along to another topic, whose lead selects the interest', async () => {
    const { unmount } = show();
    await fillIn();
    unmount();
    show('/intro/produce');
    expect(field('Interest')).toHaveDisplayValue('pitch a product idea');
    expect(field('Question')).toHaveValue('What next?');
  });

  it('is forgotten where it cannot be read', () => {
    sessionStorage.setItem('site.contact-draft', '{"name":1}');
    show('/intro/produce');
    expect(field('Full name')).toHaveValue('');
    expect(field('Interest')).toHaveDisplayValue('pitch a product idea');
  });
});
