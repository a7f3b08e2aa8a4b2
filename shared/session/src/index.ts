export { accessToken, DEFAULT_TARGET, isOwnPath, renewAccessToken, signIn, signOut, startSession, type SessionOptions } from './auth';
export { useMember, useSession } from './hooks';
export {
  selectMember,
  selectSession,
  sessionSlice,
  signedIn,
  signedOut,
  signInFailed,
  type Member,
  type SessionState,
  type StateWithSession,
} from './session.slice';
