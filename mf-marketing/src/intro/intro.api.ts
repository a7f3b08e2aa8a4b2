/** The call of the intro form. */
import { apiConnection, baseApi } from '@site/api-client';
import { sendCheckedForm } from '@site/api-client/checked-form';
import { calls } from '@site/contracts/api/calls';
import { contactAnswerSchema, type ContactAnswer } from '@site/contracts/api/contact';
import type { ContactMessage } from './contact-rules';

export const { useMarketingSendContactMutation } = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Obtains the token of the bot check, then sends the message. */
    marketingSendContact: build.mutation<ContactAnswer, ContactMessage>({
      queryFn: (message, _api, _options, baseQuery) =>
        sendCheckedForm(
          { action: 'contact', call: calls.sendContact, values: message, answer: contactAnswerSchema },
          { botCheck: apiConnection().botCheck, send: async (request) => baseQuery(request) },
        ),
    }),
  }),
});
