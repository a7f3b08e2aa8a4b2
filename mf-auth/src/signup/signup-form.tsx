import * as paths from '@site/contracts/paths';
import { Box, Button, chakra, InPlaceOf, Notice, SimpleGrid, TextLink } from '@site/ui';
import { Checkbox, ErrorSummary, Field, Input, PhoneInput, useFocusOnRefusal } from '@site/ui/form';
import { SIGNUP_CONTROLS, type SignupControl } from './signup-rules';
import type { Outcome } from './told';
import { idOf, useSignup } from './use-signup';

const LABELS: Record<SignupControl, string> = {
  full_name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  location: 'City and state',
  code: 'Peer group access code',
  has_accepted_privacy: 'Privacy policy',
  has_accepted_terms: 'Terms',
};

type TextControl = Exclude<SignupControl, 'has_accepted_privacy' | 'has_accepted_terms'>;
type Consent = Exclude<SignupControl, TextControl>;

/** What is nearly always the answer. */
const USUAL_OUTCOME = <Notice status="success">Thank you for signing up. Check your email for the next step</Notice>;

export function SignupForm() {
  const { values, problems, attempt, refusal, outcome, sending, change, submit } = useSignup();
  useFocusOnRefusal(refusal);

  const field = (control: TextControl) => ({ id: idOf(control), label: LABELS[control], error: problems[control] });
  const input = (control: TextControl) => ({
    name: control,
    value: values[control],
    onChange: ({ target }: { target: { value: string } }) => change(control, target.value),
  });
  const consent = (control: Consent) => ({
    id: idOf(control),
    name: control,
    required: true,
    checked: values[control],
    error: problems[control],
    onChange: ({ target }: { target: { checked: boolean } }) => change(control, target.checked),
  });
  const summary = SIGNUP_CONTROLS.flatMap((control) => {
    const message = attempt.problems[control];
    return message === undefined ? [] : [{ fieldId: idOf(control), message: `${LABELS[control]}: ${message}` }];
  });

  return (
    <chakra.form
      noValidate
      aria-label="Sign up"
      display="flex"
      flexDirection="column"
      gap="3"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ErrorSummary attempt={attempt.count} problems={summary} />
      <Field {...field('full_name')}>
        <Input {...input('full_name')} autoComplete="name" maxLength={200} />
      </Field>
      <SimpleGrid columns={{ base: 1, md: 2 }} columnGap="6" rowGap="3" alignItems="start">
        <Field {...field('email')}>
          <Input {...input('email')} type="email" inputMode="email" autoComplete="email" maxLength={254} />
        </Field>
        <Field {...field('phone')}>
          <PhoneInput {...input('phone')} />
        </Field>
        <Field {...field('location')}>
          <Input {...input('location')} autoComplete="address-level2" maxLength={200} />
        </Field>
        <Field {...field('code')} help={<CodeHelp />}>
          <Input {...input('code')} autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={200} />
        </Field>
      </SimpleGrid>
      <Checkbox {...consent('has_accepted_privacy')}>
        I accept the{' '}
        <TextLink to={paths.privacy} external>
          privacy policy
        </TextLink>
      </Checkbox>
      <Checkbox {...consent('has_accepted_terms')}>
        I accept the{' '}
        <TextLink to={paths.terms} external>
          terms
        </TextLink>
      </Checkbox>
      <Button type="submit" size="lg" alignSelf="flex-start" mt="4" aria-disabled={sending}>
        {sending ? 'Signing up...' : 'Sign up'}
      </Button>
      {/* Below everything else and in a place of its own, so that nothing moves when the answer arrives. */}
      <Box mt="3">
        <InPlaceOf other={USUAL_OUTCOME}>
          <Box role="status">{outcome && !outcome.isAnnounced && <OutcomeNotice {...outcome} />}</Box>
          {outcome?.isAnnounced && <OutcomeNotice {...outcome} />}
        </InPlaceOf>
      </Box>
    </chakra.form>
  );
}

const OutcomeNotice = ({ kind, message }: Outcome) => <Notice status={kind}>{message}</Notice>;

const CodeHelp = () => <TextLink to={paths.elevateSteps}>Where to get the access code</TextLink>;
