import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { challengeWith } from '@site/api-client/challenge-under-test';
import { PROGRAMME_INTEREST_KEY } from '@site/contracts/programme-interest';
import { signedOut } from '@site/session';
import { pageUnderTest, makeStore, scriptBackend, type ScriptedAnswer } from '@site/testing/page-under-test';
import { keepSignupDraft } from './signup-draft';
import SignUpPage from './signup-page';

const CHALLENGE = challengeWith(3, 1);

const SIGN_UP = 'POST /signup';
const PHONE_MESSAGE = 'Enter a full phone number starting with a plus sign';
const MUST_AGREE = 'You must agree before submitting.';

function show(answer: ScriptedAnswer | (() => ScriptedAnswer | Promise<ScriptedAnswer>) | undefined = undefined, at = '/signup') {
  const sent = scriptBackend({
    'GET /bot-check/challenge?action=signup': { body: CHALLENGE },
    ...(answer && { [SIGN_UP]: answer }),
  });
  const store = makeStore();
  store.dispatch(signedOut());
  const { unmount } = render(pageUnderTest({ store, Page: SignUpPage, at, route: '/signup/:target?' }));
  return {
    store,
    unmount,
    sent,
    bodies: () => sent.filter(({ call }) => call === SIGN_UP).map(({ body }) => body as Record<string, unknown>),
  };
}

const form = () => within(screen.getByRole('form', { name: 'Sign up' }));
const field = (label: string) => form().getByLabelText(label);
const privacy = () => form().getByRole('checkbox', { name: /privacy policy/ });
const terms = () => form().getByRole('checkbox', { name: /terms/ });
const submit = () => userEvent.click(form().getByRole('button'));

async function fill(changes: Record<string, string> = {}) {
  const values = {
    'Full name': 'Ada Player',
    Email: 'ada@site.example',
    Phone: '+12125550100',
    'City and state': 'Albany, NY',
    'Peer group access code': 'SELF-4E',
    ...changes,
  };
  for (const [label, value] of Object.entries(values)) {
    fireEvent.change(field(label), { target: { value } });
  }
  await userEvent.click(privacy());
  await userEvent.click(terms());
}

beforeEach(() => {
  act(() => keepSignupDraft(null));
  window.localStorage.clear();
});

