/** Who is here: the one piece of client state that the shell and every remote share. */
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

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

export const sessionSlice = createSlice({
  name: 'session',
  initialState: { status: 'unknown' } as SessionState,
  reducers: {
    signedIn: (_, { payload }: PayloadAction<Member>): SessionState => ({ status: 'signedIn', member: payload }),
    signedOut: (): SessionState => ({ status: 'signedOut' }),
    signInFailed: (_, { payload }: PayloadAction<string>): SessionState => ({ status: 'signedOut', failure: payload }),
  },
  selectors: {
    selectSession: (state) => state,
    selectMember: (state) => (state.status === 'signedIn' ? state.member : null),
  },
});

export const { signedIn, signedOut, signInFailed } = sessionSlice.actions;
export const { selectSession, selectMember } = sessionSlice.selectors;
