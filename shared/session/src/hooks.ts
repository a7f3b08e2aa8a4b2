import { useSelector } from 'react-redux';
import { selectMember, selectSession, type Member, type SessionState } from './session.slice';

/** The state of the session, re-rendering when it changes. */
export const useSession = (): SessionState => useSelector(selectSession);

/** The signed-in member, or null for a visitor and while it is not known yet. */
export const useMember = (): Member | null => useSelector(selectMember);
