import { describe, expect, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { notify } from '../notify';
import { BrowserStage } from '../stage';

test('the first message brings the container, and no style sheet with a text of its own', async () => {
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
  expect(sheets.map(({ textContent }) => textContent).filter((text) => text !== '')).toEqual([]);
});

test('of several messages the newest is the first, and each is as high as its text where not all of them have room', async () => {
  render(<BrowserStage>Page</BrowserStage>);
  act(() => ['One', 'Two', 'Three'].forEach((message) => notify({ kind: 'error', message })));
  await screen.findByText('Three');
  const messages = screen.getAllByRole('alert').map((text) => text.closest('.Toastify__toast')!);
  expect(messages.map(({ textContent }) => textContent)).toEqual(['Three', 'Two', 'One']);
  for (const message of messages) expect(message).toHaveStyle({ flexShrink: '0' });
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

describe('a message', () => {
  async function showToast(message: string) {
    render(<BrowserStage>Page</BrowserStage>);
    act(() => notify({ kind: 'info', message }));
    const toast = (await screen.findByText(message)).closest<HTMLElement>('.Toastify__toast')!;
    return { toast, timer: toast.querySelector<HTMLElement>('[role=progressbar]')! };
  }

  test('is light', async () => {
    expect((await showToast('In light')).toast).toHaveClass('Toastify__toast-theme--light');
  });

  test('waits while it is hovered, and while the window has not the focus', async () => {
    const { toast, timer } = await showToast('Waiting');
    fireEvent.focus(window);
    expect(timer.style.animationPlayState).toBe('running');
    fireEvent.mouseEnter(toast);
    expect(timer.style.animationPlayState).toBe('paused');
    fireEvent.mouseLeave(toast);
    expect(timer.style.animationPlayState).toBe('running');
    fireEvent.blur(window);
    expect(timer.style.animationPlayState).toBe('paused');
    fireEvent.focus(window);
    expect(timer.style.animationPlayState).toBe('running');
  });

  test.each([
    [79, 'stays'],
    [81, 'goes'],
  ])('that is dragged over %i%% of its width %s', async (percent, fate) => {
    const { toast } = await showToast(`Dragged by ${percent}`);
    Object.defineProperty(toast, 'offsetWidth', { value: 200 });
    // The pointer events of jsdom have no place; those of the mouse do.
    const point = (target: Node, type: string, clientX: number) => fireEvent(target, new MouseEvent(type, { bubbles: true, clientX }));
    point(toast, 'pointerdown', 0);
    point(document, 'pointermove', percent * 2);
    point(document, 'pointerup', percent * 2);
    expect(toast.dataset.in).toBe(String(fate === 'stays'));
  });

  test('of which a finger scrolls the list is dragged no further', async () => {
    const { toast } = await showToast('Scrolled');
    Object.defineProperty(toast, 'offsetWidth', { value: 200 });
    const point = (target: Node, type: string, clientX: number) => fireEvent(target, new MouseEvent(type, { bubbles: true, clientX }));
    point(toast, 'pointerdown', 0);
    point(document, 'pointermove', 10);
    // What browsers tell of a finger that scrolls from here on.
    point(toast, 'pointercancel', 10);
    point(document, 'pointermove', 190);
    point(document, 'pointerup', 190);
    expect(toast.dataset.in).toBe('true');
    expect(toast.style.transform).toBe('');
  });

  test('takes the focus on Alt+T', async () => {
    const { toast } = await showToast('Focused');
    fireEvent.keyDown(document, { code: 'KeyT' });
    expect(toast).not.toHaveFocus();
    fireEvent.keyDown(document, { code: 'KeyT', altKey: true });
    expect(document.activeElement).toHaveClass('Toastify__toast');
  });
});
