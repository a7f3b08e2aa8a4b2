import { useEffect, useState } from 'react';
import { requestOf } from '@site/api-client/failure';
import type { DemoKind, PlayerDemo } from '@site/contracts/api/demos';
import * as paths from '@site/contracts/paths';
import { Button, ButtonLink, Card, EmptyState, ErrorPanel, Flex, Stack, Text, TextLink } from '@site/ui';
import { demosApi } from '../../demos.api';
import { Loading } from '../../loading';
import { TextBadge } from '../../text-badge';
import { CardSection } from '../card-section';
import { DemoDialog } from './demo-dialog';
import { forgetRequestedDemo, requestedDemoKind } from './requested-demo';

/** What the dialog is open for: a new demo of a kind, or one that exists. */
type Editing = { kindId: number; demo: PlayerDemo | null };

type DemoKinds = Record<string, DemoKind>;

/** What is known of the kind of a player's demo. The server may have forgotten it. */
const kindOf = ({ demo_kind_id: id }: PlayerDemo, known: DemoKinds | undefined): DemoKind =>
  known?.[id] ?? { id, name: 'Demo', description: '' };

export function MyDemos({ username }: { username: string }) {
  const { data, isError, error, refetch } = demosApi.useElevatePlayerDemosQuery(username);
  const [editing, setEditing] = useState<Editing | null>(() => {
    const kindId = requestedDemoKind();
    return kindId === null ? null : { kindId, demo: null };
  });
  const newKind = useDemoKind(editing?.demo ? undefined : editing?.kindId, data?.demosMap);
  const kind = editing?.demo ? kindOf(editing.demo, data?.demosMap) : newKind;
  useEffect(() => {
    if (newKind === null) forgetRequestedDemo();
  }, [newKind]);

  function close() {
    setEditing(null);
    forgetRequestedDemo();
  }

  return (
    <CardSection
      title="My demos"
      action={
        <ButtonLink to={paths.draft} variant="outline" size="sm">
          Add more demos
        </ButtonLink>
      }
    >
      {data?.playerDemos.length === 0 && <EmptyState title="No demos for now" />}
      {data && data.playerDemos.length > 0 && (
        <Stack gap="4">
          {data.playerDemos.map((demo) => (
            <DemoEntry
              key={demo.id}
              demo={demo}
              kindName={kindOf(demo, data.demosMap).name}
              onEdit={() => setEditing({ kindId: demo.demo_kind_id, demo })}
            />
          ))}
        </Stack>
      )}
      {!data && isError && (
        <ErrorPanel
          title="Your demos did not load"
          message="Try again in a moment."
          request={requestOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !isError && <DemosInWaiting />}
      {editing && kind && (
        <DemoDialog key={editing.demo?.id ?? 'new'} username={username} kind={kind} demo={editing.demo} onClose={close} />
      )}
    </CardSection>
  );
}

/** As they stand for a player who has none. */
export const DemosInWaiting = () => (
  <Loading what="your demos">
    <EmptyState title="Your demos" />
  </Loading>
);

/** A kind that the player has no demo of yet is known from the public list; null where neither has it. */
function useDemoKind(id: number | undefined, known: DemoKinds | undefined): DemoKind | null | undefined {
  const own = id === undefined ? undefined : known?.[id];
  const { data: offered } = demosApi.useElevatePublicDemosQuery(undefined, { skip: id === undefined || own !== undefined });
  return own ?? offered?.find((demo) => demo.id === id) ?? (known && offered && null);
}

interface DemoEntryProps {
  demo: PlayerDemo;
  kindName: string;
  onEdit: () => void;
}

function DemoEntry({ demo: { url, description, endorsements }, kindName, onEdit }: DemoEntryProps) {
  return (
    <Card.Root asChild size="sm">
      <article aria-label={kindName}>
        <Card.Body>
          <Flex justify="space-between" align="flex-start" gap="4">
            <Card.Title asChild minW="0">
              <h3>{kindName}</h3>
            </Card.Title>
            <Button variant="ghost" size="sm" aria-label={`Edit ${kindName}`} onClick={onEdit}>
              Edit
            </Button>
          </Flex>
          <Text whiteSpace="pre-line">
            <TextLink href={url} external>
              {description}
            </TextLink>
          </Text>
          {endorsements.length > 0 && (
            <Flex as="ul" role="list" aria-label="Endorsements" listStyleType="none" gap="2" wrap="wrap">
              {endorsements.map((endorsement) => (
                <li key={endorsement}>
                  <TextBadge colorPalette="success">{endorsement}</TextBadge>
                </li>
              ))}
            </Flex>
          )}
        </Card.Body>
      </article>
    </Card.Root>
  );
}
