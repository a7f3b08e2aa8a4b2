/** The two mails of a contact message: one to the practice, one to the sender. */
import type { ContactRequest } from '@site/contracts/api/contact';
import type { Mail } from '@site/platform/mail';
import type { ApiConfig } from '../config';

export const mailToPractice = (id: number, form: ContactRequest, { CONTACT_EMAIL, BRAND }: ApiConfig): Mail => ({
  to: CONTACT_EMAIL,
  replyTo: form.email,
  subject: `Message ${id}: ${form.goal}`,
  text: [
    `${form.name} wrote through the website of ${BRAND}.`,
    `Interest: ${form.goal}\nEmail: ${form.email}\nPhone: ${form.phone}`,
    form.message,
    'Answer this mail to reply to the sender.',
  ].join('\n\n'),
});

/**
 * Repeats nothing of what was written: anybody could have entered this address, and the mail must not carry their words. To the address as members
 * have it, by which mails that wait are shown to a member and taken back.
 */
export const receipt = (form: ContactRequest, { BRAND }: ApiConfig): Mail => ({
  to: form.email.toLowerCase(),
  subject: `${BRAND} received your message`,
  text: [
    `Thank you for your message to ${BRAND}. We expect to reply within 2-3 business days.`,
    'If you did not write to us, somebody entered your address by mistake, and you can ignore this mail.',
  ].join('\n\n'),
});
