import { useMember } from '@site/session';
import { Notice, TextLink } from '@site/ui';

/** What stands in place of the contents of a locked playbook. A member who reads it has no active subscription. */
export function SubscriptionNotice({ signIn }: { signIn: { to: string; state?: unknown } }) {
  const isMember = useMember() !== null;
  return (
    <Notice title="Further content requires an active subscription">
      {isMember ? (
        <>
          Your account has none: <TextLink to="/intro">ask us</TextLink> about one. To use another account,{' '}
          <TextLink to="/signout">sign out</TextLink> first, then <TextLink {...signIn}>sign in</TextLink> or{' '}
          <TextLink to="/signup">sign up</TextLink>.
        </>
      ) : (
        <>
          <TextLink to="/signup">Sign up</TextLink> for an account, or <TextLink {...signIn}>sign in</TextLink> if you have one.
        </>
      )}
    </Notice>
  );
}
