import { demosApi } from '../demos.api';
import { Column } from './column';
import { DemoCard } from './demo-card';

export function DemoColumn() {
  const { data, isError, refetch } = demosApi.useElevatePublicDemosQuery(undefined);
  return (
    <Column
      id="demos"
      title="Demos"
      lead="Kinds of demos that teams want to see. Show yours."
      entries={data?.filter(({ is_meta_demo }) => !is_meta_demo)}
      emptyText="No demos for now"
      failed={isError}
      onRetry={() => void refetch()}
    >
      {(demo) => <DemoCard key={demo.id} demo={demo} />}
    </Column>
  );
}
