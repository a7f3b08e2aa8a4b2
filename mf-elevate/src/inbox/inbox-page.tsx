import * as paths from '@site/contracts/paths';
import { ButtonLink, EmptyState, Flex, PageHeader, PageMeta, Picture, Section, TextLink } from '@site/ui';
import { MembersOnly } from '../members-only';
import inboxArt from './inbox.svg';

export default function InboxPage() {
  return (
    <>
      <PageMeta title="Inbox" description="Matched opportunities of a player." keywords="Elevate, inbox, matched opportunities" noindex />
      <PageHeader title="Inbox" lead="Matched opportunities will be displayed here." />
      <Section pt={{ base: '8', md: '12', xl: '16' }}>
        <MembersOnly target="inbox" purpose="see the opportunities that match your profile">
          {() => <NoMatchYet />}
        </MembersOnly>
      </Section>
    </>
  );
}

function NoMatchYet() {
  return (
    <EmptyState
      title="No matched opportunity yet"
      illustration={
        <Picture src={inboxArt} width={480} height={320} maxW="xs" borderRadius="l3" alt="Two puzzle pieces that fit, above a tray" eager />
      }
      action={
        <Flex gap="3" wrap="wrap" justify="center">
          <ButtonLink to={paths.card}>Complete your card</ButtonLink>
          <ButtonLink to={paths.draft} variant="outline">
            Go to the Draft
          </ButtonLink>
        </Flex>
      }
    >
      Matching goes by your goals, your demos and the playbooks that you follow. An algorithm can miss something, so look at the{' '}
      <TextLink to={paths.elevateSteps}>remarks on Elevate</TextLink> too.
    </EmptyState>
  );
}
