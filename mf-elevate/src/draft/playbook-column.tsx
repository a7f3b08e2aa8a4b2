import type { Playbook } from '@site/contracts/api/playbooks';
import { useMember, useSession } from '@site/session';
import { PLAYBOOK_IN_WAITING } from '../playbook-in-waiting';
import { playbooksApi } from '../playbooks.api';
import { profileApi } from '../profile.api';
import { Column } from './column';
import { PlaybookCard } from './playbook-card';
import { useFollow } from './use-follow';

export function PlaybookColumn() {
  const { status } = useSession();
  const reader = useMember()?.username ?? null;
  const { currentData: data, isError, error, refetch } = playbooksApi.useElevatePlaybooksQuery(reader, { skip: status === 'unknown' });
  const lacksGoals = useLacksGoals(reader, data);
  const following = useFollow();
  return (
    <Column
      id="playbooks"
      title="Playbooks"
      lead="Teams in the making. Follow one to join it, or produce it."
      entries={data}
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
function useLacksGoals(reader: string | null, playbooks: Playbook[] | undefined): boolean {
  const waits = playbooks?.some(({ is_evaluating }) => is_evaluating) ?? false;
  const { currentData: profile } = profileApi.useElevateProfileQuery(reader ?? '', { skip: reader === null || !waits });
  return profile !== undefined && ![...Object.values(profile.goals), ...Object.values(profile.goals_personal)].includes(true);
}
