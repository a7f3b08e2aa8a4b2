import type { Parts } from '@site/release-model/target';
import { Button, Flex } from '@site/ui';
import { registryApi } from '../registry/registry.api';

interface LikeAnotherProps {
  environment: string;
  onChosen: (parts: Parts) => void;
}

/** Chooses everything that another environment has. */
export function LikeAnother({ environment, onChosen }: LikeAnotherProps) {
  const { data: environments = [] } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const others = environments.map(({ name }) => name).filter((name) => name !== environment);
  return (
    <Flex gap="2" wrap="wrap">
      {others.map((name) => (
        <Other key={name} name={name} onChosen={onChosen} />
      ))}
    </Flex>
  );
}

function Other({ name, onChosen }: { name: string; onChosen: (parts: Parts) => void }) {
  const { data: revision } = registryApi.useConsoleCurrentQuery(name);
  if (!revision) return null;
  return (
    <Button size="sm" variant="outline" maxW="full" onClick={() => onChosen(revision.target.parts)}>
      {`Everything that ${name} has`}
    </Button>
  );
}
