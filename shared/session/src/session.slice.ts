/** Who is here: the one piece of client state that the shell and every remote share. */
import { createAction, type Action } from '@reduxjs/toolkit';

export interface Member {
  /** Opaque name of the account at the identity provider. */
  username: string;
  /** Groups of the account, such as `staff`. */
  groups: string[];
  /** Pages for few that this member may see. Only their own documents know of them, so a link to one loads its document. */
  links?: { label: string; href: string }[];
}

/**
 * `unknown` until the browser has looked for stored tokens; documents rendered ahead of time are always in this state. `failure` is why the
 * last attempt to sign in came to nothing, in the words of the identity library.
 */
export type SessionState = { status: 'unknown' } | { status: 'signedOut'; failure?: string } | { status: 'signedIn'; member: Member };

export const signedIn = createAction<Member>('session/signedIn');
export const signedOut = createAction('session/signedOut');
export const signInFailed = createAction<string>('session/signInFailed');

const UNKNOWN: SessionState = { status: 'unknown' };

function reducer(state: SessionState = UNKNOWN, action: Action): SessionState {
  if (signedIn.match(action)) return { status: 'signedIn', member: action.payload };
  if (signedOut.match(action)) return { status: 'signedOut' };
  if (signInFailed.match(action)) return { status: 'signedOut', failure: action.payload };
  return state;
}

/** Without `createSlice`, which brings Immer into the start of every page: each state here replaces the one before. */
export const sessionSlice = { reducerPath: 'session', reducer } as const;

export type StateWithSession = Record<typeof sessionSlice.reducerPath, SessionState>;

export const selectSession = ({ session }: StateWithSession): SessionState => session;
export const selectMember = ({ session }: StateWithSession): Member | null => (session.status === 'signedIn' ? session.member : null);
