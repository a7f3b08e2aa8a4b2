export { useMember, useSession } from './hooks';
export { selectMember, selectSession, sessionSlice, signedIn, signedOut, type Member, type SessionState } from './session.slice';
