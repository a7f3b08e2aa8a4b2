import { beforeEach, describe, expect, it } from '@jest/globals';
import { configureStore } from '@reduxjs/toolkit';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { baseApi, connectApi } from '@site/api-client';
import { challengeWith } from '@site/api-client/challenge-under-test';
import { pageUnderTest } from '../page-under-test';
import IntroPage from './intro-page';

/** Fills the form in and sends it to a backend that answers so. @returns the toast of that text. */
async function toastAfter(status: number, body: object, text: string) {
  connectApi({ baseUrl: '/api', accessToken: () => Promise.resolve(null), botCheck: { kind: 'altcha' } });
  globalThis.fetch = (address) => {
    const [code, answer] = String(address) === '/api/contact' ? [status, body] : [200, challengeWith(3, 1)];
    return Promise.resolve({
      ok: code < 400,
      status: code,
      statusText: '',
      text: () => Promise.resolve(JSON.stringify(answer)),
    } as Response);
  };
  const store = configureStore({ reducer: { api: baseApi.reducer }, middleware: (defaults) => defaults().concat(baseApi.middleware) });
  render(<Provider store={store}>{pageUnderTest(IntroPage, '/intro/general', '/intro/:lead?')}</Provider>);
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

  it('is one of an error when the message was refused', async () => {
    const body = { code: 'form-refused', error: 'refused', requestId: 'r1', overall: ['First', 'Second'], Email: ['No such domain'] };
    expect(await toastAfter(400, body, 'First. Second')).toHaveClass('Toastify__toast--error');
  });
});
