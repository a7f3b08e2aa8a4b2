import { useEffect, useRef } from 'react';
import type { Parts } from '@site/release-model/target';
import { Button, Flex } from '@site/ui';
import { registryApi } from '../registry/registry.api';

interface LikeAnotherProps {
  environment: string;
  /** Environment that is taken over at once, as a link asks for it. */
  suggested: string | null;
  onChosen: (parts: Parts) => void;
}

/** Chooses everything that another environment has. */
export function LikeAnother({ environment, suggested, onChosen }: LikeAnotherProps) {
  const { data: environments = [] } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const others = environments.map(({ name }) => name).filter((name) => name !== environment);
  return (
    <Flex gap="2" wrap="wrap">
      {others.map((name) => (
        <Other key={name} name={name} isSuggested={name === suggested} onChosen={onChosen} />
      ))}
    </Flex>
  );
}

function Other({ name, isSuggested, onChosen }: { name: string; isSuggested: boolean; onChosen: (parts: Parts) => void }) {
  const { data: revision } = registryApi.useConsoleCurrentQuery(name);
  const taken = useRef(false);
  useEffect(() => {
    if (!isSuggested || !revision || taken.current) return;
    taken.current = true;
    onChosen(revision.target.parts);
  });
  if (!revision) return null;
  return (
    <Button size="sm" variant="outline" onClick={() => onChosen(revision.target.parts)}>
      {`Everything that ${name} has`}
    </Button>
  );
}
