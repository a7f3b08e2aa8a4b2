import type { Account } from '@site/contracts/api/desk-members';
import { useMember } from '@site/session';
import { deskApi } from '../desk/desk.api';
import { ConfirmButton } from '../asking/confirm-button';

/** Groups are given and taken one by one. Only those that one is in oneself can be. */
export function EditGroups({ account: { id, email, groups, version } }: { account: Account }) {
  const own = useMember()?.groups ?? [];
  const [setGroups] = deskApi.useDeskSetGroupsMutation();
  return own.map((group) => {
    const isIn = groups.includes(group);
    const next = isIn ? groups.filter((other) => other !== group) : [...groups, group];
    return (
      <ConfirmButton
        key={group}
        title={isIn ? `Take out of ${group}: ${email}` : `Put into ${group}: ${email}`}
        colorPalette={isIn ? 'danger' : 'accent'}
        meaning={
          isIn
            ? `${email} loses what the group ${group} may do.`
            : `${email} may do what everybody in the group ${group} may do, from the next sign-in on.`
        }
        {...(!isIn && { typed: email })}
        done={isIn ? `${email} is not in ${group} any more.` : `${email} is in ${group}.`}
        act={() => setGroups({ id, groups: next, version })}
      >
        {isIn ? `Take out of ${group}` : `Put into ${group}`}
      </ConfirmButton>
    );
  });
}
