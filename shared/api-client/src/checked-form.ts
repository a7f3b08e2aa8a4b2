/**
 * Sends a public form: obtains the token of the bot check, then posts the form with it. A form whose fate is unknown is repeated to the
 * letter, token included, so that the server recognizes what had arrived after all and does nothing twice. What has not arrived, and whose token
 * holds no more by then, is sent once more with another.
 *
 * Not part of what the shell provides: the remotes that have such a form bring it with the page, and no other first view carries it.
 */
import type { BotAction, BotChallenge } from '@site/contracts/api/bot-check';
import { callPath, calls, type Call } from '@site/contracts/api/calls';
import { NETWORK_ERROR, UNKNOWN_ERROR } from '@site/contracts/error-texts';
import type { ApiRequest } from './base-query';
import type { ApiError, CallResult } from './call';
import type { ApiConnection } from './connection';

/** How a form reaches the server. */
export interface FormConnection {
  botCheck: ApiConnection['botCheck'];
  send: (request: ApiRequest) => Promise<CallResult<unknown>>;
}

/** Code of the refusal of a token that is wrong, expired, or has served. */
const BOT_CHECK_FAILED = 'bot-check-failed';

/** The last request of each form that got no answer, or one that says nothing about it. */
const unanswered = new Map<BotAction, { values: string; body: object }>();

/** Whether a status leaves open what became of the form: also of one that arrived before, a repeat may come too late, or too often. */
const saysNothing = (status: number): boolean => [0, 408, 429].includes(status) || status >= 500;

/** A zod schema, as far as this needs one. */
interface Schema<T> {
  safeParse(body: unknown): { success: true; data: T } | { success: false; data?: never };
}

export interface CheckedForm<Answer> {
  action: BotAction;
  call: Pick<Call, 'method' | 'path'>;
  /** What the person wrote, without the token. */
  values: object;
  /** Shape of the server's answer on success. */
  answer: Schema<Answer>;
}

export async function sendCheckedForm<Answer>(
  { action, call: { method, path }, values, answer }: CheckedForm<Answer>,
  connection: FormConnection,
): Promise<CallResult<Answer>> {
  const written = JSON.stringify(values);
  const previous = unanswered.get(action);
  const send = async (body: object): Promise<CallResult<unknown>> => {
    const result = await connection.send({ method, path, access: 'public', body });
    if (result.error && saysNothing(result.error.status)) unanswered.set(action, { values: written, body });
    else unanswered.delete(action);
    return result;
  };
  try {
    const repeated = previous?.values === written ? await send(previous.body) : null;
    const result =
      repeated && repeated.error?.code !== BOT_CHECK_FAILED
        ? repeated
        : await send({ ...values, recaptchaToken: await botToken(action, connection) });
    if (result.error) return { error: result.error };
    const parsed = answer.safeParse(result.data);
    return parsed.success ? { data: parsed.data } : { error: unexpected(null) };
  } catch (error) {
    return { error: error instanceof ChallengeRefused ? error.refusal : unexpected(error) };
  }
}

class ChallengeRefused extends Error {
  constructor(readonly refusal: ApiError) {
    super(refusal.message);
  }
}

async function botToken(action: BotAction, { botCheck, send }: FormConnection): Promise<string> {
  if (botCheck.kind === 'recaptcha')
    return (await import(/* webpackChunkName: "bot-check" */ './recaptcha')).recaptchaToken(botCheck.siteKey, action);
  const loading = import(/* webpackChunkName: "bot-check" */ './proof-of-work');
  // Of two failures, the one of the challenge says what is wrong.
  loading.catch(() => undefined);
  const answer = await send({ path: `${callPath(calls.getBotChallenge)}?action=${action}`, access: 'public' });
  if (answer.error) throw new ChallengeRefused(answer.error);
  const { solveChallenge } = await loading;
  return solveChallenge(answer.data as BotChallenge);
}

/** A browser that cannot compute the bot check, a script that did not load, an answer of another shape. */
const unexpected = (error: unknown): ApiError => ({
  code: 'UNEXPECTED',
  message: error instanceof Error && error.message === NETWORK_ERROR ? NETWORK_ERROR : UNKNOWN_ERROR,
  status: 0,
  statusText: '',
  requestId: null,
  body: null,
});
