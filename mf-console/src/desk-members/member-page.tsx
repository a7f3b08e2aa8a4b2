import { GOALS, PERSONAL_GOALS } from '@site/contracts/api/profile';
import type { MemberDetails } from '@site/contracts/api/desk-members';
import { useParams } from '@site/router';
import { Box, Heading, List, Notice, SimpleGrid, Stack, Text, TextLink } from '@site/ui';
import { deskAddress } from '../addresses';
import { deskApi } from '../desk/desk.api';
import { Answered } from '../display/answered';
import { exactTime } from '../display/moment';
import { DeskPage } from '../frame/desk-page';
import { AccountSection } from './account-section';
import { DemosSection } from './demos-section';
import { EditMember } from './edit-member';
import { SubscriptionState } from './subscription-state';
import { VisibleSection } from './visible-section';

export default function MemberPage() {
  const { id = '' } = useParams();
  return (
    <DeskPage title="Member">
      <MemberById key={id} id={id} />
    </DeskPage>
  );
}

function MemberById({ id }: { id: string }) {
  const member = deskApi.useDeskMemberQuery(id);
  return (
    <Stack gap="6">
      <Box>
        <TextLink to={deskAddress('')}>All members</TextLink>
      </Box>
      <Answered answer={member} what="this member">
        {(shown) => <Details member={shown} />}
      </Answered>
    </Stack>
  );
}

function Details({ member }: { member: MemberDetails }) {
  return (
    <Stack gap={{ base: '10', md: '12' }}>
      <Box as="section" aria-labelledby="person">
        <Heading as="h2" id="person" size="2xl" mb="4" overflowWrap="anywhere">
          {member.full_name}
        </Heading>
        {member.deletion_due_at !== null && (
          <Notice status="warning" mb="4" title="Wants to be erased">
            {`It is due on ${exactTime(member.deletion_due_at)}.`}
          </Notice>
        )}
        <SimpleGrid as="dl" columns={{ base: 1, sm: 2, lg: 4 }} gap="5" mb="5">
          <Fact name="Email">{member.email}</Fact>
          <Fact name="Phone">{member.phone}</Fact>
          <Fact name="Place">{member.location || 'not said'}</Fact>
          <Fact name="Member since">{exactTime(member.joined_at)}</Fact>
          <Fact name="Tesserae">{String(member.tessera_rank)}</Fact>
          <Fact name="Subscription ends">
            <SubscriptionState until={member.subscription_until} />
          </Fact>
          <Fact name="Peer group">{member.code ?? 'none'}</Fact>
          <Fact name="Mails to the group">{member.notify_opt_in ? 'wanted' : 'not wanted'}</Fact>
        </SimpleGrid>
        <EditMember member={member} />
      </Box>
      <Goals member={member} />
      <DemosSection member={member} />
      <VisibleSection member={member} />
      <AccountSection member={member} />
    </Stack>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <Box minW="0">
      <Text as="dt" textStyle="sm" color="fg.muted">
        {name}
      </Text>
      <Box as="dd" overflowWrap="anywhere">
        {children}
      </Box>
    </Box>
  );
}

function Goals({ member: { goals, goals_personal } }: { member: MemberDetails }) {
  const chosen = [...GOALS.filter(({ key }) => goals.includes(key)), ...PERSONAL_GOALS.filter(({ key }) => goals_personal.includes(key))];
  return (
    <Box as="section" aria-labelledby="goals">
      <Heading as="h2" id="goals" size="xl" mb="2">
        Goals
      </Heading>
      {chosen.length === 0 ? (
        <Text color="fg.muted">None is selected, so there is nothing to evaluate by.</Text>
      ) : (
        <List.Root ps="5">
          {chosen.map(({ key, label }) => (
            <List.Item key={key}>{label}</List.Item>
          ))}
        </List.Root>
      )}
    </Box>
  );
}
