/** The life of the sign-up form: what is written, what is wrong with it, and what came of sending it. */
import { startTransition, useRef, useState } from 'react';
import { formRefusal } from '@site/api-client/failure';
import { signupAnswerSchema, type SignupAnswer } from '@site/contracts/api/signup';
import { notify } from '@site/ui';
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
import { NOTHING_TOLD, tell, useTold } from './told';

/** Id of a control in the document. */
export const idOf = (control: SignupControl) => `signup-${control}`;

const joined = (messages: readonly string[]) => messages.join('. ');

export function useSignup() {
  const values = useSignupDraft();
  // Whoever leaves the page meanwhile and comes back finds it being sent.
  const [send, { isLoading }] = useAuthSignUpMutation({ fixedCacheKey: 'signup' });
  /** Set at once, where the state of the call only arrives with the next rendering. */
  const sending = useRef(false);
  const [attempt, setAttempt] = useState<Attempt>({ count: 0, problems: {} });
  const [told, setTold] = useTold();
  useWrittenBefore(values, idOf, addToSignupDraft);

  function change<Control extends SignupControl>(control: Control, value: SignupValues[Control]) {
    setTold(({ refused: { [control]: _corrected, ...refused }, ...others }) => ({ ...others, refused }));
    keepSignupDraft({ ...values, [control]: value });
  }

  async function submit() {
    if (isLoading || sending.current) return;
    const wrong = checkSignup(values);
    // All fields are rendered anew. The press is answered first.
    startTransition(() => {
      setTold({ ...NOTHING_TOLD, validated: true });
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
    const { overall, notices = [] } = answer;
    const kind = notices.length > 0 ? 'warning' : 'success';
    const said = { kind, message: joined([...overall, ...notices]) } as const;
    if (kind === 'success') forgetSentSignup(values);
    tell({ ...(kind === 'success' ? NOTHING_TOLD : problemsToTell(answer)), outcome: { ...said, isAnnounced: true } });
    notify(said);
  }

  function refuse(answer: SignupAnswer) {
    const { overall, notices = [] } = answer;
    const outcome = notices.length > 0 ? ({ kind: 'warning', message: joined(notices), isAnnounced: false } as const) : null;
    tell({ ...problemsToTell(answer), outcome });
    notify({ kind: 'error', message: joined(overall) });
  }

  const problems: SignupProblems = { ...(told.validated ? checkSignup(values) : {}), ...told.refused };
  return { values, problems, attempt, refusal: told.refusal, outcome: told.outcome, sending: isLoading, change, submit };
}

/** The server's messages of fields, of which the first one takes the focus. */
function problemsToTell(answer: SignupAnswer) {
  const refused = problemsOf(answer);
  const first = SIGNUP_CONTROLS.find((control) => control in refused);
  return { validated: true, refused, refusal: first ? { fieldId: idOf(first) } : null };
}

/** An attempt to send, with what the form itself found wrong. That stays as it is while the person corrects the fields. */
interface Attempt {
  count: number;
  problems: SignupProblems;
}
