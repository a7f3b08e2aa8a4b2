import { useState } from 'react';
import type { VersionedRules } from '@site/release-model/registry-answers';
import { Button, SimpleGrid, Text } from '@site/ui';
import { Field, Input, RadioGroup, Select } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { Form } from '../editing/form';
import { environmentsApi } from '../registry/environments.api';
import { emptyWindow, freezeOf, problemsOf, type Problems, type WindowText } from './freeze-window';

const KINDS = [
  { value: 'once', label: 'Once' },
  { value: 'weekly', label: 'Every week' },
] as const;

const DAYS = [
  ['mon', 'Monday'],
  ['tue', 'Tuesday'],
  ['wed', 'Wednesday'],
  ['thu', 'Thursday'],
  ['fri', 'Friday'],
  ['sat', 'Saturday'],
  ['sun', 'Sunday'],
] as const;

/** Adds a window in which nothing new becomes live. Its reason is what people read whose promotion is refused. */
export function NewFreeze({ environment, versioned: { version, rules } }: { environment: string; versioned: VersionedRules }) {
  const [values, setValues] = useState(emptyWindow);
  const [problems, setProblems] = useState<Problems>({});
  const [setRules, { data: saved, error, isLoading }] = environmentsApi.useConsoleSetRulesMutation();
  const change = (changed: Partial<WindowText>) => setValues({ ...values, ...changed });

  async function submit() {
    const wrong = problemsOf(values);
    setProblems(wrong);
    if (Object.keys(wrong).length > 0 || isLoading) return;
    const freeze = freezeOf(values);
    const replaced = { version, rules: { ...rules, freezes: [...rules.freezes, freeze] } };
    if (!(await setRules({ environment, replaced, reason: freeze.reason })).error) setValues(emptyWindow());
  }

  return (
    <Form aria-label="A new freeze" maxW="xl" mt="6" problems={problems} onSubmit={() => void submit()}>
      {error && <FailureNotice failure={error} />}
      <RadioGroup legend="A new freeze" name="freeze" options={KINDS} value={values.kind} onChange={(kind) => change({ kind })} />
      {values.kind === 'once' ? (
        <SimpleGrid columns={{ base: 1, sm: 2 }} columnGap="4">
          <Field label="From" help="By the clock of this browser." error={problems.begin}>
            <Input type="datetime-local" value={values.begin} onChange={({ target }) => change({ begin: target.value })} />
          </Field>
          <Field label="To" error={problems.end}>
            <Input type="datetime-local" value={values.end} onChange={({ target }) => change({ end: target.value })} />
          </Field>
        </SimpleGrid>
      ) : (
        <>
          <SimpleGrid columns={2} columnGap="4">
            <DayField label="From" value={values.fromDay} onChange={(fromDay) => change({ fromDay })} />
            <Field label="At" error={problems.from}>
              <Input type="time" value={values.from} onChange={({ target }) => change({ from: target.value })} />
            </Field>
            <DayField label="To" value={values.toDay} onChange={(toDay) => change({ toDay })} />
            <Field label="Until" error={problems.to}>
              <Input type="time" value={values.to} onChange={({ target }) => change({ to: target.value })} />
            </Field>
          </SimpleGrid>
          <Field label="By the clocks of" help="A time zone, such as Europe/Berlin." error={problems.timeZone}>
            <Input value={values.timeZone} spellCheck={false} onChange={({ target }) => change({ timeZone: target.value })} />
          </Field>
        </>
      )}
      <Field label="Why" help="Whoever is held back by it reads this." error={problems.reason}>
        <Input value={values.reason} maxLength={200} onChange={({ target }) => change({ reason: target.value })} />
      </Field>
      <Button type="submit" size="sm" variant="outline" alignSelf="flex-start" aria-disabled={isLoading}>
        Add the freeze
      </Button>
      <Text role="status" textStyle="sm">
        {saved && 'The freeze is added.'}
      </Text>
    </Form>
  );
}

type Day = WindowText['fromDay'];

function DayField({ label, value, onChange }: { label: string; value: Day; onChange: (day: Day) => void }) {
  return (
    <Field label={label}>
      <Select value={value} onChange={({ target }) => onChange(target.value as Day)}>
        {DAYS.map(([day, name]) => (
          <option key={day} value={day}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
