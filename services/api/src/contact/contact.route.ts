import { type ContactAnswer, contactAnswerSchema, contactRefusalSchema, contactRequestSchema } from '@site/contracts/api/contact';
import { enqueueMail } from '@site/platform/outbox';
import type { ApiServer, ApiServices } from '../api-server';
import { answerAsForm } from '../form-answers';
import { acceptForm } from '../forms';
import { mailToPractice, receipt } from './contact-mails';
import { storeMessage } from './contact.repository';

const ACCEPTED: ContactAnswer = { overall: ['Thank you, your message was received', 'Expect a reply within 2-3 business days'] };

export function contactRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/contact',
    {
      config: { access: 'public' },
      schema: {
        summary: 'Send a message to the practice',
        tags: ['Forms'],
        body: contactRequestSchema,
        response: { 200: contactAnswerSchema, 400: contactRefusalSchema, 403: contactRefusalSchema, 422: contactRefusalSchema },
      },
      errorHandler: answerAsForm({ name: 'Name', email: 'Email', phone: 'Phone', message: 'Message' }),
    },
    (request) =>
      acceptForm(services, request, 'contact', async (tx, form) => {
        const id = await storeMessage(tx, form);
        await enqueueMail(tx, mailToPractice(id, form, services.config), { key: `contact-${id}` });
        await enqueueMail(tx, receipt(form, services.config), { key: `contact-${id}-receipt` });
        return ACCEPTED;
      }),
  );
}
