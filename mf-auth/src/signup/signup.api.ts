/** The call of the sign-up form. */
import { apiConnection, baseApi } from '@site/api-client';
import { sendCheckedForm } from '@site/api-client/checked-form';
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
          { botCheck: apiConnection().botCheck, send: async (request) => baseQuery(request) },
        ),
    }),
  }),
});
