import { Box, ErrorPanel, Grid, Skeleton, Stack, VisuallyHidden, type BoxProps } from '@site/ui';
import { profileApi } from '../profile.api';
import { FollowedPlaybooks } from './followed-playbooks';
import { IdentityPanel } from './identity-panel';
import { MyDemos } from './my-demos';
import { NextStep } from './next-step';
import { ProfileForm } from './profile-form';
import { YourData } from './your-data';

/** The heights of what is being fetched, so that nothing moves when it comes. */
const PROFILE_ROOM = { base: '47rem', md: '28rem', lg: '48rem' };
const SETTINGS_ROOM = { base: '100rem', md: '86rem', xl: '65.5rem' };

/** Everything on the card of a signed-in player. */
export function PlayerCard({ username }: { username: string }) {
  const { data: profile, isError, refetch } = profileApi.useElevateProfileQuery(username);

  if (!profile && isError) {
    return <ErrorPanel title="Your card did not load" message="Try again in a moment." onRetry={() => void refetch()} />;
  }
  return (
    <Grid templateColumns={{ base: '1fr', lg: '5fr 8fr' }} gap={{ base: '12', lg: '12', xl: '16' }} alignItems="start">
      <Box position={{ lg: 'sticky' }} top={{ lg: 'calc(var(--site-header-height) + 1.5rem)' }}>
        {profile ? <IdentityPanel profile={profile} /> : <Loading what="your profile" room={PROFILE_ROOM} />}
      </Box>
      <Stack gap={{ base: '12', md: '16' }} minW="0">
        <NextStep username={username} profile={profile} />
        <MyDemos username={username} />
        <FollowedPlaybooks username={username} />
        {profile ? (
          <>
            <ProfileForm profile={profile} />
            <YourData deletionDueAt={profile.deletion_due_at} />
          </>
        ) : (
          <Loading what="your goals" room={SETTINGS_ROOM} />
        )}
      </Stack>
    </Grid>
  );
}

function Loading({ what, room }: { what: string; room: BoxProps['h'] }) {
  return (
    <Box role="status">
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      <Skeleton aria-hidden h={room} borderRadius="l3" />
    </Box>
  );
}
