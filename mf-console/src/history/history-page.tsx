import type { Whoami } from '@site/release-model/registry-answers';
import { ButtonLink, EmptyState, Stack } from '@site/ui';
import { consoleAddress, useEnvironment } from '../addresses';
import { ConsolePage } from '../frame/console-page';
import { AnsweredList } from '../listing/answered-list';
import { HISTORY_PAGE, registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { Comparison } from './comparison';
import { RevisionEntry } from './revision-entry';

export default function HistoryPage() {
  return <ConsolePage title="History">{(person) => <History person={person} />}</ConsolePage>;
}

const COMPARED = 'compare';

/** What is compared is in the address: `?compare=11,12`. */
function History({ person }: { person: Whoami }) {
  const environment = useEnvironment();
  const [parameters, setParameters] = useSearchParams();
  const before = Number(parameters.get('before')) || undefined;
  const compared = (parameters.get(COMPARED) ?? '').split(',').map(Number).filter(Boolean);
  const revisions = registryApi.useConsoleRevisionsQuery({ environment, before });
  const current = registryApi.useConsoleCurrentQuery(environment);

  function toggle(number: number) {
    const chosen = compared.includes(number) ? compared.filter((one) => one !== number) : [...compared.slice(-1), number];
    const next = new URLSearchParams(parameters);
    if (chosen.length === 0) next.delete(COMPARED);
    else next.set(COMPARED, chosen.join(','));
    setParameters(next, { replace: true });
  }

  const [one, other] = [...compared].sort((left, right) => left - right);
  return (
    <Stack gap="8">
      {one !== undefined && <Comparison key={`${one} ${other}`} environment={environment} from={one} to={other ?? null} />}
      <AnsweredList
        answer={revisions}
        what="the history"
        empty={
          <EmptyState
            title="Nothing was promoted yet"
            action={<ButtonLink to={consoleAddress('promote', environment)}>Promote</ButtonLink>}
          />
        }
        paging={{ size: HISTORY_PAGE, placeAfter: ({ number }) => (number > 1 ? String(number) : null) }}
      >
        {(shown) => (
          <Stack as="ol" role="list" listStyleType="none" ps="0" gap="0">
            {shown.map((revision) => (
              <RevisionEntry
                key={revision.number}
                revision={revision}
                isLive={current.data?.number === revision.number}
                isCompared={compared.includes(revision.number)}
                onCompare={() => toggle(revision.number)}
                person={person}
              />
            ))}
          </Stack>
        )}
      </AnsweredList>
    </Stack>
  );
}
