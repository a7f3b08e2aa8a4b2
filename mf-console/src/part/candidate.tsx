import { useState } from 'react';
import { percent } from '@site/release-model/changes';
import type { Whoami } from '@site/release-model/registry-answers';
import type { Parts } from '@site/release-model/target';
import { Button, Flex, Text, TextLink } from '@site/ui';
import { ActDialog } from '../acting/act-dialog';
import { consoleAddress } from '../addresses';
import { covers } from '../display/names';
import { registryApi } from '../registry/registry.api';

interface CandidateProps {
  environment: string;
  name: string;
  /** Everything that is live. */
  parts: Parts;
  person: Whoami;
}

/** Who is shown another release of the part than everybody, and the act that ends that. What a plan shows ends with the plan. */
export function Candidate({ environment, name, parts, person }: CandidateProps) {
  const candidate = parts[name]?.candidate;
  const { data: plans, isLoading } = registryApi.useConsolePlansQuery({ environment, unfinished: true }, { skip: !candidate });
  // Kept here: a canary that has ended no longer has the button that opened its dialog.
  const [ending, setEnding] = useState<string[] | null>(null);
  // Whoever gets one of a set gets all, so it ends as a whole.
  const set = Object.keys(parts)
    .filter((other) => candidate && parts[other]?.candidate?.cohort === candidate.cohort)
    .sort();
  const others = set.filter((other) => other !== name);
  const plan = plans?.find(
    ({ step, releases }) => step > 0 && set.some((part) => releases[part]?.id === parts[part]?.candidate?.release.id),
  );
  const mayEnd = person.verbs.includes('promote') && covers(person.parts, name) && covers(person.environments, environment);
  return (
    <>
      {candidate && !isLoading && (
        <Flex gap="3" wrap="wrap" align="center" mb="4">
          <Text>
            {`${candidate.release.version} is shown to ${percent(candidate.basisPoints)} of the visitors`}
            {others.length > 0 && `, together with the candidate of ${others.join(', ')}`}
            {plan && (
              <>
                {', by '}
                <TextLink to={consoleAddress('plans', environment)}>{`plan ${plan.id}`}</TextLink>
              </>
            )}
            .
          </Text>
          {!plan && mayEnd && (
            <Button size="sm" variant="outline" colorPalette="danger" aria-label={titleOf(set)} onClick={() => setEnding(set)}>
              End the canary
            </Button>
          )}
        </Flex>
      )}
      {ending && (
        <ActDialog
          title={titleOf(ending)}
          environment={environment}
          command={{ kind: 'end-canary', parts: ending }}
          doIt="End it now"
          colorPalette="danger"
          meaning={() => `Everybody gets the stable release of ${ending.join(', ')} with the next page that they load.`}
          onClose={() => setEnding(null)}
        />
      )}
    </>
  );
}

const titleOf = (parts: readonly string[]) => `End the canary of ${parts.join(', ')}`;
