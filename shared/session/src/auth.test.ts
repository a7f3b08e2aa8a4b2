import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AuthParams } from '@site/contracts/params';
import type { AuthEvents } from './amplify-adapter';
import type { SessionOptions } from './auth';
import { keptReturnPath, refuseReturn } from './returns';

const auth: AuthParams = {
  region: 'local',
  userPoolId: 'local_1',
  userPoolClientId: 'web',
  domain: 'localhost',
  scopes: ['openid'],
  providers: [],
};
const KEY = 'CognitoIdentityServiceProvider.web.';
const member = { username: 'a1', groups: ['staff'] };

let events: AuthEvents;
let loads = 0;
let stop = (): void => undefined;
const library = {
  configure: jest.fn((_auth: AuthParams, _origin: string, listeners: AuthEvents) => void (events = listeners)),
  currentMember: jest.fn(async (): Promise<typeof member | null> => member),
  accessToken: jest.fn(async () => 'token'),
  renewedAccessToken: jest.fn(async () => 'new token'),
  beginSignIn: jest.fn(async (_provider: string | null, _state: string) => undefined),
  endSession: jest.fn(async () => undefined),
  ...{ keptReturnPath, refuseReturn },
};
jest.unstable_mockModule('./amplify-adapter', () => {
  loads += 1;
  return library;
});

async function start(): Promise<{
  options: SessionOptions & { dispatch: jest.Mock; onReturn: jest.Mock; onExpired: jest.Mock };
  module: typeof import('./auth');
}> {
  jest.resetModules();
  loads = 0;
  const module = await import('./auth');
  const options = { auth, dispatch: jest.fn(), onReturn: jest.fn(), onExpired: jest.fn() };
  stop = module.startSession(options);
  return { options, module };
}
/** Whatever is waited for by timers that have come due, and by what these start. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setTimeout(resolve));
}
const types = (dispatch: jest.Mock) => dispatch.mock.calls.map(([action]) => (action as { type: string }).type);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});
afterEach(() => {
  stop();
  jest.clearAllMocks();
});

describe('a visitor', () => {
  it('is signed out at once, without the identity library', async () => {
    const { options, module } = await start();
    expect(types(options.dispatch)).toEqual(['session/signedOut']);
    expect(await module.accessToken()).toBeNull();
    expect(await module.renewAccessToken()).toBeNull();
    expect(loads).toBe(0);
  });

  it('does not start the library on an address with a code when no sign-in was begun here', async () => {
    history.replaceState(null, '', '/signin?code=1&state=2');
    await start();
    expect(loads).toBe(0);
  });
});

describe('a browser that refuses storage', () => {
  beforeEach(() => {
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
      jest.spyOn(Storage.prototype, method).mockImplementation(() => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      });
    }
  });
  afterEach(() => void jest.restoreAllMocks());

  it.each(['/', '/signin?code=1&state=2'])('holds a visitor of %s, who is signed out at once', async (address) => {
    history.replaceState(null, '', address);
    const { options, module } = await start();
    expect(types(options.dispatch)).toEqual(['session/signedOut']);
    expect(await module.accessToken()).toBeNull();
    expect(loads).toBe(0);
  });

  it('leaves it to the identity library to say that nobody can sign in with it', async () => {
    const { module } = await start();
    library.beginSignIn.mockRejectedValueOnce(new Error('This browser blocks cookies and site data.'));
    await expect(module.signIn(null, '/card')).rejects.toThrow('This browser blocks cookies and site data');
  });
});

describe('a return from a sign-in of which nothing is stored', () => {
  const failure = { type: 'session/signInFailed', payload: 'An error occurred while validating the state.' };

  /** Until what is told later was told. */
  const startAndTell = async () => {
    const started = await start();
    await settle();
    return started;
  };

  it('fails, says so, and leaves nothing of itself in the address', async () => {
    history.replaceState({ idx: 0 }, '', '/signin?code=1&state=2&lang=en#top');
    document.documentElement.dataset.session = 'member';
    const { options } = await startAndTell();
    expect(options.dispatch.mock.calls.at(-1)).toEqual([failure]);
    expect(location.pathname + location.search + location.hash).toBe('/signin?lang=en#top');
    expect(history.state).toMatchObject({ idx: 0 });
    expect(document.documentElement.dataset.session).toBeUndefined();
  });

  it('fails once: a reload says nothing', async () => {
    history.replaceState(null, '', '/signin?code=1&state=2');
    await startAndTell();
    stop();
    const { options } = await startAndTell();
    expect(types(options.dispatch)).toEqual(['session/signedOut']);
  });

  it('is signed in where another tab has done so meanwhile', async () => {
    localStorage.setItem(`${KEY}LastAuthUser`, 'a1');
    history.replaceState(null, '', '/signin?code=1&state=2');
    const { options } = await start();
    await settle();
    expect(types(options.dispatch)).toEqual(['session/signedIn']);
  });

  it.each(['/signin', '/signin?code=1', '/signin?state=2', '/signin/draft?code=1&state=2', '/draft?code=1&state=2'])(
    'is none at %s',
    async (address) => {
      history.replaceState(null, '', address);
      const { options } = await startAndTell();
      expect(types(options.dispatch)).toEqual(['session/signedOut']);
      expect(location.pathname + location.search).toBe(address);
    },
  );
});

