import { type SignupAnswer, signupAnswerSchema, signupRefusalSchema, signupRequestSchema } from '@site/contracts/api/signup';
import type { ApiServer, ApiServices } from '../api-server';
import { answerAsForm, formError } from '../form-answers';
import { acceptForm } from '../forms';
import { isOpenCode, storeSignup } from './signup.repository';

/** The same for every address, known or not. */
const ACCEPTED: SignupAnswer = { overall: ['Thank you for signing up', 'Check your email for the next step'] };

const fieldNames = {
  full_name: 'Name',
  email: 'Email',
  phone: 'Phone',
  location: 'Location',
  code: 'Code',
  has_accepted_privacy: 'Privacy',
  has_accepted_terms: 'Terms',
};

export function signupRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/signup',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Sign up with a peer group access code',
        tags: ['Forms'],
        body: signupRequestSchema,
        response: { 200: signupAnswerSchema, 400: signupRefusalSchema, 403: signupRefusalSchema, 422: signupRefusalSchema },
      },
      errorHandler: answerAsForm(fieldNames),
    },
    async (request) => {
      const answer = await acceptForm(services, request, 'signup', async (tx, form) => {
        if (!(await isOpenCode(tx, form.code))) throw formError({ Code: ['This access code is not known'] });
        await storeSignup(tx, form);
        return ACCEPTED;
      });
      services.wakeSignups();
      return answer;
    },
  );
}