describe('the sign-up form', () => {
  it('asks for everything that the specification lists, in ways that browsers can fill in', () => {
    show();
    expect(field('Full name')).toHaveAttribute('autocomplete', 'name');
    expect(field('Email')).toHaveAttribute('autocomplete', 'email');
    expect(field('Phone')).toHaveAttribute('autocomplete', 'tel');
    expect(field('Phone').getAttribute('placeholder')).toMatch(/^\+1\d{10}$/);
    expect(field('Phone')).toHaveAttribute('minlength', '12');
    expect(field('Phone')).toHaveAttribute('maxlength', '16');
    expect(field('City and state')).toBeRequired();
    expect(field('Peer group access code')).toBeRequired();
    expect(form().getByRole('link', { name: /privacy policy/ })).toHaveAttribute('href', '/privacy');
    expect(form().getByRole('link', { name: /terms/ })).toHaveAttribute('href', '/terms');
    expect(form().getByRole('link', { name: 'Where to get the access code' })).toHaveAttribute('href', '/elevate#how');
    expect(form().getByRole('button', { name: 'Sign up' })).toBeEnabled();
  });

  it('sends nothing while empty: every field says what is missing, and the summary takes the focus', async () => {
    const { sent } = show();
    await submit();
    for (const label of ['Full name', 'Email', 'Phone', 'City and state', 'Peer group access code']) expect(field(label)).toBeInvalid();
    expect(field('Phone')).toHaveAccessibleDescription(PHONE_MESSAGE);
    expect(privacy()).toHaveAccessibleDescription(MUST_AGREE);
    expect(terms()).toHaveAccessibleDescription(MUST_AGREE);
    const summary = screen.getByRole('group', { name: 'Problems with the form' });
    expect(summary).toHaveFocus();
    await userEvent.click(within(summary).getByRole('link', { name: `Phone: ${PHONE_MESSAGE}` }));
    expect(field('Phone')).toHaveFocus();
    expect(sent).toEqual([]);
  });

  it.each([
    ['Email', 'ada@'],
    ['Email', 'ada at site.example'],
    ['Phone', '12125550100'],
    ['Phone', '+1212555010'],
    ['Phone', '+1 212 555 0100'],
    ['Full name', '   '],
    ['City and state', ' '],
    ['Peer group access code', ' '],
  ])('sends nothing when %s is "%s"', async (label, value) => {
    const { sent } = show();
    await fill({ [label]: value });
    await submit();
    expect(field(label)).toBeInvalid();
    expect(sent).toEqual([]);
  });

  it.each([
    ['privacy policy', privacy],
    ['terms', terms],
  ])('sends nothing without the acceptance of the %s', async (_, consent) => {
    const { sent } = show();
    await fill();
    await userEvent.click(consent());
    await submit();
    expect(consent()).toHaveAccessibleDescription(MUST_AGREE);
    expect(sent).toEqual([]);
  });

  it('drops a message as soon as its field is right', async () => {
    show();
    await submit();
    await userEvent.type(field('Full name'), 'Ada Player');
    expect(field('Full name')).toBeValid();
    expect(field('Email')).toBeInvalid();
  });

  it('sends what was written with a solved bot check, is empty afterwards and says what comes next', async () => {
    const { sent, bodies } = show({ body: { overall: ['Thank you for signing up', 'Check your email'] } });
    await fill();
    await submit();
    expect(await screen.findAllByText('Thank you for signing up. Check your email')).not.toHaveLength(0);
    const [{ recaptchaToken, ...values }] = bodies() as [Record<string, unknown>];
    expect(values).toEqual({
      full_name: 'Ada Player',
      email: 'ada@site.example',
      phone: '+12125550100',
      location: 'Albany, NY',
      code: 'SELF-4E',
      has_accepted_privacy: true,
      has_accepted_terms: true,
    });
    expect(JSON.parse(atob(String(recaptchaToken)))).toMatchObject({ challenge: CHALLENGE });
    expect(sent.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    for (const label of ['Full name', 'Email', 'Phone', 'City and state', 'Peer group access code']) expect(field(label)).toHaveValue('');
    expect(privacy()).not.toBeChecked();
    expect(terms()).not.toBeChecked();
    expect(screen.queryByRole('group', { name: 'Problems with the form' })).not.toBeInTheDocument();
  });

  it('takes a phone number that is pasted as people write it, and refuses one with an extension', async () => {
    show();
    const phone = field('Phone') as HTMLInputElement;
    const paste = (text: string) => {
      phone.setSelectionRange(0, phone.value.length);
      fireEvent.paste(phone, { clipboardData: { getData: () => text } });
    };
    paste('+44 (0)20 7946 0958');
    expect(phone).toHaveValue('+442079460958');
    paste(' +1 (212) 555-0100 ');
    expect(phone).toHaveValue('+12125550100');
    paste('\u202a+1\u2060212\u00a0555 0100\u202c');
    expect(phone).toHaveValue('+12125550100');
    paste('+1 212 555 0100 ext 12345');
    await submit();
    expect(phone).toHaveValue('+12125550100ext1');
    expect(phone).toHaveAccessibleDescription(PHONE_MESSAGE);
  });

  it('keeps what was written when the answer carries notices', async () => {
    show({ body: { overall: ['Accepted'], notices: ['The mail may take a while'] } });
    await fill();
    await submit();
    expect(await screen.findAllByText('Accepted. The mail may take a while')).not.toHaveLength(0);
    expect(field('Full name')).toHaveValue('Ada Player');
    expect(privacy()).toBeChecked();
  });

  it('accepted with notices, says at each field what the server says of it', async () => {
    show({ body: { overall: ['Accepted'], notices: ['One more thing'], Phone: ['Not reachable', 'Enter another'] } });
    await fill();
    await submit();
    expect(await screen.findAllByText('Accepted. One more thing')).not.toHaveLength(0);
    expect(field('Phone')).toHaveAccessibleDescription(/Not reachable\. Enter another/);
    expect(field('Phone')).toHaveFocus();
  });

  it("shows the server's messages under their fields and the overall ones as a toast, and keeps what was written", async () => {
    const refused = { code: 'form-refused', error: 'Refused', requestId: 'r-1', overall: ['First', 'Second'] };
    show({ status: 422, body: { ...refused, Code: ['Not known', 'Ask your group'], Terms: ['Out of date'] } });
    await fill();
    await submit();
    expect(await screen.findByText('First. Second')).toBeVisible();
    expect(field('Peer group access code')).toHaveAccessibleDescription(/Not known\. Ask your group/);
    expect(terms()).toHaveAccessibleDescription('Out of date');
    expect(field('Peer group access code')).toHaveFocus();
    expect(field('Full name')).toHaveValue('Ada Player');
  });

  it('shows a refusal whole that is exactly as the specification gives it, notices included', async () => {
    const refused = {
      overall: ['First', 'Second'],
      notices: ['Codes change at noon'],
      Email: ['In use', 'Sign in instead'],
      Privacy: ['Changed'],
    };
    show({ status: 400, statusText: 'Bad Request', body: refused });
    await fill();
    await submit();
    expect(await screen.findByText('First. Second')).toBeVisible();
    expect(form().getByRole('status')).toHaveTextContent(/^Codes change at noon$/);
    expect(field('Email')).toHaveAccessibleDescription('In use. Sign in instead');
    expect(privacy()).toHaveAccessibleDescription('Changed');
    expect(field('Full name')).toBeValid();
    expect(field('Full name')).toHaveValue('Ada Player');
    expect(screen.queryByText(/Bad Request/)).not.toBeInTheDocument();
  });

  it('says so when no answer came, and repeats the very same request the next time', async () => {
    let attempt = 0;
    const { bodies } = show(() => {
      attempt += 1;
      if (attempt === 1) throw new TypeError('Failed to fetch');
      return { body: { overall: ['Thank you'] } };
    });
    await fill();
    await submit();
    expect(await screen.findByText('A network error has occurred.')).toBeVisible();
    await submit();
    expect(await screen.findAllByText('Thank you')).not.toHaveLength(0);
    expect(bodies()[1]).toEqual(bodies()[0]);
  });

  describe('while it is sent', () => {
    let open: () => void;
    let gate: Promise<void>;
    beforeEach(() => {
      gate = new Promise((resolve) => (open = resolve));
    });
    const answered = async () => {
      await gate;
      return { body: { overall: ['Taken'] } };
    };

    it('is found being sent by whoever leaves the page and comes back, and is not sent twice', async () => {
      const { store, unmount, bodies } = show(answered);
      await fill();
      await submit();
      unmount();
      render(pageUnderTest({ store, Page: SignUpPage, at: '/signup', route: '/signup/:target?' }));
      await userEvent.click(form().getByRole('button', { name: 'Signing up...' }));
      open();
      expect(await form().findByRole('button', { name: 'Sign up' })).toBeEnabled();
      expect(field('Full name')).toHaveValue('');
      expect(bodies()).toHaveLength(1);
    });

    const refused = { overall: ['Look again'], notices: ['Codes change at noon'], Code: ['Not known'] };
    const REFUSED = { status: 400, statusText: 'Bad Request', body: refused };

    it.each([
      ['refuses', REFUSED],
      ['has notices about', { body: refused }],
    ])('and left and come back to, says what the server %s', async (_, answer) => {
      const { store, unmount } = show(() => gate.then(() => answer));
      await fill();
      await submit();
      unmount();
      render(pageUnderTest({ store, Page: SignUpPage, at: '/signup', route: '/signup/:target?' }));
      open();
      await waitFor(() => expect(field('Peer group access code')).toHaveAccessibleDescription(/Not known/));
      expect(field('Peer group access code')).toHaveFocus();
      expect(form().getByText(/Codes change at noon$/)).toBeVisible();
      fireEvent.change(field('Peer group access code'), { target: { value: 'SELF-5E' } });
      expect(field('Peer group access code')).toBeValid();
    });

    it('and refused while nobody is there, says so to whoever comes back, once', async () => {
      const { store, unmount } = show(() => gate.then(() => REFUSED));
      const page = pageUnderTest({ store, Page: SignUpPage, at: '/signup', route: '/signup/:target?' });
      await fill();
      await submit();
      unmount();
      open();
      await waitFor(() => expect(Object.values(store.getState().api.mutations)).toMatchObject([{ status: 'rejected' }]));
      const { unmount: leave } = render(page);
      await screen.findByText('Look again');
      expect(field('Peer group access code')).toHaveAccessibleDescription(/Not known/);
      leave();
      render(page);
      expect(field('Peer group access code')).toBeValid();
    });

    it('keeps what is written meanwhile', async () => {
      show(answered);
      await fill();
      await submit();
      fireEvent.change(field('Full name'), { target: { value: 'Grace Player' } });
      open();
      expect(await form().findByText('Taken')).toBeVisible();
      expect(field('Full name')).toHaveValue('Grace Player');
    });
  });

  it("reads 'Signing up...' while sending, and does not send twice", async () => {
    let arrive = (_answer: ScriptedAnswer): void => undefined;
    const { bodies } = show(() => new Promise((resolve) => (arrive = resolve)));
    await fill();
    act(() => {
      form().getByRole('button').click();
      form().getByRole('button').click();
    });
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(form().getByRole('button')).toHaveTextContent('Signing up...');
    await submit();
    act(() => arrive({ body: { overall: ['Thank you'] } }));
    await screen.findAllByText('Thank you');
    await waitFor(() => expect(form().getByRole('button')).toHaveTextContent(/^Sign up$/));
    expect(bodies()).toHaveLength(1);
  });

  it('keeps the draft while the page is left, until it is sent', async () => {
    const written = () => window.sessionStorage.getItem('site.signup-draft');
    const labels = ['Full name', 'Email', 'Phone', 'City and state', 'Peer group access code'];
    const { unmount } = show({ body: { overall: ['Thank you'] } });
    await fill();
    expect(JSON.parse(written() ?? 'null')).toMatchObject({ full_name: 'Ada Player', code: 'SELF-4E', has_accepted_terms: true });
    unmount();
    const next = show({ body: { overall: ['Thank you'] } });
    expect(labels.map((label) => (field(label) as HTMLInputElement).value)).toEqual([
      'Ada Player',
      'ada@site.example',
      '+12125550100',
      'Albany, NY',
      'SELF-4E',
    ]);
    expect(privacy()).toBeChecked();
    await submit();
    await screen.findAllByText('Thank you');
    expect(written()).toBeNull();
    next.unmount();
    show();
    for (const label of labels) expect(field(label)).toHaveValue('');
    expect(privacy()).not.toBeChecked();
  });
});

describe('a link to a programme', () => {
  it('names the programme and remembers it for the profile', () => {
    show(undefined, '/signup/elevate-2');
    expect(screen.getByText('Elevate 2: Train')).toBeVisible();
    expect(window.localStorage.getItem(PROGRAMME_INTEREST_KEY)).toBe('elevate-2');
  });

  it.each(['/signup', '/signup/elevate-4', '/signup/toString'])('remembers nothing for %s', (at) => {
    show(undefined, at);
    expect(window.localStorage.getItem(PROGRAMME_INTEREST_KEY)).toBeNull();
  });
});
