import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PROGRAMME_INTEREST_KEY } from '@site/contracts/programme-interest';
import { signedIn, signedOut } from '@site/session';
import { profile } from '../../sample-data';
import { showCard } from '../../testing/card-under-test';

type Profile = ReturnType<typeof profile>;

const due = { deletion_due_at: '2026-12-01T00:00:00.000Z' };

/** The card of a player with notifications, whose profile says `fresh` once it is changed elsewhere, or the erasure is called off. */
function show(fresh: Partial<Profile> = {}) {
  let stored = profile({ notify_opt_in: true, ...due });
  const changeElsewhere = () => void (stored = profile({ notify_opt_in: false, ...fresh }));
  const shown = showCard({
    'GET /user/profile': () => ({ body: stored }),
    'PUT /user/profile': () => ({ body: stored }),
    'DELETE /user/deletion': () => {
      changeElsewhere();
      return { body: { deletion_due_at: null } };
    },
  });
  return { ...shown, changeElsewhere };
}

const form = async () => within(await screen.findByRole('form', { name: 'Profile' }));
const emails = async () => (await form()).getByRole('switch', { name: 'Send me peer-group e-mails' });
const goal = async (name: RegExp) => (await form()).getByRole('checkbox', { name });
const [TRAINER, SPEARHEAD, PLAYER] = [/^Trainer/, /^Spearhead/, /^Player/];
const save = async () => {
  await userEvent.click((await form()).getByRole('button', { name: 'Save' }));
  await screen.findByText('Profile saved.');
};
/** One of the changes elsewhere on the card after which the profile is fetched again. */
const fetchAgain = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull());
};

beforeEach(() => {
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe('a profile that was changed elsewhere and is fetched again', () => {
  it('is what an untouched form shows, and what is saved with the next change', async () => {
    const { sentTo } = show();
    expect(await emails()).toBeChecked();
    await fetchAgain();
    expect(await emails()).not.toBeChecked();
    expect((await form()).queryByText('There are unsaved changes.')).not.toBeInTheDocument();
    await userEvent.click(await goal(TRAINER));
    await save();
    expect(sentTo('PUT /user/profile')).toMatchObject([{ notify_opt_in: false, goals: { 'elevate-2': true } }]);
  });

  it('leaves what the player has touched, and is taken over for all the rest', async () => {
    const { sentTo } = show({ goals: { ...profile().goals, 'elevate-3': true }, profile_visibility: 'sharable' });
    await userEvent.click(await goal(TRAINER));
    await fetchAgain();
    expect(await emails()).not.toBeChecked();
    expect(await goal(TRAINER)).toBeChecked();
    expect((await form()).getByText('There are unsaved changes.')).toBeVisible();
    await save();
    const goals = { ...profile().goals, 'elevate-2': true, 'elevate-3': true };
    expect(sentTo('PUT /user/profile')).toMatchObject([{ notify_opt_in: false, profile_visibility: 'sharable', goals }]);
  });

  it('gives way to a goal that was preselected only while it has none itself', async () => {
    window.localStorage.setItem(PROGRAMME_INTEREST_KEY, 'elevate-1');
    show({ goals: { ...profile().goals, 'elevate-3': true } });
    expect(await goal(PLAYER)).toBeChecked();
    await fetchAgain();
    expect(await goal(PLAYER)).not.toBeChecked();
    expect(await goal(SPEARHEAD)).toBeChecked();
  });

  it('is taken over also where the changes were kept while the session had ended', async () => {
    const { changeSession, changeElsewhere } = show();
    await userEvent.click(await goal(TRAINER));
    await changeSession(signedOut());
    changeElsewhere();
    await changeSession(signedIn({ username: 'ada', groups: [] }));
    expect(await goal(TRAINER)).toBeChecked();
    await waitFor(async () => expect(await emails()).not.toBeChecked());
  });
});
