import { describe, expect, it } from '@jest/globals';
import { selectMember, sessionSlice, signedIn, signedOut } from './session.slice';

const { reducer } = sessionSlice;
const member = { username: 'a1', groups: ['staff'] };

describe('the session', () => {
  it('is unknown at first, so that a document rendered ahead of time suits everybody', () => {
    const session = reducer(undefined, { type: 'start' });
    expect(session).toEqual({ status: 'unknown' });
    expect(selectMember({ session })).toBeNull();
  });

  it('forgets the member at sign-out', () => {
    const session = reducer(reducer(undefined, signedIn(member)), signedOut());
    expect(session).toEqual({ status: 'signedOut' });
    expect(selectMember({ session: reducer(session, signedIn(member)) })).toEqual(member);
  });
});
