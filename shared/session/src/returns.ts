/** Returns from the sign-in page, as far as no first view needs to know of them. */
import * as paths from '@site/contracts/paths';
import { signInFailed } from './session.slice';
import { isReturnFromSignIn, returnPathKey } from './stored-session';

/** What the library says where an answer does not belong to the sign-in that is stored. Without one it would say nothing. */
const STATE_ERROR = 'An error occurred while validating the state.';

interface EntryState {
  /** The address was the return from a sign-in, and says so no more. */
  wasReturn?: true;
}
const entryState = () => history.state as EntryState | null;

/**
 * For a browser that knows nothing of the sign-in, since another tab has ended it or nobody has begun one: tells why nobody is signed in, and takes
 * code and state out of the address to which sign-ins return. Does nothing where they are not there.
 */
export function refuseReturn(dispatch: (action: ReturnType<typeof signInFailed>) => void): void {
  const url = new URL(location.href);
  const { pathname, searchParams: query } = url;
  if (pathname !== paths.signIn || !query.has('code') || !query.has('state')) return;
  query.delete('code');
  query.delete('state');
  history.replaceState({ ...entryState(), wasReturn: true }, '', url);
  dispatch(signInFailed(STATE_ERROR));
}

/** The path to which the sign-in returns whose end this entry of the history is; null at any other entry, and where nothing is stored. */
export function keptReturnPath(clientId: string, search: string): string | null {
  if (!isReturnFromSignIn(search) && !entryState()?.wasReturn) return null;
  try {
    return sessionStorage.getItem(returnPathKey(clientId));
  } catch {
    return null;
  }
}
