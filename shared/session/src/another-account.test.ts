import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AuthParams } from '@site/contracts/params';

const auth: AuthParams = {
  region: 'local',
  userPoolId: 'local_1',
  userPoolClientId: 'web',
  domain: 'localhost',
  scopes: ['openid'],
  providers: [],
};
const LAST_USER = 'CognitoIdentityServiceProvider.web.LastAuthUser';

interface Member {
  username: string;
  groups: string[];
}

const currentMember = jest.fn<() => Promise<Member>>();
jest.unstable_mockModule('./amplify-adapter', () => ({ configure: () => undefined, currentMember }));

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}

const a1: Member = { username: 'a1', groups: [] };
const b2: Member = { username: 'b2', groups: [] };
const came = (member: Member) => ({ type: 'session/signedIn', payload: member });
const ended = { type: 'session/signedOut' };
/** What tells a document that somebody may have signed in elsewhere. */
const TOLD = [
  ['Back brings the document back', () => new PageTransitionEvent('pageshow', { persisted: true })],
  ['another tab has signed in', () => new StorageEvent('storage', { key: LAST_USER })],
] as const;

describe('a member of whose account the document shows', () => {
  const dispatch = jest.fn();
  let stop: () => void;
  let answer: (member: Member) => void;
  beforeEach(async () => {
    dispatch.mockClear();
    jest.resetModules();
    const { startSession } = await import('./auth');
    localStorage.setItem(LAST_USER, 'a1');
    currentMember.mockResolvedValueOnce(a1);
    stop = startSession({ auth, dispatch, onReturn: () => undefined, onExpired: () => undefined });
    await settle();
    currentMember.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  });
  afterEach(() => stop());
  const told = () => dispatch.mock.calls.map(([action]) => action);

  it.each(TOLD)('is gone before it is known who came, where %s and it is another one', async (_, event) => {
    localStorage.setItem(LAST_USER, 'b2');
    window.dispatchEvent(event());
    expect(told()).toEqual([came(a1), ended]);
    await settle();
    expect(told()).toEqual([came(a1), ended]);
    answer(b2);
    await settle();
    expect(told()).toEqual([came(a1), ended, came(b2)]);
  });

  it.each(TOLD)('stays where %s and it is the same one', async (_, event) => {
    window.dispatchEvent(event());
    await settle();
    answer(a1);
    await settle();
    expect(told()).toEqual([came(a1), came(a1)]);
  });
});
