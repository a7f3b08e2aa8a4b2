import { DEFAULT_GUARD, describeGuard, type Guard } from '@site/release-model/guard';
import { Box, Button, Flex, Stack, Text } from '@site/ui';
import { Checkbox, Field, Fieldset, Input, RadioGroup } from '@site/ui/form';
import { BEGINNINGS, beginningAt, type Manner, type StepText } from './manner';

interface MannerFieldsProps {
  manner: Manner;
  /** The guard of plans that do not say it. */
  guard: Guard | null;
  /** Why nothing but everybody can be chosen; null where it can. */
  noShare: string | null;
  onChange: (manner: Manner) => void;
}

const OPTIONS = [
  { value: 'everybody', label: 'For everybody' },
  { value: 'canary', label: 'For a share of the visitors' },
  { value: 'plan', label: 'Step by step, by a plan' },
] as const;

const TIMES = [
  { value: 'at-once', label: 'At once' },
  { value: 'at-a-time', label: 'At a time' },
] as const;

export function MannerFields({ manner, guard, noShare, onChange }: MannerFieldsProps) {
  return (
    <Stack gap="6" maxW="xl">
      <RadioGroup
        legend="How it becomes live"
        name="manner"
        options={OPTIONS.map((option) => ({ ...option, disabled: noShare !== null && option.value !== 'everybody' }))}
        help={noShare}
        value={manner.kind}
        onChange={(kind) => onChange(BEGINNINGS[kind])}
      />
      {manner.kind === 'everybody' && manner.begins === null && (
        <Checkbox
          checked={manner.fixes}
          help="No browser falls back to it then."
          onChange={({ target }) => onChange({ ...manner, fixes: target.checked })}
        >
          What is live now is bad
        </Checkbox>
      )}
      {manner.kind === 'canary' && (
        <Field label="Share of the visitors, in percent">
          <Input
            inputMode="decimal"
            maxW="32"
            value={manner.share}
            onChange={({ target }) => onChange({ ...manner, share: target.value })}
          />
        </Field>
      )}
      {manner.kind === 'plan' && <Steps plan={manner} guard={guard} onChange={onChange} />}
      {manner.kind !== 'canary' && <BeginningFields manner={manner} onChange={onChange} />}
    </Stack>
  );
}

function BeginningFields({ manner, onChange }: { manner: Exclude<Manner, { kind: 'canary' }>; onChange: (manner: Manner) => void }) {
  const { begins } = manner;
  return (
    <>
      <RadioGroup
        legend="When it begins"
        name="begins"
        options={TIMES}
        value={begins === null ? 'at-once' : 'at-a-time'}
        onChange={(when) => onChange(beginningAt(manner, when === 'at-once' ? null : ''))}
      />
      {begins !== null && (
        <Field label="When" help="By the clock of this browser.">
          <Input type="datetime-local" maxW="xs" value={begins} onChange={({ target }) => onChange(beginningAt(manner, target.value))} />
        </Field>
      )}
    </>
  );
}

type Plan = Extract<Manner, { kind: 'plan' }>;

function Steps({ plan, guard, onChange }: { plan: Plan } & Pick<MannerFieldsProps, 'guard' | 'onChange'>) {
  const { steps } = plan;
  const set = (at: number, step: StepText) => onChange({ ...plan, steps: steps.map((one, index) => (index === at ? step : one)) });
  return (
    <Fieldset legend="Steps" help="After the last one everybody gets it. Without minutes, a step lasts until somebody continues the plan.">
      {steps.map((step, at) => (
        <Flex key={at} gap="3" align="flex-start" wrap="wrap" role="group" aria-label={`Step ${at + 1}`}>
          <Box w={{ base: '20', sm: '32' }}>
            <Field label="Percent">
              <Input inputMode="decimal" value={step.share} onChange={({ target }) => set(at, { ...step, share: target.value })} />
            </Field>
          </Box>
          <Box w="32">
            <Field label="Minutes" optional>
              <Input inputMode="numeric" value={step.minutes} onChange={({ target }) => set(at, { ...step, minutes: target.value })} />
            </Field>
          </Box>
          {steps.length > 1 && (
            <Button
              variant="ghost"
              colorPalette="neutral"
              mt="7"
              px={{ base: '2', sm: '4' }}
              aria-label={`Remove step ${at + 1}`}
              onClick={() => onChange({ ...plan, steps: steps.filter((_, index) => index !== at) })}
            >
              Remove
            </Button>
          )}
        </Flex>
      ))}
      <Flex align="center" gap="4" wrap="wrap">
        <Button
          size="sm"
          variant="outline"
          onClick={() => onChange({ ...plan, steps: [...steps, { share: '', minutes: '' }] })}
          aria-disabled={steps.length >= 19}
        >
          Add a step
        </Button>
        <Text textStyle="sm" color="fg.muted">
          then 100%
        </Text>
      </Flex>
      <Checkbox
        checked={plan.isGuarded ?? guard !== null}
        help={`It compares how often the releases fail with what is live, ${describeGuard(guard ?? DEFAULT_GUARD)}, and takes them back if they do harm.`}
        onChange={({ target }) => onChange({ ...plan, isGuarded: target.checked })}
      >
        With a guard
      </Checkbox>
    </Fieldset>
  );
}
