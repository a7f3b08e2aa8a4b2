import { PageHeader, PageMeta, Section } from '@site/ui';
import { MembersOnly } from '../members-only';
import { PlayerCard } from './player-card';

/** The height of a card without demos and playbooks. */
const ROOM = { base: '199rem', md: '183rem', lg: '135rem', xl: '116rem' };

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
        <MembersOnly target="card" purpose="see and edit your card" room={ROOM}>
          {({ username }) => <PlayerCard username={username} />}
        </MembersOnly>
      </Section>
    </>
  );
}
