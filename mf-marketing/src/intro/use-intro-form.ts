/** State of the intro form: what is written, what is wrong with it, and sending it. */
import { startTransition, useState, type FormEvent } from 'react';
import { formRefusal } from '@site/api-client/failure';
import { contactAnswerSchema, type ContactAnswer } from '@site/contracts/api/contact';
import { notify } from '@site/ui';
import { useWrittenBefore } from '@site/ui/form';
import { addToContactDraft, forgetSentContact, keepContactDraft, useContactDraft } from './contact-draft';
import { checkContact, CONTROL_OF_FIELD, EMPTY_CONTACT, interestOfLead, type ContactProblems, type ContactValues } from './contact-rules';
import { useMarketingSendContactMutation } from './intro.api';
import { NOTHING_TOLD, tell, useTold } from './told';

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
  const [told, setTold] = useTold();

  const checked = checkContact(values);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLoading) return;
    // All fields are rendered anew. The press is answered first.
    startTransition(() => {
      setTold({ ...NOTHING_TOLD, validated: true });
      setAttempt(({ count }) => ({ count: count + 1, problems: 'problems' in checked ? checked.problems : {} }));
    });
    if ('problems' in checked) return;
    const { data, error } = await send(checked.message);
    const answer: ContactAnswer = data ?? formRefusal(contactAnswerSchema, error);
    if (data && !data.notices?.length) {
      clear();
      tell(NOTHING_TOLD);
      notify({ kind: 'success', message: joined(answer.overall) });
      return;
    }
    const refused = problemsOf(answer);
    const [first] = Object.keys(refused) as Control[];
    tell({ validated: true, refused, refusal: first ? { fieldId: idOf(first) } : null, notices: answer.notices ?? [] });
    notify({ kind: 'error', message: joined(answer.overall) });
  }

  return {
    values,
    /** What is wrong now, by control. */
    problems: { ...(told.validated && 'problems' in checked ? checked.problems : {}), ...told.refused } as ContactProblems,
    attempt,
    refusal: told.refusal,
    notices: told.notices,
    isLoading,
    submit,
    change: (control: Control, value: string) => {
      setTold(({ refused: { [control]: _corrected, ...refused }, ...others }) => ({ ...others, refused }));
      change(control, value);
    },
  };
}
