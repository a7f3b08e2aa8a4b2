import * as paths from '@site/contracts/paths';
import { useMember } from '@site/session';
import { Notice, TextLink } from '@site/ui';

/** What stands in place of the contents of a locked playbook. A member who reads it has no active subscription. */
export function SubscriptionNotice({ signIn }: { signIn: { to: string; state?: unknown } }) {
  const isMember = useMember() !== null;
  return (
    <Notice title="Further content requires an active subscription">
      {isMember ? (
        <>
          Your account has none: <TextLink to={paths.intro}>ask us</TextLink> about one. To use another account,{' '}
          <TextLink to={paths.signOut}>sign out</TextLink> first, then <TextLink {...signIn}>sign in</TextLink> or{' '}
          <TextLink to={paths.signUp}>sign up</TextLink>.
        </>
      ) : (
        <>
          <TextLink to={paths.signUp}>Sign up</TextLink> for an account, or <TextLink {...signIn}>sign in</TextLink> if you have one.
        </>
      )}
    </Notice>
  );
}
