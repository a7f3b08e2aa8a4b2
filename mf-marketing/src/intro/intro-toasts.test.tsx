import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { challengeWith } from '@site/api-client/challenge-under-test';
import { pageUnderTest, scriptBackend } from '@site/testing/page-under-test';
import IntroPage from './intro-page';

/** Fills the form in and sends it to a backend that answers so. @returns the toast of that text. */
async function toastAfter(status: number, body: object, text: string) {
  scriptBackend({ 'GET /bot-check/challenge?action=contact': { body: challengeWith(3, 1) }, 'POST /contact': { status, body } });
  render(pageUnderTest({ Page: IntroPage, at: '/intro/general', route: '/intro/:lead?' }));
  const values = { 'Full name': 'Ada Example', Email: 'ada@mail.example', Phone: '+12125550100', Question: 'What next?' };
  for (const [name, value] of Object.entries(values)) fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  return (await screen.findByText(text)).closest('.Toastify__toast');
}

beforeEach(() => sessionStorage.clear());

describe('the toast of the intro form', () => {
  it('is one of success when the message was taken', async () => {
    expect(await toastAfter(200, { overall: ['Taken', 'Expect a reply'] }, 'Taken. Expect a reply')).toHaveClass(
      'Toastify__toast--success',
    );
  });

  it('is one of an error with notices', async () => {
    const body = { overall: ['Received late', 'Look here'], notices: ['The office is closed'] };
    expect(await toastAfter(200, body, 'Received late. Look here')).toHaveClass('Toastify__toast--error');
  });

  it('says what the status says when the refusal says nothing overall', async () => {
    expect(await toastAfter(400, { overall: [], Email: ['No such domain'] }, 'Bad Request')).toHaveClass('Toastify__toast--error');
  });

  it('is one of an error when the message was refused', async () => {
    const body = { code: 'form-refused', error: 'refused', requestId: 'r1', overall: ['First', 'Second'], Email: ['No such domain'] };
    expect(await toastAfter(400, body, 'First. Second')).toHaveClass('Toastify__toast--error');
  });
});
