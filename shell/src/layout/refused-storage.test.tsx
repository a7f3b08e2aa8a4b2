/** A file of its own: an answer that no storage takes holds for as long as the document is open, so for every test of a file. */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { withParams } from '../testing/answered-params';
import { renderShell } from '../testing/render-shell';

const counted = { analytics_tag: 'G-BLOCKED', analytics_consent: true };

describe('a browser that refuses storage', () => {
  beforeEach(() => {
    Element.prototype.scrollIntoView = jest.fn();
    window.scrollTo = jest.fn() as typeof window.scrollTo;
    withParams(counted);
    for (const kind of ['localStorage', 'sessionStorage'] as const) {
      jest.spyOn(window, kind, 'get').mockImplementation(() => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      });
    }
  });
  afterEach(() => void jest.restoreAllMocks());

  it('shows the whole frame, and takes an answer about analytics for as long as the document is open', async () => {
    renderShell({ params: counted });
    expect(screen.getByLabelText('Main')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'No, thanks' }));
    expect(screen.queryByRole('button', { name: 'Allow' })).not.toBeInTheDocument();
    expect(document.head.querySelectorAll('script')).toHaveLength(0);
  });
});
