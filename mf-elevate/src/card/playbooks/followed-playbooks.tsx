import { useEffect, useId, useRef, useState } from 'react';
import { followToast, requestOf } from '@site/api-client/failure';
import type { Playbook, PlayerPlaybook } from '@site/contracts/api/playbooks';
import * as paths from '@site/contracts/paths';
import { Badge, Button, Card, EmptyState, ErrorPanel, Flex, InPlaceOf, Notice, Stack, Text, TextLink } from '@site/ui';
import { PLAYBOOK_IN_WAITING } from '../../playbook-in-waiting';
import { playbooksApi } from '../../playbooks.api';
import { Loading } from '../../loading';
import { tellFailure } from '../../tell-failure';
import { FOLLOWED } from '../card-in-waiting';
import { CardSection } from '../card-section';

/** What was unfollowed last, for as long as it can be undone with one press. */
type Unfollowed = PlayerPlaybook & { name: string };

export function FollowedPlaybooks({ username }: { username: string }) {
  const { data, isError, error, refetch } = playbooksApi.useElevatePlayerPlaybooksQuery(username);
  const [unfollow, unfollowing] = playbooksApi.useElevateUnfollowMutation();
  const [follow, following] = playbooksApi.useElevateFollowMutation();
  const [last, setLast] = useState<Unfollowed | null>(null);
  const { list, height, keepHeight } = useKeptHeight();
  const noticeId = useId();
  const gone = data && last && data.playerPlaybooks.every(({ playbook_id }) => playbook_id !== last.playbook_id) ? last : null;
  const busy = unfollowing.isLoading || following.isLoading;

  async function remove(record: PlayerPlaybook, name: string) {
    if (busy) return;
    keepHeight();
    const { error } = await unfollow(record.id);
    if (error) return tellFailure(error);
    setLast({ ...record, name });
  }

  async function undo({ playbook_id, role }: Unfollowed) {
    if (busy) return;
    const { error } = await follow({ playbook_id, role });
    if (error) tellFailure(error, followToast(error));
  }

  return (
    <CardSection title="Playbooks followed">
      <Stack ref={list} tabIndex={-1} outline="none" gap="4" minH={height}>
        {gone && (
          <Notice status="success">
            <Flex align="center" justify="space-between" gap="4" wrap="wrap">
              <Text id={noticeId} overflowWrap="anywhere">
                You no longer follow {gone.name}.
              </Text>
              {isOpen(data?.playbooksMap[gone.playbook_id]) && (
                <Button
                  ref={takeFocus}
                  size="xs"
                  variant="outline"
                  aria-disabled={busy}
                  aria-describedby={noticeId}
                  onClick={() => void undo(gone)}
                >
                  Undo
                </Button>
              )}
            </Flex>
          </Notice>
        )}
        {data?.playerPlaybooks.length === 0 && (
          <InPlaceOf other={ONE_PLAYBOOK}>
            <EmptyState title="No playbooks for now" />
          </InPlaceOf>
        )}
        {data?.playerPlaybooks.map((record) => (
          <FollowedPlaybook
            key={record.id}
            record={record}
            playbook={data.playbooksMap[record.playbook_id]}
            busy={busy}
            onUnfollow={(name) => void remove(record, name)}
          />
        ))}
        {!data && isError && (
          <ErrorPanel
            title="Your playbooks did not load"
            message="Try again in a moment."
            request={requestOf(error)}
            onRetry={() => void refetch()}
          />
        )}
        {!data && !isError && <PlaybooksInWaiting />}
      </Stack>
    </CardSection>
  );
}

/** Whether it may be followed: one that was followed may have been withdrawn or closed to this player since. */
const isOpen = (playbook: Playbook | undefined) => playbook && !playbook.is_locked && !playbook.is_evaluating;

/** The button that unfollowed took the focus with it. Whoever has gone on to another element stays there. */
function takeFocus(undo: HTMLButtonElement | null) {
  if (document.activeElement?.contains(undo)) undo?.focus();
}

export const PlaybooksInWaiting = () => <Loading what="your playbooks">{ONE_PLAYBOOK}</Loading>;

/** The height that the list had when something was unfollowed, so that what stands below it stays where it is while the window does. */
function useKeptHeight() {
  const list = useRef<HTMLDivElement>(null);
  const [kept, setKept] = useState<{ height: string; windowWidth: number } | null>(null);
  useEffect(() => {
    // A phone changes the height of its window at each scroll, which moves nothing.
    const forget = () => setKept((last) => (last?.windowWidth === window.innerWidth ? last : null));
    window.addEventListener('resize', forget);
    return () => window.removeEventListener('resize', forget);
  }, []);
  return {
    list,
    height: kept?.height,
    keepHeight() {
      if (list.current) setKept({ height: `${list.current.offsetHeight}px`, windowWidth: window.innerWidth });
    },
  };
}

interface FollowedPlaybookProps {
  record: PlayerPlaybook;
  playbook: Playbook | undefined;
  busy: boolean;
  onUnfollow: (name: string) => void;
}

function FollowedPlaybook({ record: { playbook_id, role }, playbook, busy, onUnfollow }: FollowedPlaybookProps) {
  const name = playbook?.name ?? `Playbook ${playbook_id}`;
  return (
    <Card.Root asChild size="sm">
      <article aria-label={name}>
        <Card.Body>
          <Card.Title asChild>
            <h3>{name}</h3>
          </Card.Title>
          <Text color="fg.muted" whiteSpace="pre-line">
            {playbook?.description_1}
          </Text>
          <Flex align="center" gap="2" textStyle="sm">
            Objective: <Badge colorPalette="accent">{role}</Badge>
          </Flex>
        </Card.Body>
        <Card.Footer>
          <Button
            variant="outline"
            colorPalette="neutral"
            size="sm"
            aria-disabled={busy}
            aria-label={`Unfollow ${name}`}
            onClick={() => onUnfollow(name)}
          >
            Unfollow
          </Button>
          <TextLink to={paths.playbook(playbook_id)} textStyle="sm" aria-label={`Learn more: ${name}`}>
            Learn more
          </TextLink>
        </Card.Footer>
      </article>
    </Card.Root>
  );
}

/** A list that is awaited or empty has the height of one playbook. */
const ONE_PLAYBOOK = <FollowedPlaybook record={FOLLOWED} playbook={PLAYBOOK_IN_WAITING} busy onUnfollow={() => undefined} />;
