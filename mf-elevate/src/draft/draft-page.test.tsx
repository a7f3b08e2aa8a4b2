import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { signedIn, signedOut } from '@site/session';
import { pageUnderTest, makeStore, scriptBackend, type ScriptedAnswer } from '@site/testing/page-under-test';
import { profileApi } from '../profile.api';
import { demo, playbook, profile, refusal } from '../sample-data';
import DraftPage from './draft-page';

function show(who: 'visitor' | 'player', script: Parameters<typeof scriptBackend>[0], at = '/draft') {
  const sent = scriptBackend({
    'GET /draft/demos': { body: [] },
    'GET /draft/playbooks': { body: [] },
    'GET /user/draft/playbooks': { body: [] },
    ...script,
  });
  const store = makeStore();
  store.dispatch(who === 'player' ? signedIn({ username: 'ada', groups: [] }) : signedOut());
  const { unmount } = render(pageUnderTest({ store, Page: DraftPage, at }));
  return { sent, store, unmount };
}

const column = (name: string) => within(screen.getByRole('region', { name }));
const card = async (name: string) => within(await screen.findByRole('article', { name }));

/** Where the sign-in returns to that a press has led to. */
const wayBack = () => (window.history.state as { usr: { returnTo: string } }).usr.returnTo;

beforeEach(() => window.sessionStorage.clear());
afterEach(() => {
  jest.useRealTimers();
});

describe('the demos column', () => {
  it('shows name, both descriptions and badges, and leaves meta demos out', async () => {
    show('visitor', {
      'GET /draft/demos': { body: [demo({ sponsored: true }), demo({ id: 2, name: 'About demos', is_meta_demo: true })] },
    });
    const shown = await card('Tenant isolation');
    for (const text of ['Keep two tenants apart.', 'Bring the failed query.', 'SaaS foundations', 'Open', 'Sponsored']) {
      expect(shown.getByText(text)).toBeVisible();
    }
    expect(screen.queryByText('About demos')).not.toBeInTheDocument();
  });

  it('keeps the paragraphs of both descriptions', async () => {
    show('visitor', { 'GET /draft/demos': { body: [demo({ description: 'Keep apart.\n\nAll.', description_2: 'Bring it.\n\nNow.' })] } });
    const shown = await card('Tenant isolation');
    for (const text of [/^Keep apart/, /^Bring it/]) expect(shown.getByText(text)).toHaveStyle({ whiteSpace: 'pre-line' });
  });

  it('marks only sponsored demos as sponsored', async () => {
    show('visitor', { 'GET /draft/demos': { body: [demo()] } });
    expect((await card('Tenant isolation')).queryByText('Sponsored')).not.toBeInTheDocument();
  });

  it("sends a visitor to sign in on 'Demo like this', to return to the card's dialog", async () => {
    show('visitor', { 'GET /draft/demos': { body: [demo()] } });
    await userEvent.click((await card('Tenant isolation')).getByRole('button', { name: 'Demo like this' }));
    expect(screen.getByText('Led to /signin')).toBeVisible();
    expect(window.history.state).toMatchObject({ usr: { returnTo: '/card?demo=1' } });
  });

  it("opens the card's dialog for a player on 'Demo like this'", async () => {
    show('player', { 'GET /draft/demos': { body: [demo()] } });
    await userEvent.click((await card('Tenant isolation')).getByRole('button', { name: 'Demo like this' }));
    expect(screen.getByText('Led to /card?demo=1')).toBeVisible();
  });
});

