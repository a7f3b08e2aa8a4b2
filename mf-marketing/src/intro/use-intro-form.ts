/** State of the intro form: what is written, what is wrong with it, and sending it. */
import { startTransition, useState, type FormEvent } from 'react';
import { formRefusal } from '@site/api-client/failure';
import { contactAnswerSchema, type ContactAnswer } from '@site/contracts/api/contact';
import { notify } from '@site/ui';
import { useWrittenBefore } from '@site/ui/form';
import { addToContactDraft, forgetSentContact, keepContactDraft, useContactDraft } from './contact-draft';
import { checkContact, CONTROL_OF_FIELD, EMPTY_CONTACT, interestOfLead, type ContactProblems, type ContactValues } from './contact-rules';
import { useMarketingSendContactMutation } from './intro.api';

export type Control = keyof ContactValues;

interface Attempt {
  count: number;
  /** What kept it from being sent. Stays as it is while the person corrects the fields, so that nothing moves under their hands. */
  problems: ContactProblems;
}

/** Id of a control in the document. */
export const idOf = (control: Control) => `intro-${control}`;

/** Messages of the server end without a full stop. */
export const joined = (messages: readonly string[]) => messages.join('. ');

function problemsOf(answer: ContactAnswer): ContactProblems {
  const fields = Object.keys(CONTROL_OF_FIELD) as (keyof typeof CONTROL_OF_FIELD)[];
  const refused = fields.flatMap((field) => (answer[field]?.length ? [[CONTROL_OF_FIELD[field], joined(answer[field])] as const] : []));
  return Object.fromEntries(refused);
}

/** What the visitor has written so far. It survives a reload; once sent, everything is empty, the preselected interest too. */
function useContactValues(lead: string | null) {
  const [sent, setSent] = useState(false);
  const draft = useContactDraft();
  const preselected = sent ? '' : interestOfLead(lead);
  const values: ContactValues = { ...EMPTY_CONTACT, ...draft, interest: draft?.lead === lead ? draft.interest : preselected };
  useWrittenBefore(values, idOf, (written) => addToContactDraft({ ...values, lead }, written));
  return {
    values,
    change: (control: Control, value: string) => keepContactDraft({ ...values, [control]: value, lead }),
    clear: () => {
      setSent(true);
      forgetSentContact(draft);
    },
  };
}

export function useIntroForm(lead: string | null) {
  const { values, change, clear } = useContactValues(lead);
  // Whoever leaves the page meanwhile and comes back finds it being sent.
  const [send, { isLoading }] = useMarketingSendContactMutation({ fixedCacheKey: 'contact' });
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, problems: {} });
  const [validated, setValidated] = useState(false);
  /** What the server refused, until the field is changed. */
  const [refused, setRefused] = useState<ContactProblems>({});
  const [refusal, setRefusal] = useState<{ fieldId: string } | null>(null);
  const [notices, setNotices] = useState<readonly string[]>([]);

  const checked = checkContact(values);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLoading) return;
    // All fields are rendered anew. The press is answered first.
    startTransition(() => {
      setRefused({});
      setNotices([]);
      setValidated(true);
      setAttempt(({ count }) => ({ count: count + 1, problems: 'problems' in checked ? checked.problems : {} }));
    });
    if ('problems' in checked) return;
    const { data, error } = await send(checked.message);
    const answer: ContactAnswer = data ?? formRefusal(contactAnswerSchema, error);
    if (data && !data.notices?.length) {
      clear();
      setValidated(false);
      notify({ kind: 'success', message: joined(answer.overall) });
      return;
    }
    const wrong = problemsOf(answer);
    const [first] = Object.keys(wrong) as Control[];
    setRefused(wrong);
    setRefusal(first ? { fieldId: idOf(first) } : null);
    setNotices(answer.notices ?? []);
    notify({ kind: 'error', message: joined(answer.overall) });
  }

  return {
    values,
    /** What is wrong now, by control. */
    problems: { ...(validated && 'problems' in checked ? checked.problems : {}), ...refused } as ContactProblems,
    attempt,
    refusal,
    notices,
    isLoading,
    submit,
    change: (control: Control, value: string) => {
      setRefused(({ [control]: _, ...others }) => others);
      change(control, value);
    },
  };
}
