import { useEffect, useState } from 'react';
import type { Playbook } from '@site/contracts/api/playbooks';
import { useMember, useSession } from '@site/session';
import { PLAYBOOK_IN_WAITING } from '../playbook-in-waiting';
import { playbooksApi } from '../playbooks.api';
import { hasGoal, profileApi } from '../profile.api';
import { Column } from './column';
import { PlaybookCard } from './playbook-card';
import { useFollow } from './use-follow';

/** How long cards wait for the profile, in milliseconds: with what it tells they would grow, and move those below them. */
const PROFILE_WAIT_MS = 2000;

export function PlaybookColumn() {
  const { status } = useSession();
  const reader = useMember()?.username ?? null;
  const { currentData: data, isError, error, refetch } = playbooksApi.useElevatePlaybooksQuery(reader, { skip: status === 'unknown' });
  const { lacksGoals, isAwaited } = useGoals(reader, data);
  const following = useFollow();
  return (
    <Column
      id="playbooks"
      title="Playbooks"
      lead="Teams in the making. Follow one to join it, or produce it."
      entries={isAwaited ? undefined : data}
      sample={PLAYBOOK_IN_WAITING}
      emptyText="No playbooks for now"
      failure={isError ? error : undefined}
      onRetry={() => void refetch()}
    >
      {(playbook) => <PlaybookCard key={playbook.id} playbook={playbook} lacksGoals={lacksGoals} {...following} />}
    </Column>
  );
}

/** Only a player whose playbooks wait for an evaluation needs to know, so only then is the profile fetched. */
function useGoals(reader: string | null, playbooks: Playbook[] | undefined) {
  const waits = playbooks?.some(({ is_evaluating }) => is_evaluating) ?? false;
  const { currentData: profile, isFetching } = profileApi.useElevateProfileQuery(reader ?? '', { skip: reader === null || !waits });
  return { lacksGoals: profile !== undefined && !hasGoal(profile), isAwaited: useForAWhile(!profile && isFetching) };
}

/** As long as the condition holds, but no longer than the wait. */
function useForAWhile(condition: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setOver(true), PROFILE_WAIT_MS);
    return () => clearTimeout(timer);
  }, [condition]);
  return condition && !isOver;
}
