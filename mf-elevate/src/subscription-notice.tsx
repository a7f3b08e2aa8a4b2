import * as paths from '@site/contracts/paths';
import { useMember } from '@site/session';
import { Notice, Text, TextLink } from '@site/ui';

const WHY = 'Further content requires an active subscription';

interface SubscriptionNoticeProps {
  signIn: { to: string; state?: unknown };
  /** Where more is to be said than why the rest is missing. */
  title?: string | undefined;
}

/** What stands in place of the contents of a locked playbook. A member who reads it has no active subscription. */
export function SubscriptionNotice({ signIn, title = WHY }: SubscriptionNoticeProps) {
  const isMember = useMember() !== null;
  return (
    <Notice title={title}>
      {title !== WHY && <Text>{WHY}</Text>}
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
