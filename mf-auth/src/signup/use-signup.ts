/** The life of the sign-up form: what is written, what is wrong with it, and what came of sending it. */
import { startTransition, useRef, useState } from 'react';
import { formRefusal } from '@site/api-client/failure';
import { signupAnswerSchema, type SignupAnswer } from '@site/contracts/api/signup';
import { notify, type Notification } from '@site/ui';
import { useWrittenBefore } from '@site/ui/form';
import { useAuthSignUpMutation } from './signup.api';
import { addToSignupDraft, forgetSentSignup, keepSignupDraft, useSignupDraft } from './signup-draft';
import {
  checkSignup,
  problemsOf,
  SIGNUP_CONTROLS,
  trimmed,
  type SignupControl,
  type SignupProblems,
  type SignupValues,
} from './signup-rules';

/** Id of a control in the document. */
export const idOf = (control: SignupControl) => `signup-${control}`;

const joined = (messages: readonly string[] = []) => messages.join('. ');

export function useSignup() {
  const values = useSignupDraft();
  // Whoever leaves the page meanwhile and comes back finds it being sent.
  const [send, { isLoading }] = useAuthSignUpMutation({ fixedCacheKey: 'signup' });
  /** Set at once, where the state of the call only arrives with the next rendering. */
  const sending = useRef(false);
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, problems: {} });
  /** Once validated, what is still wrong is shown, and disappears as it is corrected. */
  const [validated, setValidated] = useState(false);
  const [refused, setRefused] = useState<SignupProblems>({});
  const [refusal, setRefusal] = useState<{ fieldId: string } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useWrittenBefore(values, idOf, addToSignupDraft);

  function change<Control extends SignupControl>(control: Control, value: SignupValues[Control]) {
    setRefused(({ [control]: _corrected, ...others }) => others);
    keepSignupDraft({ ...values, [control]: value });
  }

  async function submit() {
    if (isLoading || sending.current) return;
    const wrong = checkSignup(values);
    // All fields are rendered anew. The press is answered first.
    startTransition(() => {
      setValidated(true);
      setRefused({});
      setOutcome(null);
      setAttempt(({ count }) => ({ count: count + 1, problems: wrong }));
    });
    if (Object.keys(wrong).length > 0) return;
    sending.current = true;
    const { data, error } = await send(trimmed(values));
    sending.current = false;
    if (data) accept(data);
    else refuse(formRefusal(signupAnswerSchema, error));
  }

  function accept(answer: SignupAnswer) {
    if (answer.notices?.length) {
      showProblems(answer);
      return announce({ kind: 'warning', message: joined([...answer.overall, ...answer.notices]) });
    }
    forgetSentSignup(values);
    setValidated(false);
    announce({ kind: 'success', message: joined(answer.overall) });
  }

  function refuse(answer: SignupAnswer) {
    showProblems(answer);
    if (answer.notices?.length) setOutcome({ kind: 'warning', message: joined(answer.notices), isAnnounced: false });
    notify({ kind: 'error', message: joined(answer.overall) });
  }

  /** The server's messages of fields, of which the first one takes the focus. */
  function showProblems(answer: SignupAnswer) {
    const wrong = problemsOf(answer);
    const first = SIGNUP_CONTROLS.find((control) => control in wrong);
    setRefused(wrong);
    setRefusal(first ? { fieldId: idOf(first) } : null);
  }

  function announce(result: Pick<Outcome, 'kind' | 'message'>) {
    setOutcome({ ...result, isAnnounced: true });
    notify(result);
  }

  const problems: SignupProblems = { ...(validated ? checkSignup(values) : {}), ...refused };
  return { values, problems, attempt, refusal, outcome, sending: isLoading, change, submit };
}

/** An attempt to send, with what the form itself found wrong. That stays as it is while the person corrects the fields. */
interface Attempt {
  count: number;
  problems: SignupProblems;
}

/** What the server had to say that belongs to no field. */
export interface Outcome extends Pick<Notification, 'message'> {
  kind: 'success' | 'warning';
  /** Whether a message says it too, which screen readers have read out. */
  isAnnounced: boolean;
}
