import type { Whoami } from '@site/release-model/registry-answers';
import { ButtonLink, EmptyState, Flex, Stack } from '@site/ui';
import { consoleAddress, useEnvironment } from '../addresses';
import { Answered } from '../display/answered';
import { ConsolePage } from '../frame/console-page';
import { HISTORY_PAGE, registryApi } from '../registry/registry.api';
import { useSearchParams } from '../search-params';
import { Comparison } from './comparison';
import { RevisionEntry } from './revision-entry';

export default function HistoryPage() {
  return <ConsolePage title="History">{(person) => <History person={person} />}</ConsolePage>;
}

const COMPARED = 'compare';
const BEFORE = 'before';

/** What is compared is in the address: `?compare=11,12`. */
function History({ person }: { person: Whoami }) {
  const environment = useEnvironment();
  const [parameters, setParameters] = useSearchParams();
  const before = Number(parameters.get(BEFORE)) || undefined;
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
      <Answered answer={revisions} what="the history">
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState
              title="Nothing was promoted yet"
              action={<ButtonLink to={consoleAddress('promote', environment)}>Promote</ButtonLink>}
            />
          ) : (
            <>
              <Stack as="ol" listStyleType="none" ps="0" gap="0">
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
              <Flex gap="3" wrap="wrap">
                {before !== undefined && (
                  <ButtonLink variant="outline" to={consoleAddress('history', environment)}>
                    Newest
                  </ButtonLink>
                )}
                {shown.length === HISTORY_PAGE && (shown.at(-1)?.number ?? 1) > 1 && (
                  <ButtonLink variant="outline" to={consoleAddress('history', environment, { [BEFORE]: String(shown.at(-1)?.number) })}>
                    Older
                  </ButtonLink>
                )}
              </Flex>
            </>
          )
        }
      </Answered>
    </Stack>
  );
}