describe('signing in', () => {
  it('starts clean after an abandoned flow and carries an own path as state', async () => {
    localStorage.setItem(`${KEY}inflightOAuth`, 'true');
    const { module } = await start();
    await module.signIn('LinkedIn', '/playbook/3');
    expect(localStorage.getItem(`${KEY}inflightOAuth`)).toBeNull();
    expect(library.beginSignIn).toHaveBeenCalledWith('LinkedIn', '/playbook/3');
  });

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)', ''])(
    'never returns to %s',
    async (path) => {
      const { module } = await start();
      await module.signIn(null, path);
      expect(library.beginSignIn).toHaveBeenCalledWith(null, '/card');
    },
  );

  it.each(['/signin?error=access_denied', '/signin?code=1&state=2'])(
    'that came to nothing at %s leads to the same page when it is tried again',
    async (address) => {
      sessionStorage.setItem(`${KEY}returnPath`, '/draft');
      history.replaceState(null, '', address);
      const { module } = await start();
      await module.signIn(null, '/card');
      expect(library.beginSignIn).toHaveBeenCalledWith(null, '/draft');
    },
  );

  it('that came to nothing leads elsewhere when it is begun at another entry of the history', async () => {
    sessionStorage.setItem(`${KEY}returnPath`, '/draft');
    history.replaceState(null, '', '/signin?code=1&state=2');
    const { module } = await start();
    history.pushState(null, '', '/signin');
    await module.signIn(null, '/playbook/3');
    expect(library.beginSignIn).toHaveBeenCalledWith(null, '/playbook/3');
  });

  it('leaves nobody who has gone to another page while it was on its way', async () => {
    history.replaceState(null, '', '/signin');
    const { module } = await start();
    const leaving = module.signIn(null, '/card');
    history.pushState(null, '', '/draft');
    await leaving;
    expect(library.beginSignIn).not.toHaveBeenCalled();
  });

  it('elsewhere leads to the page that is wanted now, whatever an earlier one was for', async () => {
    sessionStorage.setItem(`${KEY}returnPath`, '/draft');
    const { module } = await start();
    await module.signIn(null, '/playbook/3');
    expect(library.beginSignIn).toHaveBeenCalledWith(null, '/playbook/3');
  });

  it('forgets where it was to lead once it has led there', async () => {
    localStorage.setItem(`${KEY}inflightOAuth`, 'true');
    sessionStorage.setItem(`${KEY}returnPath`, '/draft');
    history.replaceState(null, '', '/signin?code=1&state=2');
    await start();
    await settle();
    events.onSignedIn();
    await settle();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it('returns to the wanted page before the session changes', async () => {
    localStorage.setItem(`${KEY}inflightOAuth`, 'true');
    history.replaceState(null, '', '/signin?code=1&state=2');
    const { options } = await start();
    await settle();
    localStorage.setItem(`${KEY}LastAuthUser`, 'a1');
    const order: string[] = [];
    options.onReturn.mockImplementation((path) => void order.push(String(path)));
    options.dispatch.mockImplementation(() => void order.push('session'));
    events.onSignedIn();
    events.onReturnState('/draft');
    await settle();
    expect(order).toEqual(['/draft', 'session']);
    expect(document.documentElement.dataset.session).toBe('member');
  });

  describe('and coming back to another page than that of the answer', () => {
    beforeEach(() => {
      for (const key of ['inflightOAuth', 'oauthState']) localStorage.setItem(KEY + key, 'true');
      sessionStorage.setItem(`${KEY}oauthState`, 'true');
    });

    it('is for the identity library, which ends the sign-in and says so', async () => {
      const { options } = await start();
      await settle();
      events.onFailure('User cancelled OAuth flow.');
      expect(options.dispatch.mock.calls).toEqual([[{ type: 'session/signInFailed', payload: 'User cancelled OAuth flow.' }]]);
    });

    it('is signed in where another tab has done so meanwhile', async () => {
      localStorage.setItem(`${KEY}LastAuthUser`, 'a1');
      const { options } = await start();
      await settle();
      expect(types(options.dispatch)).toEqual(['session/signedIn']);
    });

    it.each([
      ['in a tab that did not leave', () => sessionStorage.clear()],
      [
        'in a tab that did not leave, for a sign-in without a state',
        () => (sessionStorage.clear(), localStorage.removeItem(`${KEY}oauthState`)),
      ],
      ['while another tab is under way since', () => localStorage.setItem(`${KEY}oauthState`, 'that of the other tab')],
      ['once the sign-in has ended', () => localStorage.clear()],
    ])('touches nothing %s', async (_where, change) => {
      change();
      const { options } = await start();
      expect(types(options.dispatch)).toEqual(['session/signedOut']);
      expect(loads).toBe(0);
    });
  });

  it('comes to nothing, and says so, when the identity library does not load for the answer', async () => {
    for (const key of ['inflightOAuth', 'oauthState']) localStorage.setItem(KEY + key, 'true');
    history.replaceState(null, '', '/signin?code=1&state=2');
    library.configure.mockImplementationOnce(() => {
      throw new Error('Loading chunk amplify failed.');
    });
    const { options } = await start();
    await settle();
    expect(options.dispatch.mock.calls).toEqual([[{ type: 'session/signInFailed', payload: 'A network error has occurred.' }]]);
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('tells why it came to nothing', async () => {
    localStorage.setItem(`${KEY}inflightOAuth`, 'true');
    history.replaceState(null, '', '/signin?error=access_denied');
    const { options } = await start();
    await settle();
    events.onFailure('User cancelled OAuth flow.');
    expect(options.dispatch).toHaveBeenLastCalledWith({ type: 'session/signInFailed', payload: 'User cancelled OAuth flow.' });
  });
});

it.each(['signIn', 'signOut'] as const)(
  'where the identity library does not load, %s says that the network is to blame, and may be tried again',
  async (act) => {
    const { module } = await start();
    library.configure.mockImplementationOnce(() => {
      throw new Error('Loading chunk amplify failed.');
    });
    await expect(module[act](null, '/card')).rejects.toThrow('A network error has occurred.');
    await module[act](null, '/card');
    expect(library.configure).toHaveBeenCalledTimes(2);
  },
);

describe('a stored session', () => {
  beforeEach(() => localStorage.setItem(`${KEY}LastAuthUser`, 'a1'));

  it('is restored with its groups, and gives tokens to calls', async () => {
    const { options, module } = await start();
    await settle();
    expect(options.dispatch).toHaveBeenLastCalledWith({ type: 'session/signedIn', payload: member });
    expect(await module.accessToken()).toBe('token');
  });

  it('survives a network error', async () => {
    library.currentMember.mockRejectedValueOnce(new Error('A network error has occurred.'));
    const { options } = await start();
    await settle();
    expect(types(options.dispatch)).toEqual(['session/signedIn']);
  });

  it('that could not be renewed at first gets its groups with the first token for a call, and is asked for no more', async () => {
    library.currentMember.mockRejectedValueOnce(new Error('A network error has occurred.'));
    const { options, module } = await start();
    await settle();
    expect(options.dispatch).toHaveBeenLastCalledWith({ type: 'session/signedIn', payload: { username: 'a1', groups: [] } });
    for (let calls = 0; calls < 2; calls += 1) await module.accessToken();
    await settle();
    expect(options.dispatch).toHaveBeenLastCalledWith({ type: 'session/signedIn', payload: member });
    expect(library.currentMember).toHaveBeenCalledTimes(2);
  });

  it('is asked for once where it cannot be renewed: a failed refresh starts no other one', async () => {
    // As the library does: it announces the failure, then rejects.
    library.currentMember.mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve));
      events.onRefreshFailure();
      throw new Error('A network error has occurred.');
    });
    const { options } = await start();
    await settle();
    expect(library.currentMember).toHaveBeenCalledTimes(1);
    expect(types(options.dispatch)).toEqual(['session/signedIn']);
    library.currentMember.mockImplementation(async () => member);
  });

  it('ends when the refresh is refused and the library has cleared the tokens, and says so', async () => {
    const { options } = await start();
    await settle();
    localStorage.clear();
    events.onRefreshFailure();
    await settle();
    expect(types(options.dispatch).at(-1)).toBe('session/signedOut');
    expect(options.onExpired).toHaveBeenCalledTimes(1);
  });

  it('is over once another tab has signed out, also where an answer to this one comes late', async () => {
    let answer = (_member: typeof member): void => undefined;
    library.currentMember.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const { options } = await start();
    await settle();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: `${KEY}LastAuthUser` }));
    answer(member);
    await settle();
    expect(types(options.dispatch)).toEqual(['session/signedOut']);
    expect(options.onExpired).not.toHaveBeenCalled();
  });

  it('is that of the last sign-in, in whichever order the answers come', async () => {
    let answer = (_member: typeof member): void => undefined;
    library.currentMember.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const { options } = await start();
    await settle();
    const another = { username: 'b2', groups: [] };
    library.currentMember.mockResolvedValueOnce(another);
    localStorage.setItem(`${KEY}LastAuthUser`, 'b2');
    window.dispatchEvent(new StorageEvent('storage', { key: `${KEY}LastAuthUser` }));
    await settle();
    answer(member);
    await settle();
    expect(options.dispatch.mock.calls).toEqual([[{ type: 'session/signedIn', payload: another }]]);
  });

  it('that ended while the browser had put the document aside is over when Back brings it back', async () => {
    const { options } = await start();
    await settle();
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await settle();
    expect(types(options.dispatch)).toEqual(['session/signedIn', 'session/signedOut']);
  });

  it('follows another tab', async () => {
    const { options } = await start();
    await settle();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: `${KEY}LastAuthUser` }));
    expect(types(options.dispatch).at(-1)).toBe('session/signedOut');
  });
});
