import { INTEREST_PLACEHOLDER, INTERESTS } from '@site/contracts/api/contact';
import { Box, Button, chakra, Flex, Notice, Text } from '@site/ui';
import { ErrorSummary, Field, Input, PhoneInput, Select, Textarea, useFocusOnRefusal } from '@site/ui/form';
import { idOf, joined, useIntroForm, type Control } from './use-intro-form';

const LABELS: Record<Control, string> = {
  interest: 'Interest',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  message: 'Question',
};
const CONTROLS = Object.keys(LABELS) as Control[];

/** @param lead Last part of the address, which preselects the interest that it names. */
export function IntroForm({ lead }: { lead: string | null }) {
  const { values, problems, attempt, refusal, notices, isLoading, submit, change } = useIntroForm(lead);
  useFocusOnRefusal(refusal);

  const field = (control: Control) => ({ id: idOf(control), label: LABELS[control], error: problems[control] });
  const input = (control: Control) => ({
    name: control,
    value: values[control],
    onChange: ({ target }: { target: { value: string } }) => change(control, target.value),
  });

  return (
    <chakra.form noValidate onSubmit={submit} aria-label="Intro" display="flex" flexDirection="column" gap="3">
      <ErrorSummary
        attempt={attempt.count}
        problems={CONTROLS.flatMap((control) => {
          const message = attempt.problems[control];
          return message === undefined ? [] : [{ fieldId: idOf(control), message: `${LABELS[control]}: ${message}` }];
        })}
      />
      <Field {...field('interest')}>
        <Select {...input('interest')}>
          <option value="">{INTEREST_PLACEHOLDER}</option>
          {INTERESTS.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field {...field('name')}>
        <Input {...input('name')} autoComplete="name" maxLength={200} />
      </Field>
      <Field {...field('email')}>
        <Input {...input('email')} type="email" inputMode="email" autoComplete="email" maxLength={254} />
      </Field>
      <Field {...field('phone')} help="With a plus sign and the country code, digits only">
        <PhoneInput {...input('phone')} />
      </Field>
      <Field {...field('message')}>
        <Textarea {...input('message')} rows={7} maxLength={5000} />
      </Field>
      <Flex gap="5" rowGap="3" wrap="wrap" align="center" mt="3">
        <Button type="submit" size="lg" aria-disabled={isLoading}>
          {isLoading ? 'Sending...' : 'Send'}
        </Button>
        <Text textStyle="sm" color="fg.muted">
          Expect a reply within 2-3 business days.
        </Text>
      </Flex>
      {/* Always there, because screen readers tell of what changes in it. */}
      <Box role="status">{notices.length > 0 && <Notice status="warning">{joined(notices)}</Notice>}</Box>
    </chakra.form>
  );
}
