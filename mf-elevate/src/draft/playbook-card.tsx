import type { ReactNode } from 'react';
import type { Follow, Playbook } from '@site/contracts/api/playbooks';
import * as paths from '@site/contracts/paths';
import { Button, Card, Flex, Notice, Text, TextLink } from '@site/ui';
import { SubscriptionNotice } from '../subscription-notice';
import { TextBadge } from '../text-badge';

interface PlaybookCardProps {
  playbook: Playbook;
  follow: (wish: Follow) => void;
  /** What is being followed at this moment, of this playbook or of another. */
  pending: Follow | null;
  /** Whether a player has selected no goal, so that an evaluation has nothing to go by. */
  lacksGoals: boolean;
}

export function PlaybookCard({ playbook, lacksGoals, ...following }: PlaybookCardProps) {
  if (playbook.is_locked) return <LockedCard playbook={playbook} />;
  if (playbook.is_evaluating) return <EvaluatingCard playbook={playbook} lacksGoals={lacksGoals} />;
  return <OpenCard playbook={playbook} {...following} />;
}

function OpenCard({ playbook, follow, pending }: Omit<PlaybookCardProps, 'lacksGoals'>) {
  const { id, name, min_size, max_size, description_1, description_2 } = playbook;
  const isPending = (role: Follow['role']) => pending?.playbook_id === id && pending.role === role;
  return (
    <CardFrame playbook={playbook}>
      <Card.Body gap="4">
        <CardTop playbook={playbook} />
        <Text textStyle="sm" fontWeight="semibold">
          Size: {min_size === max_size ? min_size : `${min_size}-${max_size}`}
        </Text>
        <Text whiteSpace="pre-line">{description_1}</Text>
        <Text color="fg.muted" textStyle="sm" whiteSpace="pre-line">
          {description_2}
        </Text>
      </Card.Body>
      <Card.Footer>
        <Button variant="outline" aria-disabled={pending !== null} onClick={() => follow({ playbook_id: id, role: 'produce' })}>
          {isPending('produce') ? 'Producing...' : 'Produce'}
        </Button>
        <Button aria-disabled={pending !== null} onClick={() => follow({ playbook_id: id, role: 'join' })}>
          {isPending('join') ? 'Following...' : 'Follow'}
        </Button>
        <TextLink to={paths.playbook(id)} external ms="auto" textStyle="sm" aria-label={`Learn more: ${name} (opens in a new tab)`}>
          Learn more
        </TextLink>
      </Card.Footer>
    </CardFrame>
  );
}

function LockedCard({ playbook }: { playbook: Playbook }) {
  return (
    <CardFrame playbook={playbook}>
      <Card.Body gap="4">
        <CardTop playbook={playbook} />
        <SubscriptionNotice signIn={{ to: paths.signInFor('draft') }} />
      </Card.Body>
    </CardFrame>
  );
}

function EvaluatingCard({ playbook, lacksGoals }: { playbook: Playbook; lacksGoals: boolean }) {
  return (
    <CardFrame playbook={playbook}>
      <Card.Body gap="4">
        <CardTop playbook={playbook} />
        <Notice title="Evaluation is in progress">More relevant playbooks come as profile evaluation progresses.</Notice>
        {lacksGoals && (
          <Notice status="warning" title="No goal is selected">
            Please, fill in the <TextLink to={paths.cardGoals}>goals section of your profile</TextLink>.
          </Notice>
        )}
      </Card.Body>
    </CardFrame>
  );
}

function CardFrame({ playbook, children }: { playbook: Playbook; children: ReactNode }) {
  return (
    <Card.Root asChild>
      <article aria-label={playbook.name}>{children}</article>
    </Card.Root>
  );
}

function CardTop({ playbook }: { playbook: Playbook }) {
  return (
    <>
      <Flex>
        <TextBadge colorPalette="accent">{playbook.memberLevel}</TextBadge>
      </Flex>
      <Card.Title asChild>
        <h3>{playbook.name}</h3>
      </Card.Title>
    </>
  );
}