describe('an available playbook', () => {
  it('shows name, level, size and two descriptions, and a details link that opens a new tab', async () => {
    show('visitor', { 'GET /draft/playbooks': { body: [playbook()] } });
    const shown = await card('The Open Bench');
    for (const text of ['Player', 'Size: 4-9', 'A standing table.', 'Curiosity first.']) expect(shown.getByText(text)).toBeVisible();
    expect(shown.queryByText('Roles rotate.')).not.toBeInTheDocument();
    const details = shown.getByRole('link', { name: /^Learn more/ });
    expect(details).toHaveAttribute('href', '/playbook/7');
    expect(details).toHaveAttribute('target', '_blank');
  });

  it('shows one number when the sizes are equal', async () => {
    show('visitor', { 'GET /draft/playbooks': { body: [playbook({ min_size: 3, max_size: 3 })] } });
    expect((await card('The Open Bench')).getByText('Size: 3')).toBeVisible();
  });

  it('breaks a level that is longer than its line', async () => {
    show('visitor', { 'GET /draft/playbooks': { body: [playbook()] } });
    expect((await card('The Open Bench')).getByText('Player')).toHaveStyle({ overflowWrap: 'anywhere' });
  });

  it.each([
    ['Follow', 'join'],
    ['Produce', 'produce'],
  ])('is followed by a player with %s, who ends on the card', async (button, role) => {
    const { sent } = show('player', {
      'GET /user/draft/playbooks': { body: [playbook()] },
      'POST /playbooks/player': { body: { id: 1, playbook_id: 7, role } },
    });
    await userEvent.click((await card('The Open Bench')).getByRole('button', { name: button }));
    expect(await screen.findByText('Led to /card')).toBeVisible();
    expect(sent.find(({ call }) => call === 'POST /playbooks/player')).toMatchObject({
      body: { playbook_id: 7, role },
      authorization: 'Bearer token-of-the-player',
    });
  });

  it('is followed once, however often it is pressed, and leaves a player who has gone elsewhere meanwhile where they are', async () => {
    let answer: (value: ScriptedAnswer) => void = () => undefined;
    const answered = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
    const { sent } = show('player', { 'GET /user/draft/playbooks': { body: [playbook()] }, 'POST /playbooks/player': () => answered });
    await userEvent.click((await card('The Open Bench')).getByRole('button', { name: 'Follow' }));
    expect(screen.getByRole('button', { name: 'Following...' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Produce' }));
    expect(sent.filter(({ call }) => call === 'POST /playbooks/player')).toHaveLength(1);
    await userEvent.click(screen.getByRole('link', { name: 'Ground rules' }));
    await act(async () => {
      answer({ body: { id: 1, playbook_id: 7, role: 'join' } });
      // Everything that follows an answer happens before the next task.
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(screen.getByText('Led to /playbooks')).toBeVisible();
  });

  it('sends a visitor to sign in first, and finishes what was begun afterwards', async () => {
    const visit = show('visitor', { 'GET /draft/playbooks': { body: [playbook()] } });
    await userEvent.click((await card('The Open Bench')).getByRole('button', { name: 'Follow' }));
    expect(screen.getByText('Led to /signin/draft')).toBeVisible();
    const returnTo = wayBack();
    visit.unmount();

    const followed = { 'POST /playbooks/player': { body: { id: 1, playbook_id: 7, role: 'join' } } };
    const back = show('player', followed, returnTo);
    expect(await screen.findByText('Led to /card')).toBeVisible();
    expect(back.sent.filter(({ call }) => call === 'POST /playbooks/player').map(({ body }) => body)).toEqual([
      { playbook_id: 7, role: 'join' },
    ]);
    back.unmount();

    const { sent } = show('player', followed, returnTo);
    await screen.findByText('No playbooks for now');
    expect(sent.map(({ call }) => call)).not.toContain('POST /playbooks/player');
  });

  it.each([
    ['is abandoned, and somebody signs in for another reason later', 0, () => '/draft'],
    ['took too long', 31 * 60_000, wayBack],
  ])('is not followed by surprise when the sign-in %s', async (_, later, returnTo) => {
    jest.useFakeTimers({ doNotFake: ['setTimeout', 'queueMicrotask', 'requestAnimationFrame'] });
    const visit = show('visitor', { 'GET /draft/playbooks': { body: [playbook()] } });
    const follow = await screen.findByRole('button', { name: 'Follow' });
    act(() => follow.click());
    const at = returnTo();
    jest.setSystemTime(Date.now() + later);
    visit.unmount();
    const { sent } = show('player', {}, at);
    await screen.findByText('No playbooks for now');
    expect(sent.map(({ call }) => call)).not.toContain('POST /playbooks/player');
  });

  it('is not followed because of an address that somebody made up', async () => {
    const { sent } = show('player', {}, `/draft?wish=${Date.now() + 60_000}`);
    await screen.findByText('No playbooks for now');
    expect(sent.map(({ call }) => call)).not.toContain('POST /playbooks/player');
  });

  it.each([
    [
      'warns with the error that the server names',
      { status: 403, statusText: 'Forbidden', body: refusal('Not yours') },
      'Error: Not yours',
    ],
    ['shows the status text where the server names none', { status: 502, statusText: 'Bad Gateway' }, 'Bad Gateway'],
  ])('stays where it is when following fails, and %s', async (_, answer, toast) => {
    show('player', { 'GET /user/draft/playbooks': { body: [playbook()] }, 'POST /playbooks/player': answer });
    await userEvent.click((await card('The Open Bench')).getByRole('button', { name: 'Follow' }));
    expect(await screen.findByText(toast)).toBeVisible();
    // The store tells the button of the answer with the next frame, and the toast may be quicker.
    expect(await (await card('The Open Bench')).findByRole('button', { name: 'Follow' })).toBeEnabled();
  });
});

describe('a playbook that cannot be read yet', () => {
  it('locked: says that an active subscription is required, with links to sign up and sign in', async () => {
    show('visitor', { 'GET /draft/playbooks': { body: [playbook({ is_locked: true, description_1: null, description_2: null })] } });
    const shown = await card('The Open Bench');
    expect(shown.getByText('Further content requires an active subscription')).toBeVisible();
    expect(shown.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup');
    expect(shown.getByRole('link', { name: 'sign in' })).toHaveAttribute('href', '/signin/draft');
    expect(shown.queryByRole('button')).not.toBeInTheDocument();
  });

  it('locked for a player: says that the account has no subscription, and whom to ask', async () => {
    show('player', { 'GET /user/draft/playbooks': { body: [playbook({ is_locked: true, description_1: null, description_2: null })] } });
    const shown = await card('The Open Bench');
    expect(shown.getByText('Further content requires an active subscription')).toBeVisible();
    expect(shown.getByText(/Your account has none/)).toBeVisible();
    expect(shown.getByRole('link', { name: 'ask us' })).toHaveAttribute('href', '/intro');
    expect(shown.getByRole('link', { name: 'sign out' })).toHaveAttribute('href', '/signout');
    expect(shown.getByRole('link', { name: 'sign in' })).toHaveAttribute('href', '/signin/draft');
    expect(shown.getByRole('link', { name: 'sign up' })).toHaveAttribute('href', '/signup');
  });

  it('evaluating: says so, and warns a player without a goal', async () => {
    show('player', {
      'GET /user/draft/playbooks': { body: [playbook({ is_evaluating: true })] },
      'GET /user/profile': { body: profile() },
    });
    const shown = await card('The Open Bench');
    expect(shown.getByText('Evaluation is in progress')).toBeVisible();
    expect(shown.getByText('More relevant playbooks come as profile evaluation progresses.')).toBeVisible();
    expect(await screen.findByText('No goal is selected')).toBeVisible();
    expect(shown.getByRole('link', { name: 'goals section of your profile' })).toHaveAttribute('href', '/card#goals');
  });

  it('evaluating: takes a personal goal for a goal', async () => {
    const { sent } = show('player', {
      'GET /user/draft/playbooks': { body: [playbook({ is_evaluating: true })] },
      'GET /user/profile': { body: profile({ goals_personal: { ...profile().goals_personal, 'find-team': true } }) },
    });
    const shown = await card('The Open Bench');
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /user/profile'));
    expect(shown.getByText('Evaluation is in progress')).toBeVisible();
    expect(shown.queryByText('No goal is selected')).toBeNull();
  });

  it('evaluating: comes with its warning, so that nothing moves when the profile is there', async () => {
    jest.useFakeTimers();
    let answer: (value: ScriptedAnswer) => void = () => undefined;
    const answered = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
    const { sent } = show('player', {
      'GET /user/draft/playbooks': { body: [playbook({ is_evaluating: true }), playbook({ id: 8, name: 'Interview Relay' })] },
      'GET /user/profile': () => answered,
    });
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(sent.map(({ call }) => call)).toContain('GET /user/profile');
    expect(column('Playbooks').getByRole('status')).toHaveTextContent('Loading playbooks');
    expect(screen.queryByRole('article')).not.toBeInTheDocument();
    answer({ body: profile() });
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(within(screen.getByRole('article', { name: 'The Open Bench' })).getByText('No goal is selected')).toBeVisible();
    expect(screen.getByRole('article', { name: 'Interview Relay' })).toBeVisible();
  });

  it('evaluating: waits two seconds for a profile, and no longer', async () => {
    jest.useFakeTimers();
    show('player', {
      'GET /user/draft/playbooks': { body: [playbook({ is_evaluating: true })] },
      'GET /user/profile': () => new Promise(() => undefined),
    });
    await act(() => jest.advanceTimersByTimeAsync(1_900));
    expect(column('Playbooks').getByRole('status')).toHaveTextContent('Loading playbooks');
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(within(screen.getByRole('article')).getByText('Evaluation is in progress')).toBeVisible();
  });

  it('evaluating: does not warn a player because of the goals of the account that was signed in before', async () => {
    jest.useFakeTimers();
    let answer: ScriptedAnswer | Promise<ScriptedAnswer> = { body: profile() };
    const { sent, store } = show('player', {
      'GET /user/draft/playbooks': { body: [playbook({ is_evaluating: true })] },
      'GET /user/profile': () => answer,
    });
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(screen.getByText('No goal is selected')).toBeVisible();
    answer = new Promise(() => undefined);
    act(() => void store.dispatch(signedIn({ username: 'bea', groups: [] })));
    await act(() => jest.advanceTimersByTimeAsync(2_100));
    expect(sent.filter(({ call }) => call === 'GET /user/profile')).toHaveLength(2);
    expect(screen.getByText('Evaluation is in progress')).toBeVisible();
    expect(screen.queryByText('No goal is selected')).not.toBeInTheDocument();
  });

  it('evaluating: does not warn a player who has selected a goal', async () => {
    const { sent, store } = show('player', {
      'GET /user/draft/playbooks': { body: [playbook({ is_evaluating: true })] },
      'GET /user/profile': { body: profile({ goals: { ...profile().goals, league: true } }) },
    });
    const shown = await card('The Open Bench');
    await waitFor(() => expect(sent.map(({ call }) => call)).toContain('GET /user/profile'));
    // Waits for the answer that the page has asked for.
    await act(async () => void (await store.dispatch(profileApi.endpoints.elevateProfile.initiate('ada'))));
    expect(shown.getByText('Evaluation is in progress')).toBeVisible();
    expect(screen.queryByText('No goal is selected')).not.toBeInTheDocument();
  });
});

describe('lists', () => {
  it('stand in two columns', () => {
    show('visitor', {});
    const columns = ['Demos', 'Playbooks'].map((name) => screen.getByRole('region', { name }));
    expect(columns[0]!.parentElement).toBe(columns[1]!.parentElement);
    expect([...columns[0]!.parentElement!.children]).toEqual(columns);
  });

  it('say that they are empty', async () => {
    show('visitor', {});
    expect(await screen.findByText('No demos for now')).toBeVisible();
    expect(await screen.findByText('No playbooks for now')).toBeVisible();
  });

  it('are the public ones for visitors and the personal one for players', async () => {
    const visitor = show('visitor', {});
    await screen.findByText('No playbooks for now');
    expect(visitor.sent.map(({ call }) => call).sort()).toEqual(['GET /draft/demos', 'GET /draft/playbooks']);
    expect(visitor.sent.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
    visitor.unmount();
    const player = show('player', {});
    await screen.findByText('No playbooks for now');
    expect(player.sent.map(({ call }) => call)).toContain('GET /user/draft/playbooks');
  });

  it('of a player are gone with the session, before those for visitors are there', async () => {
    const never = new Promise<ScriptedAnswer>(() => undefined);
    const { store } = show('player', { 'GET /user/draft/playbooks': { body: [playbook()] }, 'GET /draft/playbooks': () => never });
    await card('The Open Bench');
    act(() => void store.dispatch(signedOut()));
    expect(screen.queryByRole('article', { name: 'The Open Bench' })).not.toBeInTheDocument();
    // Nothing of it is kept in memory either.
    expect(JSON.stringify(store.getState())).not.toContain('The Open Bench');
  });

  it('that a visitor has read stay when the session is known to be none, and those of both columns are fetched again after a sign-out', async () => {
    const { sent, store } = show('visitor', { 'GET /draft/playbooks': { body: [playbook()] } });
    await card('The Open Bench');
    const asked = sent.length;
    act(() => void store.dispatch(signedOut()));
    expect(screen.getByRole('article', { name: 'The Open Bench' })).toBeVisible();
    expect(sent).toHaveLength(asked);
    act(() => void store.dispatch(signedIn({ username: 'ada', groups: [] })));
    act(() => void store.dispatch(signedOut()));
    expect(await screen.findByRole('article', { name: 'The Open Bench' })).toBeVisible();
    await waitFor(() => expect(sent.map(({ call }) => call).filter((call) => call === 'GET /draft/demos')).toHaveLength(2));
  });

  it('that fail show the toast, and a panel whose Retry fetches again', async () => {
    let working = false;
    show('visitor', { 'GET /draft/playbooks': () => (working ? { body: [playbook()] } : { status: 404, body: refusal('gone') }) });
    expect(await screen.findByText('Error occurred: Failed fetching playbooks descriptions')).toBeVisible();
    working = true;
    await userEvent.click(await column('Playbooks').findByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('article', { name: 'The Open Bench' })).toBeVisible();
  });

  it.each([
    ['Demos', 'GET /draft/demos', demo(), 'demo descriptions'],
    ['Playbooks', 'GET /draft/playbooks', playbook(), 'playbooks descriptions'],
  ])('that are answered with what is no list have failed, and leave the rest of the page: %s', async (title, call, entry, what) => {
    // The call is repeated after pauses, for which nobody waits.
    jest.useFakeTimers();
    let working = false;
    show('visitor', { [call]: () => ({ body: working ? [entry] : {} }) });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText(`Error occurred: Failed fetching ${what}`)).toBeVisible();
    working = true;
    act(() => column(title).getByRole('button', { name: 'Retry' }).click());
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(screen.getByRole('article', { name: entry.name })).toBeVisible();
  });

  it('that are empty show a spinner above their text', async () => {
    show('visitor', {});
    for (const text of ['No demos for now', 'No playbooks for now'])
      expect((await screen.findByText(text)).previousElementSibling).toHaveClass('site-spinner');
  });

  it('of demos that fail show a toast of their own', async () => {
    show('visitor', { 'GET /draft/demos': { status: 404, body: refusal('gone') } });
    expect(await screen.findByText('Error occurred: Failed fetching demo descriptions')).toBeVisible();
  });
});
