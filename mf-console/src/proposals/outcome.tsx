import { useEffect, useState } from 'react';
import type { Proposal } from '@site/release-model/registry-answers';
import { Box, type BoxProps, Notice, TextLink } from '@site/ui';
import { Served } from '../acting/act-progress';
import type { Decided } from '../acting/use-act';
import { type Seen, watchEdges } from '../acting/watch-edges';
import { consoleAddress } from '../addresses';
import { registryApi } from '../registry/registry.api';

/** What came of the last review, whose proposal has left the list of open ones. Without one it waits to be read out. */
export function Outcome({ proposal, mb }: { proposal: Proposal | null } & Pick<BoxProps, 'mb'>) {
  const content = proposal && contentOf(proposal);
  return (
    <Box role="status" {...(content && { mb })}>
      {content}
    </Box>
  );
}

function contentOf({ id, environment, state, revision, plan, endsPlans }: Proposal) {
  if (state === 'open') return null;
  if (revision !== null) return <CarriedOut key={id} environment={environment} revision={{ number: revision, endsPlans }} />;
  if (!plan || plan.id === null) return <Notice title={`Proposal ${id} is ${state}`} />;
  return (
    <Notice status="success" title={`It is plan ${plan.id}`}>
      How far it has come stands under <TextLink to={consoleAddress('plans', environment)}>Plans</TextLink>.
    </Notice>
  );
}

function CarriedOut({ environment, revision }: { environment: string; revision: Decided['revision'] }) {
  const { data, isError } = registryApi.useConsoleRevisionQuery({ environment, number: revision.number });
  const [seen, setSeen] = useState<Seen>({ service: null, isOver: false });
  useEffect(() => {
    if (!data) return;
    const watching = new AbortController();
    void watchEdges(environment, data, setSeen, watching.signal);
    return () => watching.abort();
  }, [environment, data]);
  return <Served revision={revision} service={seen.service} isOver={seen.isOver || isError} />;
}
