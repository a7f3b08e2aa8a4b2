import { useId } from 'react';
import { consoleView } from '@site/contracts/paths';
import { useSession } from '@site/session';
import type { Whoami } from '@site/release-model/registry-answers';
import { Box, VisuallyHidden } from '@site/ui';
import { Select } from '@site/ui/form';
import { RollbackButton } from '../acting/rollback-button';
import {
  ALL_PARAMETER,
  consoleAddress,
  deskAddress,
  ENVIRONMENT_PARAMETER,
  SORT_PARAMETER,
  USUAL_ENVIRONMENT,
  useEnvironment,
} from '../addresses';
import { registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { HeaderFrame, ViewLink } from './header-frame';
import { LiveState } from './live-state';
import { isStaff } from './staff';

const VIEWS = [
  ['', 'Overview'],
  ['promote', 'Promote'],
  ['switches', 'Locks and switches'],
  ['history', 'History'],
  ['plans', 'Plans'],
  ['proposals', 'Proposals'],
  ['previews', 'Previews'],
  ['environments', 'Environments'],
  ['people', 'Teams and grants'],
  ['audit', 'Audit'],
  ['tokens', 'Tokens'],
  ['webhooks', 'Webhooks'],
] as const;

const THINGS: Partial<Record<string, string>> = { '': consoleView('part/'), webhooks: consoleView('webhooks/') };

/** What holds in every environment: how a list is sorted, and whether it has all. */
const KEPT: ReadonlySet<string> = new Set([SORT_PARAMETER, ALL_PARAMETER]);

/** For who manages tokens. */
const MANAGED: readonly string[] = ['tokens', 'webhooks'];

interface ConsoleHeaderProps {
  title: string;
  hasEnvironment: boolean;
  person: Whoami;
}

export function ConsoleHeader({ title, hasEnvironment, person }: ConsoleHeaderProps) {
  const environment = useEnvironment();
  const session = useSession();
  const isThere = useIsThere(environment);
  return (
    <HeaderFrame
      half="Console"
      title={title}
      facts={
        <>
          {isThere && <LiveState environment={environment} />}
          <span>{`You are ${person.name}`}</span>
        </>
      }
      actions={
        <>
          {hasEnvironment && <EnvironmentChoice environment={environment} />}
          {isThere && person.verbs.includes('promote') && <RollbackButton key={environment} environment={environment} size="md" />}
        </>
      }
    >
      {VIEWS.filter(([view]) => !MANAGED.includes(view) || person.verbs.includes('admin')).map(([view, label]) => (
        <ViewLink key={view} to={consoleAddress(view, environment)} things={THINGS[view]}>
          {label}
        </ViewLink>
      ))}
      {isStaff(session) && <ViewLink to={deskAddress('')}>Desk</ViewLink>}
    </HeaderFrame>
  );
}

/** What an address names may be there or not, until the registry has said it. */
function useIsThere(environment: string): boolean {
  const { data: environments } = registryApi.useConsoleEnvironmentsQuery(undefined, { skip: environment === USUAL_ENVIRONMENT });
  return environments?.some(({ name }) => name === environment) ?? true;
}

function EnvironmentChoice({ environment }: { environment: string }) {
  const id = useId();
  const [parameters, setParameters] = useSearchParams();
  const { data: environments } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const names = [...new Set([environment, ...(environments ?? []).map(({ name }) => name)])].sort();

  function choose(name: string) {
    // Places and numbers are of the environment before.
    const next = new URLSearchParams([...parameters].filter(([parameter]) => KEPT.has(parameter)));
    if (name !== USUAL_ENVIRONMENT) next.set(ENVIRONMENT_PARAMETER, name);
    setParameters(next);
  }

  return (
    <Box minW="32">
      <VisuallyHidden>
        <label htmlFor={id}>Environment</label>
      </VisuallyHidden>
      <Select id={id} value={environment} onChange={({ target }) => choose(target.value)}>
        {names.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Box>
  );
}
