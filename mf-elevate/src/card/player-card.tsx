import { Box, ErrorPanel, Grid, Skeleton, Stack, VisuallyHidden } from '@site/ui';
import { profileApi } from '../profile.api';
import { FollowedPlaybooks } from './followed-playbooks';
import { IdentityPanel } from './identity-panel';
import { MyDemos } from './my-demos';
import { NextStep } from './next-step';
import { ProfileForm } from './profile-form';
import { YourData } from './your-data';

/** Everything on the card of a signed-in player. */
export function PlayerCard({ username }: { username: string }) {
  const { data: profile, isError, refetch } = profileApi.useElevateProfileQuery(username);

  if (!profile && isError) {
    return <ErrorPanel title="Your card did not load" message="Try again in a moment." onRetry={() => void refetch()} />;
  }
  return (
    <Grid templateColumns={{ base: '1fr', lg: '5fr 8fr' }} gap={{ base: '12', lg: '12', xl: '16' }} alignItems="start">
      <Box position={{ lg: 'sticky' }} top={{ lg: 'calc(var(--site-header-height) + 1.5rem)' }}>
        {profile ? <IdentityPanel profile={profile} /> : <Loading what="your profile" height="2xl" />}
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
          <Loading what="your goals" height="3xl" />
        )}
      </Stack>
    </Grid>
  );
}

function Loading({ what, height }: { what: string; height: string }) {
  return (
    <Box role="status">
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      <Skeleton aria-hidden h={height} borderRadius="l3" />
    </Box>
  );
}
