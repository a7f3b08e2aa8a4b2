import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { untilAsked, withParams } from '../testing/answered-params';
import { renderShell } from '../testing/render-shell';

beforeEach(() => {
  window.scrollTo = jest.fn() as typeof window.scrollTo;
  withParams();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  localStorage.clear();
  for (const script of document.head.querySelectorAll('script')) script.remove();
});

describe('runtime parameters', () => {
  const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);

  /** Also says so when the parameters are asked for again. */
  const asking = () => {
    const asked = { analytics_tag: 'G-ASKED', analytics_consent: true };
    withParams(asked);
    return { params: asked };
  };

  it('load the analytics tag, after consent where they ask for it', async () => {
    renderShell(asking());
    expect(scripts()).toEqual([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Allow' }));
    expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ASKED']);
    expect(screen.queryByRole('button', { name: 'Allow' })).not.toBeInTheDocument();
  });

  it('let the answer about analytics be changed: a tag that was loaded counts nothing any more', async () => {
    renderShell(asking());
    await userEvent.click(await screen.findByRole('button', { name: 'Allow' }));
    expect(window['ga-disable-G-ASKED']).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await userEvent.click(screen.getByRole('button', { name: 'No, thanks' }));
    expect(screen.getByText(/Your visits are not counted/)).toBeVisible();
    expect(window['ga-disable-G-ASKED']).toBe(true);
    cleanup();
    renderShell(asking());
    expect(await screen.findByText(/Your visits are not counted/)).toBeVisible();
  });

  it('load the analytics tag at once where no consent is asked for, and none where there is no tag', async () => {
    renderShell();
    expect(scripts()).toEqual([]);
    cleanup();
    renderShell({ params: { analytics_tag: '' } });
    expect(scripts()).toEqual([]);
    cleanup();
    const atOnce = { analytics_tag: 'G-AT-ONCE' };
    withParams(atOnce);
    renderShell({ params: atOnce });
    await waitFor(() => expect(scripts()).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-AT-ONCE']));
  });

  /** Opens a document with some parameters, and waits until it has taken over others, of which the message of maintenance tells. */
  async function takeOver(before: object, after: object) {
    jest.useFakeTimers();
    renderShell({ params: before });
    await act(() => import('./analytics-tag'));
    withParams({ maintenance_message: 'Changed.', ...after });
    await untilAsked(1);
    jest.useRealTimers();
    await screen.findByText('Changed.');
  }

  it('that name an analytics tag only now leave it to the next document: the policy of this one refuses it', async () => {
    await takeOver({}, { analytics_tag: 'G-LATER' });
    expect(scripts()).toEqual([]);
    expect(window['ga-disable-G-LATER']).toBeUndefined();
  });

  it('that name another analytics tag, or none any more, end the counting with the one before', async () => {
    await takeOver({ analytics_tag: 'G-FIRST' }, { analytics_tag: 'G-SECOND' });
    await waitFor(() => expect(window['ga-disable-G-SECOND']).toBe(false));
    expect(window['ga-disable-G-FIRST']).toBe(true);
    cleanup();
    await takeOver({ analytics_tag: 'G-FIRST' }, {});
    await waitFor(() => expect(window['ga-disable-G-FIRST']).toBe(true));
  });
});
