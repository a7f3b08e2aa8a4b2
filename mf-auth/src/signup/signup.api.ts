/** The calls of the sign-up form: the token of the bot check, then the sign-up itself. */
import { baseApi, type ApiError, type ApiRequest } from '@site/api-client';
import { botChallengeSchema, type BotAction } from '@site/contracts/api/bot-check';
import { calls } from '@site/contracts/api/calls';
import { signupRefusalSchema, type SignupAnswer, type SignupRequest } from '@site/contracts/api/signup';
import { solve } from './proof-of-work';
import type { SignupValues } from './signup-rules';

type Answer = { data: unknown; error?: never } | { error: ApiError; data?: never };
type Send = (request: ApiRequest) => Promise<Answer>;

const ACTION: BotAction = 'signup';
const NETWORK_MESSAGE = 'A network error has occurred.';

/**
 * A request whose answer never arrived. Sent again unchanged, token included, the server recognizes it and does nothing twice.
 */
let unanswered: SignupRequest | null = null;

async function signUp(values: SignupValues, send: Send): Promise<{ data: SignupAnswer } | { error: ApiError }> {
  let request = repetitionOf(values);
  if (request === null) {
    const challenge = await send({ path: `${calls.getBotChallenge.path}?action=${ACTION}`, access: 'public' });
    if (challenge.error) return challenge;
    request = { ...values, recaptchaToken: await solve(botChallengeSchema.parse(challenge.data)) };
  }
  const { method, path } = calls.signUp;
  const answer = await send({ method, path, access: 'public', body: request });
  unanswered = answer.error && (answer.error.status === 0 || answer.error.status >= 500) ? request : null;
  return answer.error ? answer : { data: answer.data as SignupAnswer };
}

function repetitionOf(values: SignupValues): SignupRequest | null {
  const keys = Object.keys(values) as (keyof SignupValues)[];
  return unanswered !== null && keys.every((key) => unanswered?.[key] === values[key]) ? unanswered : null;
}

export const { useAuthSignUpMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    authSignUp: build.mutation<SignupAnswer, SignupValues>({
      queryFn: (values, _api, _options, baseQuery) => signUp(values, async (request) => (await baseQuery(request)) as Answer),
    }),
  }),
});

/** What the form has to say about a failure: its own answer, where the server gave one. */
export function answerOf(error: ApiError | { message?: string }): SignupAnswer {
  if (!('status' in error)) return { overall: [error.message ?? 'An unknown error has occurred.'] };
  const refusal = signupRefusalSchema.safeParse(error.body);
  if (refusal.success) return refusal.data;
  return { overall: [error.status === 0 ? NETWORK_MESSAGE : error.message || error.statusText] };
}
