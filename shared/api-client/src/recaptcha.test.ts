import { expect, it, jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { formAnswerSchema } from '@site/contracts/api/form';
import { sendCheckedForm } from './checked-form';

const ACCEPTED = { overall: ['Thank you'] };

const send = () =>
  sendCheckedForm(
    { action: 'contact', call: { method: 'POST', path: '/contact' }, values: {}, answer: formAnswerSchema([]) },
    { botCheck: { kind: 'recaptcha', siteKey: 'site-key' }, send: async () => ({ data: ACCEPTED }) },
  );

/** The script, as soon as the document has it. */
const script = () =>
  waitFor(() => {
    const found = document.querySelector('script');
    if (!found) throw new Error('There is no script yet');
    return found;
  });

const never = () => new Promise<never>(() => undefined);
const atOnce = (callback: () => void) => callback();

it('a form fails in time where reCAPTCHA or its token does not come, and loads the script anew when it is sent again', async () => {
  for (const late of [null, { ready: () => undefined, execute: never }, { ready: atOnce, execute: never }]) {
    const limit = new AbortController();
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    const sent = send();
    const loading = await script();
    if (late) {
      window.grecaptcha = late;
      loading.dispatchEvent(new Event('load'));
    }
    limit.abort();
    expect(await sent).toMatchObject({ error: { status: 0, message: 'A network error has occurred.' } });
    expect(timeout.mock.calls).toEqual([[30_000]]);
    timeout.mockRestore();
    loading.remove();
  }

  const sent = send();
  window.grecaptcha = { ready: atOnce, execute: () => Promise.resolve('token') };
  (await script()).dispatchEvent(new Event('load'));
  expect(await sent).toEqual({ data: ACCEPTED });
});
