import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from '@site/router';
import { BrowserStage } from '../stage';
import { Dialog, Drawer, useUnsavedGuard } from './index';

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

test('is there with the focus before what is in it is rendered, and keeps a key that is pressed then', async () => {
  const { container } = render(<Page Kind={Dialog} />, { wrapper: BrowserStage });
  const setting = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  // Where tests wait for React, it renders everything at once.
  setting.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    screen.getByRole('button', { name: 'Open' }).click();
    // What a press asks for is rendered when its event is over.
    await Promise.resolve();
    const dialog = screen.getByRole('dialog', { name: 'Edit the demo' });
    expect(dialog).toHaveFocus();
    expect(dialog).toHaveTextContent(/^Edit the demo$/);
    expect(within(dialog).queryByRole('textbox')).toBeNull();
    // An event that is prevented is answered with false.
    expect(fireEvent.keyDown(dialog, { key: 'Tab' })).toBe(false);
    expect(await within(dialog).findByRole('textbox', { name: 'Address' })).toBeVisible();
    expect(container).toHaveProperty('inert', true);
    expect(fireEvent.keyDown(dialog, { key: 'Tab' })).toBe(true);
  } finally {
    setting.IS_REACT_ACT_ENVIRONMENT = true;
  }
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

test('a title of one long word breaks in it', async () => {
  await openOn(Dialog);
  expect(screen.getByRole('heading', { name: 'Edit the demo' })).toHaveStyle({ overflowWrap: 'anywhere' });
});

test('one above another leaves the page as the first has it, when it opens and when it closes', () => {
  const { documentElement: root, body } = document;
  const width = jest.spyOn(root, 'clientWidth', 'get');
  // The scroll bar is gone once the page is locked.
  width.mockImplementation(() => window.innerWidth - (root.hasAttribute('data-scroll-locked') ? 0 : 15));
  const nothing = () => undefined;
  const Nested = ({ open }: { open: boolean }) => (
    <>
      <Dialog open onClose={nothing} title="Below">
        It stays
      </Dialog>
      <Dialog open={open} onClose={nothing} title="Above">
        It goes
      </Dialog>
    </>
  );
  const { rerender, unmount } = render(<Nested open={false} />, { wrapper: BrowserStage });
  for (const open of [true, false]) {
    rerender(<Nested open={open} />);
    expect(root).toHaveAttribute('data-scroll-locked');
    expect(body.style.paddingInlineEnd).toBe('15px');
  }
  unmount();
  expect(root).not.toHaveAttribute('data-scroll-locked');
  expect(body.style.paddingInlineEnd).toBe('');
  width.mockRestore();
});

test('messages stay alive beside an open dialog', async () => {
  const toasts = document.body.appendChild(document.createElement('div'));
  toasts.dataset.toasts = 'true';
  await openOn(Dialog);
  expect(toasts).not.toHaveProperty('inert', true);
  toasts.remove();
});

describe('messages that would cover it', () => {
  const toasts = document.createElement('div');
  toasts.dataset.toasts = 'true';
  const say = (bottom: number, left = 8) => {
    toasts.innerHTML = '<div class="Toastify__toast-container"></div>';
    toasts.firstElementChild!.getBoundingClientRect = () => DOMRect.fromRect({ x: left, y: 16, width: 344, height: bottom - 16 });
  };
  /** jsdom lays nothing out: the panel is as wide as a small window with an edge of 16 pixels, and begins where its layer lets it. */
  let laidOut: { mockRestore: () => void }[] = [];
  beforeEach(() => {
    document.body.append(toasts);
    const measure = (name: 'offsetLeft' | 'offsetTop' | 'offsetWidth', value: () => number) =>
      jest.spyOn(HTMLElement.prototype, name, 'get').mockImplementation(value);
    laidOut = [
      measure('offsetLeft', () => 16),
      measure('offsetWidth', () => 328),
      measure('offsetTop', () => parseFloat(layer().style.paddingTop) || 16),
    ];
  });
  afterEach(() => {
    toasts.replaceChildren();
    toasts.remove();
    for (const measured of laidOut) measured.mockRestore();
  });
  const layer = () => screen.getByRole('dialog').parentElement!;

  test('are above it, and it stays where it is when they go', async () => {
    say(160);
    await openOn(Dialog);
    expect(layer()).toHaveStyle({ paddingTop: '172px' });
    toasts.replaceChildren();
    await act(() => Promise.resolve());
    expect(layer()).toHaveStyle({ paddingTop: '172px' });
  });

  test('are above it also when they come later, and one beside it moves nothing', async () => {
    await openOn(Dialog);
    say(88, 400);
    await act(() => Promise.resolve());
    expect(layer().style.paddingTop).toBe('');
    say(88);
    await waitFor(() => expect(layer()).toHaveStyle({ paddingTop: '100px' }));
  });

  test('have no room in one that is too long for its place once they are gone, and only what they need once they are fewer', async () => {
    laidOut.push(
      jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(400),
      jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(72),
    );
    say(160);
    await openOn(Dialog);
    expect(layer()).toHaveStyle({ paddingTop: '172px' });
    say(88);
    await waitFor(() => expect(layer()).toHaveStyle({ paddingTop: '100px' }));
    toasts.replaceChildren();
    await waitFor(() => expect(layer().style.paddingTop).toBe(''));
  });

  test('are above it also when it grows into them, and are not measured again once it is closed', async () => {
    const { ResizeObserver: Original } = globalThis;
    const sizes = { told: (): void => undefined, observed: [] as Element[], disconnect: jest.fn() };
    globalThis.ResizeObserver = class {
      constructor(told: ResizeObserverCallback) {
        sizes.told = () => told([], this);
      }
      observe = (element: Element) => void sizes.observed.push(element);
      unobserve = () => undefined;
      disconnect = sizes.disconnect;
    };
    let top = 300;
    jest.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(() => parseFloat(layer().style.paddingTop) || top);
    say(88);
    await openOn(Dialog);
    expect(sizes.observed).toEqual([screen.getByRole('dialog')]);
    expect(layer().style.paddingTop).toBe('');
    top = 16;
    sizes.told();
    // Not at once: a browser that is told of sizes takes a change of them for a loop.
    expect(layer().style.paddingTop).toBe('');
    await waitFor(() => expect(layer()).toHaveStyle({ paddingTop: '100px' }));

    const look = jest.spyOn(document, 'querySelector');
    sizes.told();
    await userEvent.keyboard('{Escape}');
    look.mockClear();
    await new Promise(requestAnimationFrame);
    expect(look).not.toHaveBeenCalledWith('[data-toasts]');
    expect(sizes.disconnect).toHaveBeenCalledTimes(1);
    look.mockRestore();
    globalThis.ResizeObserver = Original;
  });
});

describe('what was written and is not saved', () => {
  const ask = jest.spyOn(window, 'confirm');
  afterEach(() => {
    ask.mockReset();
    history.replaceState(null, '', '/');
  });

  const Written = ({ onClose }: { onClose: () => void }) => (
    <Dialog open unsaved onClose={onClose} title="Edit the demo">
      <textarea aria-label="Description" defaultValue="A long text" />
    </Dialog>
  );

  test.each([
    ['Escape', () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })],
    ['a press beside the dialog', () => fireEvent.click(screen.getByRole('dialog').previousElementSibling!)],
  ])('is discarded by %s only after a question', (_, slip) => {
    const onClose = jest.fn();
    render(<Written onClose={onClose} />, { wrapper: BrowserStage });
    ask.mockReturnValue(false);
    slip();
    expect(ask).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    ask.mockReturnValue(true);
    slip();
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('keeps the focus at a press beside the dialog, so that Escape still asks after the first no', async () => {
    render(<Written onClose={jest.fn()} />, { wrapper: BrowserStage });
    const text = screen.getByRole('textbox', { name: 'Description' });
    await userEvent.click(text);
    ask.mockReturnValue(false);
    await userEvent.click(screen.getByRole('dialog').previousElementSibling!);
    expect(text).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(ask).toHaveBeenCalledTimes(2);
  });

  test('is asked about in the words of what would be lost', () => {
    ask.mockReturnValue(false);
    render(
      <Dialog open unsaved question="Close without the secret?" onClose={jest.fn()} title="A secret">
        Shown once
      </Dialog>,
      { wrapper: BrowserStage },
    );
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(ask.mock.calls).toEqual([['Close without the secret?']]);
  });

  test('is kept while it is on its way, however the dialog is closed', async () => {
    const onClose = jest.fn();
    render(
      <Dialog open busy unsaved onClose={onClose} title="A form">
        On its way
      </Dialog>,
      { wrapper: BrowserStage },
    );
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(false);
    expect(onClose).not.toHaveBeenCalled();
    expect(ask).not.toHaveBeenCalled();
  });

  test('is discarded by the close button, which says so', async () => {
    const onClose = jest.fn();
    render(<Written onClose={onClose} />, { wrapper: BrowserStage });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(ask).not.toHaveBeenCalled();
  });

  test('is no reason to close the dialog with the Escape that takes back what is being composed', () => {
    const onClose = jest.fn();
    render(<Written onClose={onClose} />, { wrapper: BrowserStage });
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape', isComposing: true });
    expect(onClose).not.toHaveBeenCalled();
  });

  describe('where the browser asks before it travels', () => {
    const navigation = new EventTarget();
    beforeAll(() => void Object.assign(window, { navigation }));
    afterAll(() => void Reflect.deleteProperty(window, 'navigation'));

    /** Whether the browser goes to the address. */
    const goes = (pathname: string, change: object = {}) => {
      const event = new Event('navigate', { cancelable: true });
      const destination = { url: location.origin + pathname, sameDocument: true };
      return navigation.dispatchEvent(Object.assign(event, { navigationType: 'traverse', destination, ...change }));
    };

    test('keeps the page at Back and Forward until the question is answered with yes, and asks about nothing else', () => {
      history.replaceState(null, '', '/card');
      const { unmount } = render(<Written onClose={jest.fn()} />, { wrapper: BrowserStage });
      expect([goes('/card?demo=1#goals'), goes('/draft', { navigationType: 'push' })]).toEqual([true, true]);
      expect(goes('/draft', { destination: { url: `${location.origin}/draft`, sameDocument: false } })).toBe(true);
      expect(ask).not.toHaveBeenCalled();
      ask.mockReturnValueOnce(false).mockReturnValueOnce(true);
      expect([goes('/draft'), goes('/draft')]).toEqual([false, true]);
      expect(ask).toHaveBeenCalledTimes(2);
      unmount();
      expect(goes('/draft')).toBe(true);
      expect(ask).toHaveBeenCalledTimes(2);
    });
  });

  function Site() {
    const { pathname, hash } = useLocation();
    const navigate = useNavigate();
    useUnsavedGuard(pathname === '/card', 'Leave without saving?');
    return (
      <>
        <p>At {pathname + hash}</p>
        {['/card', '/card#goals', '/draft'].map((to) => (
          <button key={to} onClick={() => void navigate(to)}>
            To {to}
          </button>
        ))}
      </>
    );
  }

  const go = (to: string) => userEvent.click(screen.getByRole('button', { name: `To ${to}` }));
  /** Told of each way through the history before the guard is, which may keep it from everybody else. */
  let travelled = (): void => undefined;
  beforeAll(() => window.addEventListener('popstate', () => travelled(), { capture: true }));

  /** @param ways There, and where the guard says so back again. */
  const travel = (delta: number, ways = 1) =>
    act(async () => {
      let left = ways;
      const arrived = new Promise<void>((resolve) => (travelled = () => (left -= 1) || resolve()));
      history.go(delta);
      await arrived;
    });

  test('keeps the page at Back and Forward until the question is answered with yes, and travels within it unasked', async () => {
    render(<Site />, { wrapper: BrowserStage });
    await go('/card');
    await go('/card#goals');
    await travel(-1);
    expect(screen.getByText('At /card')).toBeVisible();
    expect(ask).not.toHaveBeenCalled();

    await go('/card#goals');
    ask.mockReturnValue(false);
    await travel(-2, 2);
    expect(ask).toHaveBeenCalledWith('Leave without saving?');
    expect([location.pathname, location.hash]).toEqual(['/card', '#goals']);
    expect(screen.getByText('At /card#goals')).toBeVisible();

    ask.mockReturnValue(true);
    await travel(-2);
    expect(screen.getByText('At /')).toBeVisible();
    await travel(1);
    expect(screen.getByText('At /card')).toBeVisible();
    expect(ask).toHaveBeenCalledTimes(2);
  });
});
