import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { BrowserStage } from '../stage';
import { Dialog, Drawer } from './index';

function Page({ Kind }: { Kind: typeof Dialog | typeof Drawer }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open</button>
      <Kind open={open} onClose={() => setOpen(false)} title="Edit the demo">
        <input aria-label="Address" />
      </Kind>
    </>
  );
}

async function openOn(Kind: typeof Dialog | typeof Drawer) {
  const { container } = render(<Page Kind={Kind} />, { wrapper: BrowserStage });
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return container;
}

test.each([
  ['Dialog', Dialog],
  ['Drawer', Drawer],
])('%s takes the focus, is named by its title, and leaves nothing else alive', async (_name, Kind) => {
  const page = await openOn(Kind);
  const dialog = screen.getByRole('dialog', { name: 'Edit the demo' });
  expect(dialog).toHaveFocus();
  expect(page).toHaveProperty('inert', true);
  expect(document.documentElement).toHaveAttribute('data-scroll-locked');
});

/** Opened by no event, as one whose code comes late. */
function LateDialog() {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true));
    return () => clearTimeout(timer);
  }, []);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Edit the demo">
      <input aria-label="Address" />
    </Dialog>
  );
}

test('has the focus as soon as it is in the document: a key that is pressed next does not reach the page behind it', async () => {
  const focused: (Element | null)[] = [];
  const arrivals = new MutationObserver(() => focused.push(document.activeElement));
  arrivals.observe(document.body, { childList: true });
  render(<LateDialog />, { wrapper: BrowserStage });
  const dialog = await screen.findByRole('dialog');
  arrivals.disconnect();
  expect(focused.at(-1)).toBe(dialog);
});

test('Escape closes it, revives the page and returns the focus', async () => {
  const page = await openOn(Dialog);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page).toHaveProperty('inert', false);
  expect(document.documentElement).not.toHaveAttribute('data-scroll-locked');
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('the close button and a press on the backdrop close it, a press inside does not', async () => {
  await openOn(Dialog);
  await userEvent.click(screen.getByRole('textbox', { name: 'Address' }));
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  await userEvent.click(screen.getByRole('dialog').previousElementSibling!);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('messages stay alive beside an open dialog', async () => {
  const toasts = document.body.appendChild(document.createElement('div'));
  toasts.dataset.toasts = 'true';
  await openOn(Dialog);
  expect(toasts).not.toHaveProperty('inert', true);
  toasts.remove();
});
