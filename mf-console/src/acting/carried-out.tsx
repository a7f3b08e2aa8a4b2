import { useEffect, useState } from 'react';
import { registryApi } from '../registry/registry.api';
import { Served } from './act-progress';
import type { Decided } from './use-act';
import { type Seen, watchEdges } from './watch-edges';

/** How far a revision has come that was not decided by a command of this page, but by an approval or a plan. */
export function CarriedOut({ environment, revision }: { environment: string; revision: Decided['revision'] }) {
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
