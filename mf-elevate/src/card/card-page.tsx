import { PageHeader, PageMeta, Section } from '@site/ui';
import { MembersOnly } from '../members-only';
import { CardInWaiting, PlayerCard } from './player-card';

export default function CardPage() {
  return (
    <>
      <PageMeta
        title="Card"
        description="A player's card: profile, goals, demos and the playbooks followed."
        keywords="Elevate, card, profile, tessera, demos, playbooks"
        noindex
      />
      <PageHeader title="Card" lead="Who you are, what you show and which teams you follow." />
      <Section pt={{ base: '8', md: '12', xl: '16' }}>
        <MembersOnly target="card" purpose="see and edit your card" loading={<CardInWaiting />}>
          {({ username }) => <PlayerCard key={username} username={username} />}
        </MembersOnly>
      </Section>
    </>
  );
}
