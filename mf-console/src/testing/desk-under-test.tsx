/** Test-only: a page of the console before a desk that the test scripts, in the shapes of the contracts. */
import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import { deskMessageSchema, deskPlaybookSchema, deskProjectSchema, peerGroupSchema } from '@site/contracts/api/desk';
import { accountSchema, memberDetailsSchema, memberSchema } from '@site/contracts/api/desk-members';
import { signedIn, signedOut } from '@site/session';
import { makeStore, pageUnderTest, scriptBackend, type SentRequest } from '@site/testing/page-under-test';
import { refused } from './registry-under-test';

const AT = '2026-11-22T10:00:00.000Z';

export const member = (more: object = {}) =>
  memberSchema.parse({
    ...{ id: 'ada', full_name: 'Ada Byron', email: 'ada@example.com', code: 'SELF-4E', tessera_rank: 1, notify_opt_in: true },
    ...{ subscription_until: null, deletion_due_at: null, version: 3, ...more },
    demos: [{ id: 7, demo_kind_id: 1, url: 'https://example.com/7', description: 'Mine', endorsements: [], version: 1 }],
  });

export const memberDetails = (more: object = {}) =>
  memberDetailsSchema.parse({
    ...{ ...member(), location: 'Albany', phone: '+12345678901', joined_at: AT, profile_visibility: 'private' },
    ...{ goals: ['league'], goals_personal: [], playbooks: [{ id: 1, name: 'Paid', state: 'locked', role: null }], ...more },
  });

export const account = (more: object = {}) =>
  accountSchema.parse({ id: 'ada', email: 'ada@example.com', status: 'confirmed', enabled: true, groups: [], version: 'a1', ...more });

export const group = (more: object = {}) =>
  peerGroupSchema.parse({ code: 'SELF-4E', name: 'Self-sponsored', is_open: true, members: 1, version: 1, ...more });

export const message = (more: object = {}) =>
  deskMessageSchema.parse({
    ...{ id: 5, goal: 'other', name: 'Sender', email: 'sender@example.com', phone: '+12345678901', message: 'Hello', status: 'new' },
    ...{ assigned_to: null, received_at: AT, answers: [], version: 1, ...more },
  });

export const playbook = (more: object = {}) =>
  deskPlaybookSchema.parse({
    ...{ id: 1, name: 'Paid', description_1: 'One', description_2: 'Two', description_3: 'Three', min_size: 2, max_size: 4 },
    ...{ memberLevel: 'Player', needs_subscription: true, needs_rank: false, is_listed: true, followers: 0, version: 4, ...more },
  });

export const project = deskProjectSchema.parse({
  id: 1,
  name: 'Atlas',
  description: 'Maps',
  url: 'https://example.com/atlas?a=1',
  version: 1,
});

export const stale = refused.by(412, 'changed-meanwhile', 'Somebody else has changed this meanwhile. Nothing was overwritten.');

type Script = Parameters<typeof scriptBackend>[0];

export const desk = (more: Script = {}): Script => ({
  'GET /desk/members?': { body: [member()] },
  'GET /desk/members/ada': { body: memberDetails() },
  'GET /desk/accounts/ada': { body: account() },
  'GET /desk/peer-groups?': { body: [group()] },
  'GET /desk/peer-group-names': { body: [{ code: 'SELF-4E', name: 'Self-sponsored' }] },
  'GET /desk/demo-kinds': { body: [{ id: 1, name: 'Search', description: 'Find', is_public: false, version: 1 }] },
  'GET /desk/messages?': { body: [message()] },
  'GET /desk/playbooks': { body: [playbook()] },
  ...more,
});

/** @param groups Of whoever is signed in; null for a visitor. @param route Pattern of the page's route, where that is not the address. */
export const showDesk = (...desk: Parameters<typeof openDesk>): SentRequest[] => openDesk(...desk).sent;

/** The same, with the store, in which the session is. */
export function openDesk(
  Page: ComponentType,
  at: string,
  script: Script = desk(),
  { groups = ['staff'], route }: { groups?: string[] | null; route?: string } = {},
) {
  const sent = scriptBackend(script);
  const store = makeStore();
  store.dispatch(groups === null ? signedOut() : signedIn({ username: 'grace', groups }));
  render(pageUnderTest({ store, Page, at, ...(route !== undefined && { route }) }));
  return { sent, store };
}
