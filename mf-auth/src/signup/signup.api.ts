/** The call of the sign-up form. */
import { apiConnection, baseApi, type ApiError } from '@site/api-client';
import { refusalOfForm, sendCheckedForm, type FormResult } from '@site/api-client/checked-form';
import { calls } from '@site/contracts/api/calls';
import { signupAnswerSchema, type SignupAnswer } from '@site/contracts/api/signup';
import type { SignupValues } from './signup-rules';

export const { useAuthSignUpMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Obtains the token of the bot check, then signs up. */
    authSignUp: build.mutation<SignupAnswer, SignupValues>({
      queryFn: (values, _api, _options, baseQuery) =>
        sendCheckedForm(
          { action: 'signup', call: calls.signUp, values, answer: signupAnswerSchema },
          { botCheck: apiConnection().botCheck, send: async (request) => (await baseQuery(request)) as FormResult },
        ),
    }),
  }),
});

/** What the form has to say about a failure: its own answer, where the server gave one. */
export const answerOf = (error: ApiError | { message?: string }): SignupAnswer => refusalOfForm(signupAnswerSchema, error);
