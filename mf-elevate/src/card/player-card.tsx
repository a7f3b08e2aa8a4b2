import type { ReactNode } from 'react';
import { requestOf } from '@site/api-client/failure';
import { Box, ErrorPanel, Grid, Stack } from '@site/ui';
import { profileApi } from '../profile.api';
import { CardSection } from './card-section';
import { FollowedPlaybooks, PlaybooksInWaiting } from './playbooks/followed-playbooks';
import { IdentityInWaiting, IdentityPanel } from './identity/identity-panel';
import { DemosInWaiting, MyDemos } from './demos/my-demos';
import { NextStep, NextStepInWaiting } from './next-step';
import { ProfileForm, SettingsInWaiting } from './settings/profile-form';
import { YourData, YourDataInWaiting } from './data/your-data';

/** Everything on the card of a signed-in player. */
export function PlayerCard({ username }: { username: string }) {
  const { data: profile, isError, error, refetch } = profileApi.useElevateProfileQuery(username);

  if (!profile && isError) {
    return (
      <ErrorPanel
        title="Your card did not load"
        message="Try again in a moment."
        request={requestOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Columns identity={profile ? <IdentityPanel profile={profile} /> : <IdentityInWaiting />}>
      <NextStep username={username} profile={profile} />
      <MyDemos username={username} />
      <FollowedPlaybooks username={username} />
      <GoalsPlace>{profile ? <ProfileForm username={username} profile={profile} /> : <SettingsInWaiting />}</GoalsPlace>
      {profile ? <YourData deletionDueAt={profile.deletion_due_at} /> : <YourDataInWaiting />}
    </Columns>
  );
}

/** The card while it is not known yet whose it is. */
export const CardInWaiting = () => (
  <Columns identity={<IdentityInWaiting />}>
    <NextStepInWaiting />
    <CardSection title="My demos">
      <DemosInWaiting />
    </CardSection>
    <CardSection title="Playbooks followed">
      <PlaybooksInWaiting />
    </CardSection>
    <GoalsPlace>
      <SettingsInWaiting />
    </GoalsPlace>
    <YourDataInWaiting />
  </Columns>
);

const Columns = ({ identity, children }: { identity: ReactNode; children: ReactNode }) => (
  <Grid templateColumns={{ base: '1fr', lg: '5fr 8fr' }} gap={{ base: '12', lg: '12', xl: '16' }} alignItems="start">
    <Box minW="0" position={{ lg: 'sticky' }} top={{ lg: 'calc(var(--site-header-height) + 1.5rem)' }}>
      {identity}
    </Box>
    <Stack gap={{ base: '12', md: '16' }} minW="0">
      {children}
    </Stack>
  </Grid>
);

/** Where `/card#goals` leads to, also before the goals are there. */
const GoalsPlace = ({ children }: { children: ReactNode }) => <Box id="goals">{children}</Box>;
