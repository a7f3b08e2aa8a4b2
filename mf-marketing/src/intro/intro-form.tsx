import { INTEREST_PLACEHOLDER, INTERESTS, type ContactAnswer } from '@site/contracts/api/contact';
import { Button, chakra, Flex, Notice, notify, Text } from '@site/ui';
import { ErrorSummary, Field, Input, Select, Textarea } from '@site/ui/form';
import { useState, type FormEvent } from 'react';
import { keepContactDraft, useContactDraft } from './contact-draft';
import { checkContact, CONTROL_OF_FIELD, EMPTY_CONTACT, interestOfLead, type ContactProblems, type ContactValues } from './contact-rules';
import { readRefusal, useMarketingSendContactMutation } from './intro.api';

type Control = keyof ContactValues;

const LABELS: Record<Control, string> = {
  interest: 'Interest',
  name: 'Full name',
  email: 'Email',
  phone: 'Phone',
  message: 'Question',
};
const CONTROLS = Object.keys(LABELS) as Control[];

const idOf = (control: Control) => `intro-${control}`;
const joined = (messages: readonly string[]) => messages.join('. ');

function problemsOf(answer: ContactAnswer): ContactProblems {
  const entries = Object.entries(CONTROL_OF_FIELD).map(
    ([field, control]) => [control, answer[field as keyof typeof CONTROL_OF_FIELD]] as const,
  );
  return Object.fromEntries(entries.flatMap(([control, messages]) => (messages?.length ? [[control, joined(messages)]] : [])));
}

/** What the visitor has written so far. It survives a reload; once sent, everything is empty, the preselected interest too. */
function useContactValues(lead: string | null) {
  const [sent, setSent] = useState(false);
  const draft = useContactDraft();
  const preselected = sent ? '' : interestOfLead(lead);
  const values: ContactValues = { ...EMPTY_CONTACT, ...draft, interest: draft?.lead === lead ? draft.interest : preselected };
  return {
    values,
    change: (control: Control, value: string) => keepContactDraft({ ...values, [control]: value, lead }),
    clear: () => {
      setSent(true);
      keepContactDraft(null);
    },
  };
}

export function IntroForm({ lead }: { lead: string | null }) {
  const { values, change, clear } = useContactValues(lead);
  const [send, { isLoading }] = useMarketingSendContactMutation();
  const [attempt, setAttempt] = useState(0);
  const [validated, setValidated] = useState(false);
  const [refused, setRefused] = useState<ContactProblems>({});
  const [notices, setNotices] = useState<readonly string[]>([]);

  const checked = checkContact(values);
  const problems: ContactProblems = { ...(validated && 'problems' in checked ? checked.problems : {}), ...refused };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLoading) return;
    setAttempt(attempt + 1);
    setRefused({});
    setNotices([]);
    setValidated(true);
    if ('problems' in checked) return;
    const { data, error } = await send(checked.message);
    const answer = data ?? readRefusal(error as Parameters<typeof readRefusal>[0]);
    if (data && !data.notices?.length) {
      clear();
      setValidated(false);
      notify({ kind: 'success', message: joined(answer.overall) });
      return;
    }
    setRefused(problemsOf(answer));
    setNotices(answer.notices ?? []);
    setAttempt(attempt + 2);
    notify({ kind: 'error', message: joined(answer.overall) });
  }

  const field = (control: Control) => ({ id: idOf(control), label: LABELS[control], error: problems[control] });
  const input = (control: Control) => ({
    name: control,
    value: values[control],
    onChange: ({ target }: { target: { value: string } }) => {
      setRefused(({ [control]: _, ...others }) => others);
      change(control, target.value);
    },
  });

  return (
    <chakra.form noValidate onSubmit={submit} aria-label="Intro" display="flex" flexDirection="column" gap="6">
      <ErrorSummary
        attempt={attempt}
        problems={CONTROLS.flatMap((control) => {
          const message = problems[control];
          return message === undefined ? [] : [{ fieldId: idOf(control), message: `${LABELS[control]}: ${message}` }];
        })}
      />
      {notices.length > 0 && (
        <Notice status="warning" role="status">
          {joined(notices)}
        </Notice>
      )}
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
        <Input {...input('phone')} type="tel" inputMode="tel" autoComplete="tel" minLength={12} maxLength={16} placeholder="+12125550100" />
      </Field>
      <Field {...field('message')}>
        <Textarea {...input('message')} rows={7} maxLength={5000} />
      </Field>
      <Flex gap="5" rowGap="3" wrap="wrap" align="center">
        <Button type="submit" size="lg" aria-disabled={isLoading}>
          {isLoading ? 'Sending...' : 'Send'}
        </Button>
        <Text textStyle="sm" color="fg.muted">
          Expect a reply within 2-3 business days.
        </Text>
      </Flex>
    </chakra.form>
  );
}
