import { expect, test } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { notify } from '../notify';
import { BrowserStage, NONCE } from '../stage';

test('the first message brings the container, and no style sheet without the nonce', async () => {
  render(<BrowserStage>Page</BrowserStage>);
  expect(document.querySelector('[data-toasts]')).toBeNull();

  act(() => {
    notify({ kind: 'success', message: 'Profile saved.' });
    notify({ kind: 'error', message: 'Error: Not Found' });
  });

  expect(await screen.findByRole('status')).toHaveTextContent('Profile saved.');
  expect(screen.getByRole('alert')).toHaveTextContent('Error: Not Found');
  expect(document.querySelectorAll('.Toastify__toast-container--top-right')).toHaveLength(1);
  const sheets = [...document.querySelectorAll('style')];
  expect(sheets.length).toBeGreaterThan(0);
  expect(sheets.filter((sheet) => sheet.nonce !== NONCE && sheet.getAttribute('nonce') !== NONCE)).toEqual([]);
});

test('a message stays for 15 seconds unless it says otherwise', async () => {
  render(<BrowserStage>Page</BrowserStage>);
  act(() => {
    notify({ kind: 'info', message: 'For a while' });
    notify({ kind: 'warning', message: 'For a moment', autoCloseMs: 5_000 });
  });
  const timer = (toast: HTMLElement) =>
    toast.closest('.Toastify__toast')?.querySelector<HTMLElement>('[role=progressbar]')?.style.animationDuration;
  expect(timer(await screen.findByText('For a while'))).toBe('15000ms');
  expect(timer(screen.getByText('For a moment'))).toBe('5000ms');
});
