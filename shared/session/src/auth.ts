/**
 * Signing in and out, for the shell and every remote. The identity library is loaded only when there is something for it to do; until then
 * everybody is a visitor.
 */
import { NETWORK_ERROR } from '@site/contracts/error-texts';
import type { AuthParams } from '@site/contracts/params';
import * as paths from '@site/contracts/paths';
import {
  forgetAbandonedFlow,
  hasStoredSession,
  isFlowEnding,
  isReturnFromSignIn,
  lastUserKey,
  returnPathKey,
  storedUsername,
} from './stored-session';
import { type Member, signedIn, signedOut, signInFailed } from './session.slice';

type Adapter = typeof import('./amplify-adapter');
type SessionAction = ReturnType<typeof signedIn> | ReturnType<typeof signedOut> | ReturnType<typeof signInFailed>;

export interface SessionOptions {
  auth: AuthParams;
  dispatch: (action: SessionAction) => void;
  /** Shows the page to which the person wanted to return, unless they have gone on to another one. */
  onReturn: (path: string) => void;
  /** The session ended by itself, and not by anybody's wish. */
  onExpired: () => void;
}

/** Where a sign-in without a target ends. */
export const DEFAULT_TARGET = paths.card;

let options: SessionOptions | null = null;
let adapter: Promise<Adapter> | null = null;
let returnPath = DEFAULT_TARGET;
/** How often it was asked or found out who is signed in. The answer to any question but the last one comes too late. */
let questions = 0;
/** Name of the member of whom the store was told last; null for a visitor. */
let shown: string | null = null;
/** Whether the member is known by the stored name alone, because the session could not be renewed. */
let knownByName = false;

/** Looks for a session and keeps the store in step with it, also when another tab signs in or out, and when Back brings the document back. Returns a function that stops that. */
export function startSession(value: SessionOptions): () => void {
  options = value;
  const { auth, dispatch } = value;
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === lastUserKey(auth.userPoolClientId)) void restoreMember(value);
  };
  // A document that the browser had put aside has heard nothing meanwhile.
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void restoreMember(value);
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  const onNoAdapter = (): void => {
    forgetAbandonedFlow(auth.userPoolClientId);
    dispatch(signInFailed(NETWORK_ERROR));
  };
  if (isFlowEnding(auth.userPoolClientId, location.search)) loadAdapter(value).catch(onNoAdapter);
  else if (hasStoredSession(auth.userPoolClientId)) void restoreMember(value);
  else {
    end(dispatch);
    if (isReturnFromSignIn(location.search)) loadAdapter(value).then(({ refuseReturn }) => refuseReturn(dispatch), onNoAdapter);
  }
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

/**
 * Leaves for the sign-in page of `provider` (null: the default one) and returns to `path`, an address of this site; where the address is the
 * return of a sign-in that came to nothing, to the path of that one. Rejects with the library's message, for example when somebody is signed
 * in already, and where the browser stores nothing: the way back would be lost. Whoever goes to another page before all is loaded for it stays there.
 */
export async function signIn(provider: string | null, path: string): Promise<void> {
  const current = started();
  const { pathname } = location;
  if (!isReturnFromSignIn(location.search)) forgetAbandonedFlow(current.auth.userPoolClientId);
  const { beginSignIn, keptReturnPath } = await loadAdapter(current);
  if (location.pathname !== pathname) return;
  const wanted = keptReturnPath(current.auth.userPoolClientId, location.search) ?? path;
  await beginSignIn(provider, isOwnPath(wanted) ? wanted : DEFAULT_TARGET);
}

/** Revokes the refresh token, clears this browser and leaves for the provider's own sign-out, which returns to `/signout`. */
export async function signOut(): Promise<void> {
  const { endSession } = await loadAdapter(started());
  await endSession();
}

/** The access token for a call to the backend, fresh enough to be accepted; null for a visitor. */
export async function accessToken(): Promise<string | null> {
  if (options === null || !hasStoredSession(options.auth.userPoolClientId)) return null;
  const token = await (await loadAdapter(options)).accessToken();
  // By now it could be renewed.
  if (knownByName) void restoreMember(options);
  return token;
}

/**
 * A new access token, after a call was refused as unauthorized; null for a visitor. A session that was revoked meanwhile cannot be renewed, and
 * ends.
 */
export async function renewAccessToken(): Promise<string | null> {
  if (options === null || !hasStoredSession(options.auth.userPoolClientId)) return null;
  return (await loadAdapter(options)).renewedAccessToken();
}

/** Whether `path` leads to a page of this site, and not to wherever a crafted link wants. */
export function isOwnPath(path: string): boolean {
  return path.startsWith('/') && URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin;
}

function started(): SessionOptions {
  if (options === null) throw new Error('startSession was not called');
  return options;
}

function loadAdapter(current: SessionOptions): Promise<Adapter> {
  adapter ??= import(/* webpackChunkName: "amplify" */ './amplify-adapter')
    .then((module) => {
      module.configure(current.auth, location.origin, {
        onSignedIn: () => void finishSignIn(),
        onSignedOut: () => end(started().dispatch),
        onFailure: (message) => started().dispatch(signInFailed(message)),
        onReturnState: (state) => {
          returnPath = isOwnPath(state) ? state : DEFAULT_TARGET;
        },
        onRefreshFailure: () => void endIfForgotten(started()),
      });
      return module;
    })
    .catch(() => {
      // A chunk that did not load may load the next time.
      adapter = null;
      throw new Error(NETWORK_ERROR);
    });
  return adapter;
}

/** The return path is announced right after the sign-in; the page changes first, then the session, so that no page in between reacts. */
async function finishSignIn(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  // As documents that find a session say of themselves: pages keep the room of what a member will see.
  document.documentElement.dataset.session = 'member';
  sessionStorage.removeItem(returnPathKey(started().auth.userPoolClientId));
  started().onReturn(returnPath);
  returnPath = DEFAULT_TARGET;
  await restoreMember(started());
}

/** Nobody is signed in: pages keep no room any more for what a member would see. */
function end(dispatch: SessionOptions['dispatch']): void {
  questions += 1;
  shown = null;
  delete document.documentElement.dataset.session;
  dispatch(signedOut());
}

/**
 * After a refresh that failed: the library has forgotten a session that is over, and keeps one that it could not renew just now. To ask it for
 * the member here would be the next refresh, and the next failure.
 */
async function endIfForgotten({ auth, dispatch, onExpired }: SessionOptions): Promise<void> {
  // The library announces the failure first and then clears its storage, all before the next task.
  await new Promise((resolve) => setTimeout(resolve));
  if (hasStoredSession(auth.userPoolClientId)) return;
  end(dispatch);
  onExpired();
}

async function restoreMember({ auth, dispatch }: SessionOptions): Promise<void> {
  const username = storedUsername(auth.userPoolClientId);
  // From now on calls have the tokens of this one: a page that shows somebody else must not send any.
  if (username === null || (shown !== null && shown !== username)) end(dispatch);
  if (username === null) return;
  questions += 1;
  const question = questions;
  const member = await findMember(auth);
  if (question !== questions) return;
  if (!member) return end(dispatch);
  shown = member.username;
  dispatch(signedIn(member));
}

async function findMember(auth: AuthParams): Promise<Member | null> {
  knownByName = false;
  try {
    return await (await loadAdapter(started())).currentMember();
  } catch {
    knownByName = true;
    // Without a network the session cannot be renewed, but it is not over: its tokens are still there.
    const username = storedUsername(auth.userPoolClientId);
    return username === null ? null : { username, groups: [] };
  }
}
