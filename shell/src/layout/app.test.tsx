import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { useNavigate } from '@site/router';
import { signedIn, signedOut } from '@site/session';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answerParams, untilAsked, withParams } from '../testing/answered-params';
import { params, remote } from '../testing/composition';
import { renderShell } from '../testing/render-shell';

beforeEach(() => {
  Element.prototype.scrollIntoView = jest.fn();
  window.scrollTo = jest.fn() as typeof window.scrollTo;
  withParams();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
  jest.restoreAllMocks();
  localStorage.clear();
});

/** jsdom has no media queries: it takes the navigation of wide windows for hidden. */
const main = () => screen.getByLabelText('Main');
const inMain = (selector: string, text: string) => within(main()).queryByText(text, { selector });
const linkTargets = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link', { hidden: true })
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('the navigation', () => {
  it('offers a visitor the entries of the specification in their order', () => {
    renderShell();
    expect(linkTargets(main())).toEqual([
      ['Practice', '/practice'],
      ['Blueprints', '/blueprints'],
      ['ATA', '/ata'],
      ['Contact', '/contact'],
      ['Overview', '/elevate'],
      ['Draft', '/draft'],
      ['O.M.L.E.T.', '/Demo'],
      ['Ground rules', '/playbooks'],
      ['Sign in', '/signin'],
      ['Sign up', '/signup'],
    ]);
    expect(inMain('button', 'Venture studio')).toHaveAttribute('aria-expanded', 'false');
    expect(inMain('button', 'Elevate')).toBeInTheDocument();
  });

  it('offers a member My account with Card and Sign out, and follows the session', async () => {
    const store = renderShell();
    act(() => void store.dispatch(signedIn({ username: 'a', groups: [] })));
    expect(inMain('button', 'My account')).toBeInTheDocument();
    expect(linkTargets(main()).slice(-2)).toEqual([
      ['Card', '/card'],
      ['Sign out', '/signout'],
    ]);
    expect(screen.queryByRole('link', { name: 'Sign in' })).not.toBeInTheDocument();
    act(() => void store.dispatch(signedOut()));
    expect(inMain('a', 'Sign up')).toBeInTheDocument();
  });

  it('has the same entries in the drawer of small windows', async () => {
    renderShell();
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    const drawer = await screen.findByRole('dialog', { name: 'Menu' });
    await within(drawer).findAllByRole('link');
    expect(linkTargets(drawer).map(([, target]) => target)).toEqual(
      expect.arrayContaining(linkTargets(main()).map(([, target]) => target)),
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('opens no drawer over the page to which somebody has gone on while its code was awaited', async () => {
    renderShell();
    const menu = screen.getByRole('button', { name: 'Menu' });
    fireEvent.click(menu);
    expect(menu).toHaveAttribute('aria-expanded', 'true');
    history.pushState(null, '', '/elsewhere');
    await waitFor(() => expect(menu).toHaveAttribute('aria-expanded', 'false'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await userEvent.click(menu);
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeVisible();
  });
});

describe('the footer', () => {
  it('links to the archive, the contacts, the external blog and the legal texts, and shows the current year', async () => {
    jest.spyOn(Date.prototype, 'getFullYear').mockReturnValue(2031);
    renderShell();
    expect(linkTargets(screen.getByRole('navigation', { name: 'Footer' }))).toEqual([
      ['Archive', '/archive'],
      ['Contacts', '/contact'],
      ['Blog', 'https://blog.example/'],
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
    ]);
    expect(screen.getByRole('contentinfo')).toHaveTextContent('© 2031 Cloud Practice');
  });
});

describe('runtime parameters', () => {
  it('show the maintenance banner only while there is a message', async () => {
    const banner = () => screen.queryByText('Back at noon.');
    jest.useFakeTimers();
    renderShell();
    expect(banner()).not.toBeInTheDocument();
    const [region] = screen.getAllByRole('status');
    withParams({ maintenance_message: 'Back at noon.' });
    await untilAsked(1);
    // An answer that says something else needs a module, which no timer of the test brings.
    jest.useRealTimers();
    expect(await screen.findByText('Back at noon.')).toBeVisible();
    // Screen readers tell of what changes in a region that was there before.
    expect(region).toHaveTextContent('Back at noon.');
    cleanup();

    jest.useFakeTimers();
    renderShell({ params: { maintenance_message: 'Back at noon.' } });
    expect(banner()).toBeVisible();
    // An address in it may be longer than a line of a phone.
    expect(banner()).toHaveStyle({ overflowWrap: 'anywhere' });
    withParams();
    await untilAsked(1);
    jest.useRealTimers();
    await waitFor(() => expect(banner()).not.toBeInTheDocument());
  });

  it('are not asked for by a page that is gone', async () => {
    jest.useFakeTimers();
    renderShell();
    cleanup();
    await jest.advanceTimersByTimeAsync(60 * 60_000);
    expect(globalThis.fetch).not.toHaveBeenCalled();
  });

  it('are said to be missing in a message, once, however often they are asked for', async () => {
    jest.useFakeTimers();
    answerParams({ ok: false, status: 503, statusText: 'Service Unavailable' });
    renderShell();
    const said = () => screen.getAllByText('Configuration is not available, please, reload: 503 Service Unavailable');
    await untilAsked(1);
    expect(said()[0]!.closest('.Toastify__toast--error')).toBeInTheDocument();
    await untilAsked(4);
    expect(said()).toHaveLength(1);
  });

  it('that cannot be used are said to be missing in one line', async () => {
    answerParams({ json: () => Promise.resolve({ brand: 'Cloud Practice', Auth: {} }) });
    renderShell();
    expect(await screen.findByText('Configuration is not available, please, reload: Auth.region: Invalid input')).toBeVisible();
  });
});

describe('the frame', () => {
  const notAName = { no: 'text' } as never;

  it('that fails leaves a plain panel with a reload, and is reported once', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const onFrameError = jest.fn();
    renderShell({ params: { brand: notAName }, onFrameError });
    expect(await screen.findByRole('heading', { level: 1, name: 'The site could not be shown' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled();
    expect(onFrameError).toHaveBeenCalledTimes(1);
  });
});

describe('pages', () => {
  const home = remote('mf-a', { '/': './home', '/other': './other' });
  const page = (text: string) => ({
    default: () => (
      <h1 id="page-heading" tabIndex={-1}>
        {text}
      </h1>
    ),
  });

  it('says that an unknown page is not available, in the words of the specification', async () => {
    renderShell({ path: '/nowhere' });
    expect(screen.getByRole('heading', { level: 1, name: 'Page is not available' })).toBeVisible();
    expect(screen.getByText('The page is not available.')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Page is not available | Cloud Practice'));
    expect(within(screen.getByRole('main')).getByRole('link')).toHaveAttribute('href', '/');
  });

  it('shows a panel with Retry where a page did not load; the rest stays, and Retry asks again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = jest.fn<() => Promise<ReturnType<typeof page>>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue(page('Home'));
    renderShell({ remotes: [home], source: { load } });
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
    expect(main()).toBeInTheDocument();
  });

  it('leaves the focus where a visitor has moved it while the page was on its way', async () => {
    let arrive = (): void => undefined;
    const other = new Promise<ReturnType<typeof page>>((resolve) => (arrive = () => resolve(page('Other'))));
    const load = (_remote: string, name: string) => (name === './other' ? other : Promise.resolve(page('Home')));
    renderShell({ remotes: [remote('mf-a', { '/': './home', '/practice': './other' })], source: { load } });
    await screen.findByRole('heading', { name: 'Home' });
    await userEvent.click(within(main()).getByRole('link', { name: 'Practice', hidden: true }));
    const menu = inMain('button', 'Elevate')!;
    await userEvent.click(menu);
    arrive();
    await screen.findByRole('heading', { name: 'Other' });
    expect(menu).toHaveFocus();
    expect(menu).toHaveAttribute('aria-expanded', 'true');
  });

  describe('that come unasked, as after a sign-in', () => {
    let leave = (_isReplaced: boolean): void => undefined;
    const Leaving = () => {
      const navigate = useNavigate();
      leave = (replace) => void navigate('/other', { replace });
      return page('Signing you in').default();
    };
    const load = (_remote: string, name: string) => Promise.resolve(name === './other' ? page('Other') : { default: Leaving });

    it('leave a menu open that was opened before', async () => {
      renderShell({ remotes: [home], source: { load } });
      await screen.findByRole('heading', { name: 'Signing you in' });
      const menu = inMain('button', 'Elevate')!;
      await userEvent.click(menu);
      act(() => leave(true));
      await screen.findByRole('heading', { name: 'Other' });
      expect(menu).toHaveAttribute('aria-expanded', 'true');
      expect(menu).toHaveFocus();
    });

    it('leave the drawer open, which Back closes', async () => {
      renderShell({ remotes: [home], source: { load } });
      await screen.findByRole('heading', { name: 'Signing you in' });
      await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
      const drawer = await screen.findByRole('dialog', { name: 'Menu' });
      act(() => leave(false));
      await screen.findByText('Other');
      expect(drawer).toBeInTheDocument();
      act(() => history.back());
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });
  });

  it('keeps the focus and the window where they are when the query alone changes', async () => {
    const Table = () => {
      const navigate = useNavigate();
      return (
        <>
          <h1 id="page-heading" tabIndex={-1}>
            Members
          </h1>
          <button onClick={() => void navigate({ search: 'sort=name' })}>Sort</button>
        </>
      );
    };
    renderShell({ remotes: [home], source: { load: () => Promise.resolve({ default: Table }) } });
    const sort = await screen.findByRole('button', { name: 'Sort' });
    await userEvent.click(sort);
    expect(window.location.search).toBe('?sort=name');
    expect(sort).toHaveFocus();
    expect(window.scrollTo).not.toHaveBeenCalled();
  });

  it('names a page that did not load in the title, and moves the focus to what stands in its place', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const load = (_remote: string, name: string) =>
      name === './other' ? Promise.reject(new Error('gone')) : Promise.resolve(page('Home'));
    const other = remote('mf-a', { '/': './home', '/practice': './other' });
    renderShell({ remotes: [other], source: { load } });
    await screen.findByRole('heading', { name: 'Home' });
    await userEvent.click(within(main()).getByRole('link', { name: 'Practice', hidden: true }));
    const heading = await screen.findByRole('heading', { level: 1, name: 'This part of the site did not load' });
    await waitFor(() => expect(heading).toHaveFocus());
    expect(document.title).toBe('This part of the site did not load | Cloud Practice');
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  });

  it('keeps what a page throws inside its own place, and reports it', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const onRenderError = jest.fn();
    const broken = () => {
      throw new Error('broken page');
    };
    renderShell({ remotes: [home], source: { load: () => Promise.resolve({ default: broken }) }, onRenderError });
    const panel = await screen.findByRole('alert');
    expect(within(panel).getByRole('heading', { level: 1 })).toHaveTextContent('This part of the site did not load');
    expect(onRenderError).toHaveBeenCalledWith('mf-a', './home', expect.objectContaining({ message: 'broken page' }), { default: broken });
    expect(screen.getByRole('contentinfo')).toBeVisible();
  });

  it.each(['/#100%', '/#%E0%A4%A'])('stand whole with a fragment that nothing can decode: %s', async (path) => {
    renderShell({ path, remotes: [home], source: { load: () => Promise.resolve(page('Home')) } });
    expect(await screen.findByRole('heading', { name: 'Home' })).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('that nobody owns stand whole with such a fragment too', () => {
    renderShell({ path: '/nowhere#100%' });
    expect(screen.getByRole('heading', { level: 1, name: 'Page is not available' })).toBeVisible();
  });

  it('scroll to the element whose name looks like a malformed encoding', async () => {
    const anchored = { default: () => <h2 id="100%">All of it</h2> };
    renderShell({ path: '/#100%', remotes: [home], source: { load: () => Promise.resolve(anchored) } });
    await screen.findByText('All of it');
    expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  });

  it('that did not load are reported by who loads them, not a second time as failures of rendering', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const onRenderError = jest.fn();
    renderShell({ remotes: [home], source: { load: () => Promise.reject(new Error('gone')) }, onRenderError });
    await screen.findByRole('alert');
    expect(onRenderError).not.toHaveBeenCalled();
  });

  describe('one of which failed', () => {
    const practice = remote('mf-a', { '/': './home', '/practice': './other', '/contact': './other' });
    const goTo = (name: string) => userEvent.click(within(main()).getByRole('link', { name, hidden: true }));
    const panel = () => screen.findByRole('heading', { name: 'This part of the site did not load' });

    it('leave the panel behind at the next address, also where the same page is shown there', async () => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const Fails = () => {
        if (window.location.pathname === '/practice') throw new Error('broken for this address');
        return <h1 id="page-heading">Fine here</h1>;
      };
      renderShell({ path: '/practice', remotes: [practice], source: { load: () => Promise.resolve({ default: Fails }) } });
      await panel();
      await goTo('Contact');
      expect(await screen.findByRole('heading', { name: 'Fine here' })).toBeVisible();
      expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    });

    it('are asked for again when the person comes back', async () => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      const load = jest.fn((_: string, name: string) => Promise.resolve(page(name === './home' ? 'Home' : 'Practised')));
      load.mockRejectedValueOnce(new Error('gone'));
      renderShell({ path: '/practice', remotes: [practice], source: { load } });
      await panel();
      await userEvent.click(screen.getAllByRole('link', { name: params.brand, hidden: true })[0]!);
      await screen.findByRole('heading', { name: 'Home' });
      await goTo('Practice');
      expect(await screen.findByRole('heading', { name: 'Practised' })).toBeVisible();
    });

    it('after the person had left are asked for again too', async () => {
      let fail: (error: Error) => void = () => undefined;
      const slow = new Promise<ReturnType<typeof page>>((_, reject) => (fail = reject));
      const load = jest.fn((_: string, name: string) => Promise.resolve(page(name === './home' ? 'Home' : 'Practised')));
      load.mockReturnValueOnce(slow);
      renderShell({ path: '/practice', remotes: [practice], source: { load } });
      await userEvent.click(screen.getAllByRole('link', { name: params.brand, hidden: true })[0]!);
      await screen.findByRole('heading', { name: 'Home' });
      fail(new Error('gone'));
      await goTo('Practice');
      expect(await screen.findByRole('heading', { name: 'Practised' })).toBeVisible();
    });
  });
});
