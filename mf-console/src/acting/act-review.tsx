/** What a command would change, with the press that makes it so. */
import { useId, useState, type ReactNode } from 'react';
import type { NamedRehearsal } from '@site/release-model/rehearsal';
import { describeEndedPlan } from '@site/release-model/ended-plan-text';
import { Button, Flex, Heading, Notice, Stack, Text, type ButtonProps } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { problemOfTyped, TypedName } from '../asking/typed-name';
import { ChangesList } from '../display/changes-list';
import { FailureNotice } from '../display/failure-notice';
import { codeOf, detailOf, type Failure, isRefusal } from '../registry/failure';
import { registryApi } from '../registry/registry.api';
import { NoRehearsal } from '../rehearsal/no-rehearsal';
import { RehearsalSection } from '../rehearsal/rehearsal-section';
import { ActProgress } from './act-progress';
import { isInDoubt, type ActState, type Stage } from './use-act';

interface ActReviewProps {
  act: ActState;
  environment: string;
  /** Words of the button that carries it out. */
  doIt: string;
  colorPalette?: ButtonProps['colorPalette'];
  /** Has to be typed before it can be carried out. */
  typed?: string | undefined;
  /** Says for whom, and anything else that is to be known before. */
  meaning: (shown: Extract<Stage, { kind: 'shown' }>) => ReactNode;
  labels?: [string, string];
  /** Looks again, after something else became live. */
  onLookAgain: () => void;
}

interface Words {
  reason: string;
  typedName: string;
}
const NO_WORDS: Words = { reason: '', typedName: '' };
const IS_OVER: ReadonlySet<Stage['kind']> = new Set(['none', 'decided', 'proposed']);

export function ActReview({ act, environment, doIt, colorPalette = 'accent', typed, meaning, labels, onLookAgain }: ActReviewProps) {
  const { stage } = act;
  // What was typed outlives a refusal, and goes with what it was typed for.
  const [words, setWords] = useState(NO_WORDS);
  if (words !== NO_WORDS && IS_OVER.has(stage.kind)) setWords(NO_WORDS);
  return (
    <Stack gap="4">
      {stage.kind === 'refused' && (
        <>
          <FailureNotice failure={stage.failure} {...(!stage.isAct && !isRefusal(stage.failure) && { title: 'There was no answer' })} />
          <RefusedRehearsal environment={environment} failure={stage.failure} />
          {(codeOf(stage.failure) === 'revision-conflict' || isInDoubt(stage)) && (
            <Button variant="outline" alignSelf="flex-start" onClick={onLookAgain}>
              Look again
            </Button>
          )}
        </>
      )}
      {stage.kind === 'shown' && (
        <Shown
          {...{ act, environment, doIt, colorPalette, typed, meaning, onLookAgain, words, setWords, ...(labels && { labels }) }}
          stage={stage}
        />
      )}
      <ActProgress stage={stage} />
    </Stack>
  );
}

/** The one for whose sake it is refused. */
function RefusedRehearsal({ environment, failure }: { environment: string; failure: Failure }) {
  const rehearsal = codeOf(failure) === 'rehearsal-needed' ? (detailOf(failure, 'rehearsal') as NamedRehearsal | null) : null;
  return rehearsal && <RehearsalSection environment={environment} rehearsal={rehearsal} />;
}

/** What does not keep a plan from being made. */
const RefusedNow = ({ refusals }: Pick<ShownStage, 'refusals'>) => (
  <Notice status="warning" title="As things are now, this would be refused">
    <Stack as="ul" role="list" gap="1" listStyleType="none" ps="0">
      {refusals.map(({ error }) => (
        <li key={error}>{error}</li>
      ))}
    </Stack>
    <Text mt="2">
      It is judged again when it is due. A lock and a freeze are waited for; whatever else is refused then pauses the plan.
    </Text>
  </Notice>
);

type ShownStage = Extract<Stage, { kind: 'shown' }>;

function Shown({
  act: { overtakenBy, carryOut, propose },
  environment,
  stage,
  doIt,
  colorPalette,
  typed,
  meaning,
  labels,
  onLookAgain,
  words,
  setWords,
}: ActReviewProps & { stage: ShownStage; words: Words; setWords: (words: Words) => void }) {
  const id = useId();
  const { reason, typedName } = words;
  const [problems, setProblems] = useState<{ reason?: string; typed?: string }>({});
  const { data: environments } = registryApi.useConsoleEnvironmentsQuery(undefined);
  const rules = environments?.find(({ name }) => name === environment)?.rules.rules;
  const { isProposed } = stage;
  const needsReason = isProposed || rules?.requireReason === true;

  function submit() {
    const mistyped = problemOfTyped(typed, typedName);
    const wrong = {
      ...(needsReason && reason.trim() === '' && { reason: 'Say why' }),
      ...(mistyped !== null && { typed: mistyped }),
    };
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return document.getElementById(`${id}-${'reason' in wrong ? 'reason' : 'typed'}`)?.focus();
    void (isProposed ? propose(reason.trim()) : carryOut(reason.trim()));
  }

  return (
    <>
      <Heading as="h3" size="md">
        This would change
      </Heading>
      {stage.would ? (
        <ChangesList changes={stage.would.changes} {...(labels && { labels })} />
      ) : (
        <Text>What it would change cannot be said as things are now.</Text>
      )}
      {stage.would?.endsPlans?.map((plan) => (
        <Notice key={plan.id} status="warning" title={`This ends ${describeEndedPlan(plan)}`} />
      ))}
      {stage.refusals.length > 0 && <RefusedNow refusals={stage.refusals} />}
      <Text textStyle="sm" color="fg.muted">
        {meaning(stage)}
      </Text>
      {stage.would?.rehearsal ? (
        <RehearsalSection environment={environment} rehearsal={stage.would.rehearsal} />
      ) : (
        rules !== undefined &&
        rules.rehearsal !== 'none' &&
        'releases' in stage.command && <NoRehearsal releases={stage.command.releases} />
      )}
      {overtakenBy && (
        <Notice status="warning" role="alert" title={`Revision ${overtakenBy.number} came between`}>
          {overtakenBy.createdBy} changed what is live, so what you see here does not hold any more.
        </Notice>
      )}
      {overtakenBy ? (
        <Button alignSelf="flex-start" onClick={onLookAgain}>
          Look again
        </Button>
      ) : (
        <>
          {isProposed && (
            <Notice>
              {`In ${environment} ${(rules?.approvals ?? 1) === 1 ? 'somebody else has' : `${rules?.approvals} others have`} to approve this.`}
            </Notice>
          )}
          <Field id={`${id}-reason`} label="Reason" optional={!needsReason} help="Stands in the history." error={problems.reason}>
            <Input value={reason} maxLength={500} onChange={({ target }) => setWords({ ...words, reason: target.value })} />
          </Field>
          {typed !== undefined && (
            <TypedName
              id={`${id}-typed`}
              name={typed}
              value={typedName}
              problem={problems.typed}
              onChange={(typedName) => setWords({ ...words, typedName })}
            />
          )}
          <Flex>
            <Button {...(colorPalette !== undefined && { colorPalette })} onClick={submit}>
              {isProposed ? 'Propose it' : doIt}
            </Button>
          </Flex>
        </>
      )}
    </>
  );
}
