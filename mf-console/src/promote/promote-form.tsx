/** Which releases become live, how, and what that would change. */
import { useRef, useState } from 'react';
import { Navigate } from '@site/router';
import type { Remote } from '@site/release-model/registry-answers';
import type { CommandRequest, ProposedPlanRequest, Versions } from '@site/release-model/registry-requests';
import { guardOf } from '@site/release-model/rules';
import type { Parts } from '@site/release-model/target';
import { Box, Button, Flex, Heading, Notice, SimpleGrid, Stack } from '@site/ui';
import { ActReview } from '../acting/act-review';
import { useAct, type ActState } from '../acting/use-act';
import { consoleAddress } from '../addresses';
import { FailureNotice } from '../display/failure-notice';
import type { Failure } from '../registry/failure';
import { registryApi } from '../registry/registry.api';
import { BY_DEFAULT, isPlanned, planOf, problemOf, whyNoShare, type Manner } from './manner';
import { MannerFields } from './manner-fields';
import { PartChoice } from './part-choice';
import { LikeAnother } from './like-another';

interface PromoteFormProps {
  environment: string;
  parts: Remote[];
  live: Parts;
  /** What is chosen at first. */
  wanted: Parts;
}

export function PromoteForm({ environment, parts, live, wanted }: PromoteFormProps) {
  const [versions, setVersions] = useState<Versions>(() => differing(wanted, live));
  const [manner, setManner] = useState<Manner>(BY_DEFAULT);
  const [problem, setProblem] = useState<string | null>(null);
  const review = useRef<HTMLHeadingElement>(null);
  const immediate = useAct(environment);
  const { data: environments } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const guard = guardOf(environments?.find(({ name }) => name === environment)?.rules.rules ?? {});
  const planned = usePlanned(environment, immediate, () => ({ releases: versions, ...planOf(manner, guard) }));
  const act = isPlanned(manner) ? planned.act : immediate;

  const noShare = whyNoShare(Object.keys(versions).filter((name) => !live[name]));

  const change = (next: () => void) => {
    next();
    immediate.reset();
    planned.reset();
    setProblem(null);
  };

  function look() {
    const problem = (manner.kind === 'everybody' ? null : noShare) ?? problemOf(manner);
    const wrong = Object.keys(versions).length === 0 ? 'Choose at least one release.' : problem;
    setProblem(wrong);
    if (wrong !== null) return;
    review.current?.focus();
    void act.look(commandOf(versions, manner));
  }

  // Whoever has gone elsewhere meanwhile is not taken back.
  if (planned.isMade) return <Navigate to={consoleAddress('plans', environment)} />;
  return (
    <Stack gap={{ base: '8', md: '10' }}>
      <Box as="section" aria-labelledby="releases">
        <Flex justify="space-between" align="flex-end" gap="4" wrap="wrap" mb="4">
          <Heading as="h2" id="releases" size="xl">
            Releases
          </Heading>
          <LikeAnother environment={environment} onChosen={(others) => change(() => setVersions(differing(others, live)))} />
        </Flex>
        <SimpleGrid columns={{ base: 1, md: 2 }} columnGap="8" rowGap="1">
          {parts.map(({ name }) => (
            <PartChoice
              key={name}
              name={name}
              live={live[name]}
              version={versions[name] ?? ''}
              onChange={(version) => change(() => setVersions(withVersion(versions, name, version)))}
            />
          ))}
        </SimpleGrid>
      </Box>
      <MannerFields manner={manner} guard={guard} noShare={noShare} onChange={(next) => change(() => setManner(next))} />
      <Box as="section" aria-labelledby="review">
        <Heading as="h2" id="review" size="xl" mb="4" ref={review} tabIndex={-1}>
          Look, then act
        </Heading>
        <Stack gap="4" maxW="3xl">
          <Flex>
            <Button variant={act.stage.kind === 'shown' ? 'outline' : 'solid'} onClick={look} aria-disabled={act.isBusy}>
              Show what would change
            </Button>
          </Flex>
          {problem !== null && (
            <Notice status="danger" role="alert">
              {problem}
            </Notice>
          )}
          {planned.failure && <FailureNotice failure={planned.failure} />}
          <ActReview act={act} environment={environment} doIt={doItOf(manner)} meaning={() => meaningOf(manner)} onLookAgain={look} />
        </Stack>
      </Box>
    </Stack>
  );
}

function doItOf(manner: Manner): string {
  if (manner.kind === 'canary') return 'Show it to them';
  if (manner.kind === 'plan') return manner.begins === null ? 'Begin the plan' : 'Begin the plan then';
  return manner.begins === null ? 'Make it live' : 'Make it live then';
}

/** A plan is shown as what it leads to, and made in place of a revision. */
function usePlanned(environment: string, act: ActState, wanted: () => ProposedPlanRequest) {
  const [makePlan] = registryApi.useConsoleMakePlanMutation();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const [isMade, setIsMade] = useState(false);
  const { stage } = act;

  async function carryOut(reason: string) {
    const expectedRevision = stage.kind === 'shown' ? stage.basis : 0;
    const plan = { ...wanted(), expectedRevision, ...(reason !== '' && { reason }) };
    setFailure(null);
    setIsMaking(true);
    const { data, error } = await makePlan({ environment, plan });
    setIsMaking(false);
    if (!data) return setFailure(error ?? {});
    setIsMade(true);
  }

  const look = (command: CommandRequest) => {
    setFailure(null);
    return act.look(command, wanted());
  };
  const propose = (reason: string) => act.propose(reason, wanted());
  const making: Partial<ActState> = isMaking ? { stage: { kind: 'carrying-out' }, isBusy: true } : {};
  return { act: { ...act, look, carryOut, propose, ...making }, failure, isMade, reset: () => setFailure(null) };
}

const commandOf = (releases: Versions, manner: Manner): CommandRequest => {
  if (manner.kind === 'canary') return { kind: 'canary', releases, basisPoints: Math.round(Number(manner.share) * 100) };
  return { kind: 'promote', releases, ...(manner.kind === 'everybody' && manner.fixes && { fixes: true }) };
};

function meaningOf(manner: Manner): string {
  switch (manner.kind) {
    case 'everybody':
      return manner.begins === null
        ? 'Every visitor gets it with the next page that they load. Open pages go on undisturbed.'
        : 'This is what it changes then. Until then nothing changes, and the plan can be aborted.';
    case 'canary':
      return `${manner.share}% of the visitors get it with the next page that they load, always the same ones. Everybody else keeps what is live.`;
    case 'plan':
      return `This is where the plan leads. ${
        manner.begins === null
          ? 'It begins with its first share at once'
          : 'Until then nothing changes, and it can be aborted; then it begins with its first share'
      }, and its guard, if it has one, ends it if the releases do harm.`;
  }
}

function withVersion(versions: Versions, name: string, version: string): Versions {
  const { [name]: _, ...others } = versions;
  return version === '' ? others : { ...others, [name]: version };
}

const differing = (others: Parts, live: Parts): Versions =>
  Object.fromEntries(
    Object.entries(others).flatMap(([name, { stable }]) => (live[name]?.stable.id === stable.id ? [] : [[name, stable.version]])),
  );
