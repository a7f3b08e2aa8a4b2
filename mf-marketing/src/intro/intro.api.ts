/** The calls of the intro form. */
import { baseApi, type ApiError, type ApiRequest } from '@site/api-client';
import { botChallengeSchema, type BotAction } from '@site/contracts/api/bot-check';
import { callPath, calls } from '@site/contracts/api/calls';
import { contactAnswerSchema, contactRefusalSchema, type ContactAnswer, type ContactRequest } from '@site/contracts/api/contact';
import type { ContactMessage } from './contact-rules';
import { solveChallenge } from './proof-of-work';

type Answer = { data: unknown } | { error: ApiError };
type Call = (request: ApiRequest) => Promise<Answer>;

const ACTION: BotAction = 'contact';
const NETWORK_MESSAGE = 'A network error has occurred.';
const UNKNOWN_MESSAGE = 'An unknown error has occurred.';

/** Thrown on the way: an answer of an unknown shape, or a browser that cannot compute the bot check. */
const UNEXPECTED: ApiError = { code: 'UNEXPECTED', message: UNKNOWN_MESSAGE, status: 0, statusText: '', requestId: null, body: null };

/**
 * The last request whose fate is unknown. Sent again with the same message it is repeated to the letter, token included: the server
 * recognizes it, and a message that had arrived after all is not stored twice.
 */
let unanswered: ContactRequest | null = null;

const isSame = (request: ContactRequest, message: ContactMessage) =>
  (Object.keys(message) as (keyof ContactMessage)[]).every((key) => request[key] === message[key]);

async function obtainToken(call: Call): Promise<{ token: string } | { error: ApiError }> {
  const challenge = await call({ path: `${callPath(calls.getBotChallenge)}?action=${ACTION}`, access: 'public' });
  if ('error' in challenge) return challenge;
  return { token: await solveChallenge(botChallengeSchema.parse(challenge.data)) };
}

async function sendContact(message: ContactMessage, call: Call): Promise<{ data: ContactAnswer } | { error: ApiError }> {
  let request = unanswered && isSame(unanswered, message) ? unanswered : null;
  if (!request) {
    const obtained = await obtainToken(call);
    if ('error' in obtained) return obtained;
    request = { ...message, recaptchaToken: obtained.token };
  }
  const { method, path } = calls.sendContact;
  const answer = await call({ method, path, access: 'public', body: request });
  unanswered = 'error' in answer && (answer.error.status === 0 || answer.error.status >= 500) ? request : null;
  return 'error' in answer ? answer : { data: contactAnswerSchema.parse(answer.data) };
}

export const { useMarketingSendContactMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Obtains the token of the bot check, then sends the message. */
    marketingSendContact: build.mutation<ContactAnswer, ContactMessage>({
      queryFn: (message, _api, _options, baseQuery) =>
        sendContact(message, async (request) => (await baseQuery(request)) as Answer).catch(() => ({ error: UNEXPECTED })),
    }),
  }),
});

/** What the form has to say about a failure: the form's own answer where there is one. */
export function readRefusal(error: ApiError | { message?: string }): ContactAnswer {
  if (!('status' in error)) return { overall: [UNKNOWN_MESSAGE] };
  if (error.code === 'NETWORK') return { overall: [NETWORK_MESSAGE] };
  const refusal = contactRefusalSchema.safeParse(error.body);
  if (refusal.success) return refusal.data;
  return { overall: [error.message || UNKNOWN_MESSAGE] };
}
