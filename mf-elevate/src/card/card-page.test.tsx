import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PROGRAMME_INTEREST_KEY } from '@site/contracts/programme-interest';
import { signedIn, signedOut } from '@site/session';
import { pageUnderTest, type ScriptedAnswer } from '@site/testing/page-under-test';
import { playerDemos, playerPlaybooks, profile, refusal } from '../sample-data';
import { DEMO, dialog, erasable, errorToast, showCard as show } from '../testing/card-under-test';
import CardPage from './card-page';

const region = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('signed out', () => {
  it('the card is a protected section, and nothing is fetched', () => {
    const { sent } = show({}, { who: 'visitor' });
    expect(screen.getByText('This section is protected')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/signin/card');
    expect(sent).toEqual([]);
  });
});

const REFUSED = { status: 400, statusText: 'Bad Request' };

describe('what the card cannot fetch is said', () => {
  it('of the profile', async () => {
    show({ 'GET /user/profile': REFUSED });
    expect(await errorToast('Error occurred: Failed fetching data')).toBeVisible();
  });

  it('of the playbooks, also where the server says no more', async () => {
    show({ 'GET /playbooks/player': REFUSED });
    expect(await errorToast('Error occurred: Failed fetching your playbooks')).toBeVisible();
  });
});

it.each([
  ['GET /user/profile', {}, 'Your card did not load'],
  ['GET /user/profile', null, 'Your card did not load'],
  ['GET /demos/player', [], 'Your demos did not load'],
  ['GET /playbooks/player', { playerPlaybooks: [], playbooksMap: null }, 'Your playbooks did not load'],
])('what is answered to %s with %j is none, and can be asked for again', async (call, body, panel) => {
  // The call is repeated after pauses, for which nobody waits.
  jest.useFakeTimers();
  show({ [call]: { body } });
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(screen.getByText(panel)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

describe('the profile panel', () => {
  it('shows the default picture, 200 by 200 pixels, while there is no photo', async () => {
    show();
    const picture = (await region('Profile')).getByRole('img', { name: 'Ada Player, no photo' });
    expect(picture).toBeVisible();
    expect(picture).toHaveStyle({ width: '200px', height: '200px' });
  });

  it('shows the photo when there is one', async () => {
    show({ 'GET /user/profile': { body: profile({ profile_photo_url: '/photo.jpg', profile_photo_url_2x: '/photo-2x.jpg' }) } });
    expect((await region('Profile')).getByRole('img', { name: 'Ada Player' })).toHaveAttribute(
      'src',
      new URL('/photo-2x.jpg', location.href).href,
    );
  });

  it('says at rank 0 that the evaluation is in progress, and later how many tesserae there are', async () => {
    const { unmount } = show();
    const early = await region('Profile');
    expect(early.getByText('Evaluation is in progress')).toBeVisible();
    expect(early.queryByText(/of 4 tesserae/)).not.toBeInTheDocument();
    unmount();
    show({ 'GET /user/profile': { body: profile({ tessera_rank: 1 }) } });
    const later = await region('Profile');
    expect(later.getByText('1 of 4 tesserae')).toBeVisible();
    expect(later.queryByText('Evaluation is in progress')).not.toBeInTheDocument();
  });

  it('fills the mosaic by rank', async () => {
    show({ 'GET /user/profile': { body: profile({ tessera_rank: 3 }) } });
    expect((await region('Profile')).getByText('3 of 4 tesserae')).toBeVisible();
    expect(document.querySelectorAll('[data-filled=true]')).toHaveLength(3);
  });

  it('refuses a photo that is neither png nor jpeg', async () => {
    const { sentTo } = show();
    await region('Profile');
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    expect(input).toHaveAttribute('accept', 'image/png,image/jpeg');
    await userEvent.setup({ applyAccept: false }).upload(input, new File(['x'], 'photo.gif', { type: 'image/gif' }));
    expect(dialog().getByRole('alert')).toHaveTextContent('Choose a png or jpeg picture');
    expect(dialog().getByRole('button', { name: 'Save photo' })).toHaveAttribute('aria-disabled', 'true');
    expect(sentTo('PUT /user/profile/photo')).toEqual([]);
  });
});

describe('the next step', () => {
  it('names all three conditions of a ranking', async () => {
    show();
    expect(
      await screen.findByText('select relevant goals, add at least one demo, and pick at least one playbook to allow for ranking'),
    ).toBeVisible();
    for (const part of ['Goals: to do', 'Demo: to do', 'Playbook: to do'])
      await waitFor(() => expect(screen.getByText(part)).toBeVisible());
  });

  it('ticks off what is there', async () => {
    // A personal goal is a goal, as on the draft.
    const wanted = profile({ goals_personal: { ...profile().goals_personal, 'find-team': true } });
    show({ 'GET /demos/player': { body: playerDemos(DEMO) }, 'GET /user/profile': { body: wanted } });
    for (const part of ['Goals', 'Demo']) await waitFor(() => expect(screen.getByText(`${part}: done`)).toBeVisible());
    expect(screen.getByText('Demo: to do')).not.toBeVisible();
  });
});

describe('my demos', () => {
  it('say that there are none, and lead to the draft page', async () => {
    show();
    const demos = await region('My demos');
    expect(await demos.findByText('No demos for now')).toBeVisible();
    expect(demos.getByRole('link', { name: 'Add more demos' })).toHaveAttribute('href', '/draft');
  });

  it('show the kind, the linked description and the endorsements', async () => {
    show({ 'GET /demos/player': { body: playerDemos(DEMO) } });
    const entry = within(await screen.findByRole('article', { name: 'Tenant isolation' }));
    expect(entry.getByRole('link', { name: /^My demo/ })).toHaveAttribute('href', 'https://demo.example/');
    expect(within(entry.getByRole('list', { name: 'Endorsements' })).getAllByRole('listitem')).toHaveLength(2);
  });

  it('show the failure as a toast and as a panel', async () => {
    show({ 'GET /demos/player': { status: 401, body: refusal('Sign in') } });
    expect(await screen.findAllByText('Error occurred: Failed fetching your demos')).not.toHaveLength(0);
    expect(await screen.findByText('Your demos did not load')).toBeVisible();
    expect(screen.getByText('If you write to us about it, name the request r-1.')).toBeVisible();
  });
});

describe('playbooks followed', () => {
  const FOLLOW = { id: 3, playbook_id: 7, role: 'produce' as const };

  it('say that there are none', async () => {
    show();
    expect(await (await region('Playbooks followed')).findByText('No playbooks for now')).toBeVisible();
  });

  it('show name, description, the role as Objective, and a details link', async () => {
    show({ 'GET /playbooks/player': { body: playerPlaybooks(FOLLOW) } });
    const entry = within(await screen.findByRole('article', { name: 'The Open Bench' }));
    expect(entry.getByText('A standing table.')).toBeVisible();
    expect(entry.getByText(/^Objective:/)).toHaveTextContent('Objective: produce');
    expect(entry.getByRole('link', { name: /^Learn more/ })).toHaveAttribute('href', '/playbook/7');
  });

  it('are unfollowed, and followed again with Undo', async () => {
    let stored = playerPlaybooks(FOLLOW);
    const { sentTo } = show({
      'GET /playbooks/player': () => ({ body: stored }),
      'DELETE /playbooks/player/3': () => {
        stored = playerPlaybooks();
        return { body: FOLLOW };
      },
      'POST /playbooks/player': () => {
        stored = playerPlaybooks({ ...FOLLOW, id: 4 });
        return { body: FOLLOW };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Unfollow The Open Bench' }));
    expect(await screen.findByText('You no longer follow The Open Bench.')).toBeVisible();
    expect(await screen.findByText('No playbooks for now')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('article', { name: 'The Open Bench' })).toBeVisible();
    expect(sentTo('POST /playbooks/player')).toEqual([{ playbook_id: 7, role: 'produce' }]);
    expect(screen.queryByText('You no longer follow The Open Bench.')).not.toBeInTheDocument();
  });

  it('are unfollowed once, also where the button is pressed again before the answer', async () => {
    const { sentTo } = show({
      'GET /playbooks/player': { body: playerPlaybooks(FOLLOW) },
      'DELETE /playbooks/player/3': { status: 404, statusText: 'Not Found' },
    });
    const button = await screen.findByRole('button', { name: 'Unfollow The Open Bench' });
    fireEvent.click(button);
    fireEvent.click(button);
    await screen.findByText('Error: Not Found');
    expect(sentTo('DELETE /playbooks/player/3')).toHaveLength(1);
  });

  it('stay when unfollowing fails, with the status text as a toast', async () => {
    show({
      'GET /playbooks/player': { body: playerPlaybooks(FOLLOW) },
      'DELETE /playbooks/player/3': { status: 404, statusText: 'Not Found' },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Unfollow The Open Bench' }));
    expect(await screen.findByText('Error: Not Found')).toBeVisible();
    expect(screen.getByRole('article', { name: 'The Open Bench' })).toBeVisible();
  });

  it("name the server's error when they cannot be fetched", async () => {
    show({ 'GET /playbooks/player': { status: 403, body: refusal('Account is closed') } });
    expect(await screen.findByText('Error occurred: Failed fetching your playbooks: Account is closed')).toBeVisible();
  });
});

describe('goals and settings', () => {
  const form = async () => within(await screen.findByRole('form', { name: 'Profile' }));

  it('offer public visibility disabled, sharable, and private as Only me', async () => {
    show();
    const shown = await form();
    expect(shown.getByRole('radio', { name: 'Public' })).toBeDisabled();
    expect(shown.getByRole('radio', { name: 'Sharable' })).toBeEnabled();
    expect(shown.getByRole('radio', { name: 'Only me' })).toBeChecked();
  });

  it('are saved together', async () => {
    const { sentTo } = show({ 'PUT /user/profile': { body: profile() } });
    const shown = await form();
    await userEvent.click(shown.getByRole('radio', { name: 'Sharable' }));
    await userEvent.click(shown.getByRole('checkbox', { name: /^Trainer/ }));
    await userEvent.click(shown.getByRole('checkbox', { name: 'Practice interviews' }));
    await userEvent.click(shown.getByRole('switch', { name: 'Send me peer-group e-mails' }));
    expect(shown.getByText('There are unsaved changes.')).toBeVisible();
    await userEvent.click(shown.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Profile saved.')).toBeVisible();
    expect(sentTo('PUT /user/profile')).toEqual([
      {
        notify_opt_in: true,
        profile_visibility: 'sharable',
        goals: { ...profile().goals, 'elevate-2': true },
        goals_personal: { ...profile().goals_personal, 'interview-practice': true },
      },
    ]);
  });

  it('are as saved for whoever leaves the card and comes back before the profile is there again', async () => {
    let times = 0;
    const saved = { ...profile().goals, 'elevate-2': true };
    const { store, unmount } = show({
      'GET /user/profile': () => ((times += 1) === 1 ? { body: profile() } : new Promise<ScriptedAnswer>(() => undefined)),
      'PUT /user/profile': { body: profile({ goals: saved }) },
    });
    await userEvent.click((await form()).getByRole('checkbox', { name: /^Trainer/ }));
    await userEvent.click((await form()).getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile saved.');
    unmount();
    render(pageUnderTest({ store, Page: CardPage, at: '/card' }));
    expect((await form()).getByRole('checkbox', { name: /^Trainer/ })).toBeChecked();
  });

  it('have one place, to which an address leads, before they are there and afterwards', async () => {
    let answer: (value: ScriptedAnswer) => void = () => undefined;
    const answered = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
    show({ 'GET /user/profile': () => answered }, { at: '/card#goals' });
    const place = document.getElementById('goals');
    expect(place).toHaveTextContent('Loading your goals');
    answer({ body: profile() });
    await form();
    expect(document.getElementById('goals')).toBe(place);
    expect(place).toContainElement(screen.getByRole('form', { name: 'Profile' }));
  });

  it('say the status text when saving fails', async () => {
    show({ 'PUT /user/profile': { status: 500, statusText: 'Internal Server Error' } });
    await userEvent.click((await form()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Error: Internal Server Error')).toBeVisible();
  });

  it('ask for another visibility where public was set', async () => {
    const { sentTo } = show({ 'GET /user/profile': { body: profile({ profile_visibility: 'public' }) } });
    await userEvent.click((await form()).getByRole('button', { name: 'Save' }));
    expect((await form()).getByRole('radiogroup', { name: 'Profile visibility' })).toHaveAccessibleDescription(
      'Choose sharable or private',
    );
    expect(sentTo('PUT /user/profile')).toEqual([]);
  });

  it('preselect the programme of interest that was remembered at sign-up, until the profile is saved', async () => {
    window.localStorage.setItem(PROGRAMME_INTEREST_KEY, 'elevate-3');
    show({ 'PUT /user/profile': { body: profile() } });
    expect((await form()).getByRole('checkbox', { name: /^Spearhead/ })).toBeChecked();
    await userEvent.click((await form()).getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile saved.');
    expect(window.localStorage.getItem(PROGRAMME_INTEREST_KEY)).toBeNull();
  });

  const leave = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

  it('are left without a question while only what the sign-up link preselected differs', async () => {
    window.localStorage.setItem(PROGRAMME_INTEREST_KEY, 'elevate-1');
    show();
    const shown = await form();
    const [preselected, other] = [/^Player/, /^Trainer/].map((name) => shown.getByRole('checkbox', { name }));
    expect(preselected).toBeChecked();
    expect(shown.queryByText('There are unsaved changes.')).not.toBeInTheDocument();
    expect(leave()).toBe(true);
    await userEvent.click(other!);
    expect(shown.getByText('There are unsaved changes.')).toBeVisible();
    expect(leave()).toBe(false);
    await userEvent.click(other!);
    expect(leave()).toBe(true);
  });

  it('are saved as soon as it is said so, and from then on what was preselected is a change like any other', async () => {
    window.localStorage.setItem(PROGRAMME_INTEREST_KEY, 'elevate-1');
    // The profile that is asked for after a save has not come yet.
    show({ 'PUT /user/profile': { body: profile() } });
    const shown = await form();
    await userEvent.click(shown.getByRole('checkbox', { name: /^Trainer/ }));
    await userEvent.click(shown.getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile saved.');
    expect(leave()).toBe(true);
    await userEvent.click(shown.getByRole('checkbox', { name: /^Trainer/ }));
    expect(leave()).toBe(false);
  });

  it('are guarded: a page with unsaved changes asks before it is left', async () => {
    show();
    await form();
    expect(leave()).toBe(true);
    await userEvent.click((await form()).getByRole('checkbox', { name: /^Trainer/ }));
    expect(leave()).toBe(false);
  });

  it('that are not saved when the session ends are there again, as unsaved ones, for the same player', async () => {
    const { changeSession } = show();
    const trainer = async () => (await form()).getByRole('checkbox', { name: /^Trainer/ });
    await userEvent.click(await trainer());
    await changeSession(signedOut());
    await changeSession(signedIn({ username: 'grace', groups: [] }));
    expect(await trainer()).not.toBeChecked();
    await changeSession(signedOut());
    await changeSession(signedIn({ username: 'ada', groups: [] }));
    expect(await trainer()).toBeChecked();
    expect((await form()).getByText('There are unsaved changes.')).toBeVisible();
    expect(leave()).toBe(false);
  });

  it('that were saved, or taken back, are those of the profile after a session has ended', async () => {
    const trains = profile({ goals: { ...profile().goals, 'elevate-2': true } });
    const { changeSession } = show({ 'PUT /user/profile': { body: trains } });
    const again = async () => {
      await changeSession(signedOut());
      await changeSession(signedIn({ username: 'ada', groups: [] }));
    };
    const tick = async (name: RegExp) => userEvent.click((await form()).getByRole('checkbox', { name }));
    await tick(/^Trainer/);
    await userEvent.click((await form()).getByRole('button', { name: 'Save' }));
    await screen.findByText('Profile saved.');
    await again();
    expect((await form()).getByRole('checkbox', { name: /^Trainer/ })).not.toBeChecked();
    await tick(/^Player/);
    await tick(/^Player/);
    expect(window.sessionStorage).toHaveLength(0);
  });
});

describe('the data of the player', () => {
  it('may be erased with the password, and the erasure called off', async () => {
    const { sentTo } = show(erasable());
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    await userEvent.type(dialog().getByLabelText(/^Password/), 'correct horse');
    await userEvent.click(dialog().getByRole('button', { name: 'Delete my account' }));
    expect(await screen.findByText(/^Your account will be erased on/)).toBeVisible();
    expect(sentTo('POST /user/deletion')).toEqual([{ password: 'correct horse' }]);
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await waitFor(() => expect(screen.queryByText(/^Your account will be erased on/)).not.toBeInTheDocument());
  });

  it('is not erased with a wrong password', async () => {
    show({ 'POST /user/deletion': { status: 403, body: refusal('The password is not right') } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Delete my account' }));
    await waitFor(() => expect(dialog().getByLabelText(/^Password/)).toHaveAccessibleDescription(/The password is not right/));
  });

  it('cannot be left alone while the erasure is being asked for', async () => {
    const { sentTo } = show({ 'POST /user/deletion': () => new Promise(() => undefined) });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
    await userEvent.click(dialog().getByRole('button', { name: 'Delete my account' }));
    expect(sentTo('POST /user/deletion')).toHaveLength(1);
    expect(dialog().getByRole('button', { name: 'Cancel' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('of which a copy cannot be had says why', async () => {
    show({ 'GET /user/export': { status: 429, statusText: 'Too Many Requests' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Error: Too Many Requests')).toBeVisible();
  });
});
