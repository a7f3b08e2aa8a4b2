import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { challengeWith } from '@site/api-client/challenge-under-test';
import { signedOut } from '@site/session';
import { pageUnderTest, makeStore, scriptBackend, type ScriptedAnswer } from '@site/testing/page-under-test';
import { keepSignupDraft } from './signup-draft';
import SignUpPage from './signup-page';

const VALUES = {
  'Full name': 'Ada Player',
  Email: 'ada@site.example',
  Phone: '+12125550100',
  'City and state': 'Albany, NY',
  'Peer group access code': 'SELF-4E',
};

/** Fills the form in and sends it to a backend that answers so. @returns classes of the toasts of that text. */
async function toastsAfter(answer: ScriptedAnswer, text: string): Promise<string> {
  scriptBackend({ 'GET /bot-check/challenge?action=signup': { body: challengeWith(3, 1) }, 'POST /signup': answer });
  const store = makeStore();
  store.dispatch(signedOut());
  render(pageUnderTest({ store, Page: SignUpPage, at: '/signup' }));
  const form = within(screen.getByRole('form', { name: 'Sign up' }));
  for (const [label, value] of Object.entries(VALUES)) fireEvent.change(form.getByLabelText(label), { target: { value } });
  for (const consent of form.getAllByRole('checkbox')) await userEvent.click(consent);
  await userEvent.click(form.getByRole('button', { name: 'Sign up' }));
  const found = await screen.findAllByText(text, { selector: '.Toastify__toast, .Toastify__toast *' });
  return found.map((element) => element.closest('.Toastify__toast')?.className).join(' ');
}

beforeEach(() => act(() => keepSignupDraft(null)));

describe('the toast of the sign-up form', () => {
  it('is one of success when the sign-up was taken', async () => {
    expect(await toastsAfter({ body: { overall: ['Taken', 'Check your email'] } }, 'Taken. Check your email')).toContain('toast--success');
  });

  it('is what screen readers read out: what stands below the form is the same, for the eye alone', async () => {
    await toastsAfter({ body: { overall: ['Taken'] } }, 'Taken');
    const form = within(screen.getByRole('form', { name: 'Sign up' }));
    expect(form.getByText('Taken')).toBeVisible();
    expect(form.getByRole('status')).toBeEmptyDOMElement();
  });

  it('says what the status says when the refusal says nothing overall', async () => {
    const body = { overall: [], Code: ['Not known'] };
    expect(await toastsAfter({ status: 400, body }, 'Bad Request')).toContain('toast--error');
  });

  it('is one of an error when the sign-up was refused', async () => {
    const body = { code: 'form-refused', error: 'refused', requestId: 'r1', overall: ['First', 'Second'], Code: ['Not known'] };
    expect(await toastsAfter({ status: 400, body }, 'First. Second')).toContain('toast--error');
  });
});
