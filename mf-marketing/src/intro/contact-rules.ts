/** What the intro form checks before anything is sent. The server checks it again, and more. */
import { contactRequestSchema, INTERESTS, type ContactField, type ContactRequest } from '@site/contracts/api/contact';
import { PHONE_MESSAGE } from '@site/contracts/api/text';

/** Values of the controls; `interest` is the key of an interest or an empty string. */
export interface ContactValues {
  interest: string;
  name: string;
  email: string;
  phone: string;
  message: string;
}

/** The request without the token of the bot check. */
export type ContactMessage = Omit<ContactRequest, 'recaptchaToken'>;

export type ContactProblems = Partial<Record<keyof ContactValues, string>>;

export const EMPTY_CONTACT: ContactValues = { interest: '', name: '', email: '', phone: '', message: '' };

/** Where each name of the server's field messages belongs. */
export const CONTROL_OF_FIELD: Record<ContactField, keyof ContactValues> = {
  Name: 'name',
  Email: 'email',
  Phone: 'phone',
  Message: 'message',
};

export const DEFAULT_MESSAGE = 'This field needs a correction';

/** Key of the interest that a lead preselects; an empty string for an unknown lead or none. */
export const interestOfLead = (lead: string | null): string => INTERESTS.find(({ key }) => key === lead)?.key ?? '';

/** The message to send, or what is wrong with which field. */
export function checkContact({ interest, ...rest }: ContactValues): { message: ContactMessage } | { problems: ContactProblems } {
  const { goal, name, email, phone, message } = contactRequestSchema.shape;
  const checked = {
    interest: goal.safeParse(INTERESTS.find(({ key }) => key === interest)?.label),
    name: name.safeParse(rest.name),
    email: email.safeParse(rest.email.trim()),
    phone: phone.safeParse(rest.phone.trim()),
    message: message.safeParse(rest.message),
  };
  if (checked.interest.success && checked.name.success && checked.email.success && checked.phone.success && checked.message.success) {
    return {
      message: {
        goal: checked.interest.data,
        name: checked.name.data,
        email: checked.email.data,
        phone: checked.phone.data,
        message: checked.message.data,
      },
    };
  }
  const wrong = Object.entries(checked).filter(([, { success }]) => !success);
  return { problems: Object.fromEntries(wrong.map(([control]) => [control, control === 'phone' ? PHONE_MESSAGE : DEFAULT_MESSAGE])) };
}
