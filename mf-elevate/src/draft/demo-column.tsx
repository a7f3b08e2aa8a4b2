import type { PublicDemo } from '@site/contracts/api/demos';
import { demosApi } from '../demos.api';
import { Column } from './column';
import { DemoCard } from './demo-card';

const SAMPLE: PublicDemo = {
  id: 0,
  name: 'The name of a demo',
  description: 'What it shows, in a sentence that has the length of most of them here.',
  description_2: 'What to bring, in another sentence of about that length.',
  vertical: 'Vertical',
  status: 'Open',
  sponsored: false,
  is_meta_demo: false,
};

export function DemoColumn() {
  const { data, isError, error, refetch } = demosApi.useElevatePublicDemosQuery(undefined);
  return (
    <Column
      id="demos"
      title="Demos"
      lead="Kinds of demos that teams want to see. Show yours."
      entries={data?.filter(({ is_meta_demo }) => !is_meta_demo)}
      sample={SAMPLE}
      emptyText="No demos for now"
      failure={isError ? error : undefined}
      onRetry={() => void refetch()}
    >
      {(demo) => <DemoCard key={demo.id} demo={demo} />}
    </Column>
  );
}
