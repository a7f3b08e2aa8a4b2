import { Notice, Text } from '@site/ui';

interface SignInAlertProps {
  query: URLSearchParams;
  /** Why the last attempt came to nothing, in the words of the identity library. */
  failure: string | undefined;
}

/** What went wrong, as the hosted sign-in page reported it in the address and as the identity library announced it. */
export function SignInAlert({ query, failure }: SignInAlertProps) {
  const reported = [query.get('error'), query.get('error_description')].filter(Boolean).join(': ');
  const failed = failure === undefined ? '' : `An error has occurred during the OAuth flow: ${failure}`;
  if (!reported && !failed) return null;
  return (
    <Notice status="danger" role="alert" mb="8">
      {reported && <Text overflowWrap="anywhere">{reported}</Text>}
      {failed && <Text overflowWrap="anywhere">{failed}</Text>}
    </Notice>
  );
}
