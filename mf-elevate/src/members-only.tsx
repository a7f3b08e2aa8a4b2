import type { ReactNode } from 'react';
import * as paths from '@site/contracts/paths';
import { useSession, type Member } from '@site/session';
import { Box, ButtonLink, EmptyState, Flex, Skeleton, Stack, VisuallyHidden } from '@site/ui';

interface MembersOnlyProps {
  /** First segment of the page's address, to come back to after signing in. */
  target: string;
  /** What the protected section holds, to finish the sentence 'Sign in to ...'. */
  purpose: string;
  /** The loading form of what a player will see, for whoever was signed in with this browser, while the session is being restored. */
  loading?: ReactNode;
  children: (member: Member) => ReactNode;
}

/** Shows its contents to a signed-in player, and to anybody else how to become one. */
export function MembersOnly({ target, purpose, loading, children }: MembersOnlyProps) {
  const session = useSession();
  switch (session.status) {
    case 'signedIn':
      return children(session.member);
    case 'signedOut':
      return <ProtectedSection target={target} purpose={purpose} returnTo={window.location.pathname + window.location.search} />;
    case 'unknown':
      return (
        <>
          <Stack gap="5" role="status" css={loading === undefined ? {} : { 'html[data-session=member] &': { display: 'none' } }}>
            <VisuallyHidden>Checking whether you are signed in</VisuallyHidden>
            <Skeleton aria-hidden inert>
              <ProtectedSection target={target} purpose={purpose} />
            </Skeleton>
          </Stack>
          <Box css={{ 'html:not([data-session=member]) &': { display: 'none' } }}>{loading}</Box>
        </>
      );
  }
}

interface ProtectedSectionProps extends Pick<MembersOnlyProps, 'target' | 'purpose'> {
  /** The address of the page with its query, which may ask for a dialog. */
  returnTo?: string;
}

function ProtectedSection({ target, purpose, returnTo }: ProtectedSectionProps) {
  return (
    <EmptyState
      title="This section is protected"
      illustration={<Lock />}
      action={
        <Flex gap="3" wrap="wrap" justify="center">
          <ButtonLink to={paths.signInFor(target)} state={{ returnTo }}>
            Sign in
          </ButtonLink>
          <ButtonLink to={paths.signUp} variant="outline">
            Sign up
          </ButtonLink>
        </Flex>
      }
    >
      Sign in to {purpose}.
    </EmptyState>
  );
}

function Lock() {
  return (
    <svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true">
      <path d="M18 30V22a14 14 0 0 1 28 0v8" fill="none" stroke="var(--ui-colors-fg)" strokeWidth="5" />
      <path d="M8 28h48v24a8 8 0 0 1-8 8H16a8 8 0 0 1-8-8z" fill="var(--ui-colors-accent-solid)" />
      <path d="M32 38a5 5 0 0 1 2 9.6V53h-4v-5.4A5 5 0 0 1 32 38z" fill="var(--ui-colors-accent-contrast)" />
    </svg>
  );
}
