/** The card of a member, or what a visitor sees in its place, on a scripted backend. */
import { act, render, screen, within } from '@testing-library/react';
import { signedIn, signedOut } from '@site/session';
import { makeStore, pageUnderTest, scriptBackend } from '@site/testing/page-under-test';
import CardPage from '../card/card-page';
import { demo, playerDemos, playerPlaybooks, profile } from '../sample-data';

type Script = Parameters<typeof scriptBackend>[0];

export const DEMO = {
  id: 5,
  demo_kind_id: 1,
  url: 'https://demo.example/',
  description: 'My demo',
  endorsements: ['Clear', 'Reproducible'],
};

/** A backend on which the account can be erased, and the erasure called off. @param reading What the profile waits for. */
export function erasable(reading: () => Promise<unknown> = () => Promise.resolve()): Script {
  let due: string | null = null;
  const become = (value: string | null) => {
    due = value;
    return { body: { deletion_due_at: due } };
  };
  return {
    'GET /user/profile': () => reading().then(() => ({ body: profile({ deletion_due_at: due }) })),
    'POST /user/deletion': () => become('2026-12-01T00:00:00.000Z'),
    'DELETE /user/deletion': () => become(null),
  };
}

export function showCard(script: Script = {}, { at = '/card', who = 'player' }: { at?: string; who?: 'player' | 'visitor' } = {}) {
  const sent = scriptBackend({
    'GET /user/profile': { body: profile() },
    'GET /demos/player': { body: playerDemos() },
    'GET /playbooks/player': { body: playerPlaybooks() },
    'GET /draft/demos': { body: [demo(), demo({ id: 2, name: 'Usage metering' })] },
    ...script,
  });
  const store = makeStore();
  store.dispatch(who === 'player' ? signedIn({ username: 'ada', groups: [] }) : signedOut());
  const { unmount } = render(pageUnderTest({ store, Page: CardPage, at }));
  const changeSession = (action: ReturnType<typeof signedIn> | ReturnType<typeof signedOut>) =>
    act(async () => void store.dispatch(action));
  return {
    store,
    changeSession,
    unmount,
    sent,
    sentTo: (call: string) => sent.filter((request) => request.call === call).map(({ body }) => body),
  };
}

export const dialog = () => within(screen.getByRole('dialog'));

/** The toast, once it is there and is one of an error. */
export const errorToast = async (text: string) => (await screen.findByText(text)).closest('.Toastify__toast--error');
