/** The answer to a contact message. What its sender writes back arrives in the mailbox of the practice. */
import type { Mail } from '@site/platform/mail';
import type { ApiConfig } from '../../config';
import type { AnsweredMessage } from './message.repository';

export const answerMail = (
  { email, goal, message }: Pick<AnsweredMessage, 'email' | 'goal' | 'message'>,
  text: string,
  { BRAND, CONTACT_EMAIL }: ApiConfig,
): Mail => ({
  to: email,
  replyTo: CONTACT_EMAIL,
  subject: `Your message to ${BRAND}: ${goal}`,
  text: [text, `--\nYou wrote to ${BRAND}:`, message.replace(/^/gm, '> ')].join('\n\n'),
});
