import { STAFF_GROUP } from '@site/contracts/api/desk';
import type { SessionState } from '@site/session';

/** Whether the session is that of somebody who has the desk's half of the console. The desk checks it with each call. */
export const isStaff = (session: SessionState): boolean => session.status === 'signedIn' && session.member.groups.includes(STAFF_GROUP);
