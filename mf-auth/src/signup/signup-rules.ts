/** What the sign-up form checks before anything is sent. The server checks it again, and more: it knows the codes. */
import { MUST_AGREE } from '@site/contracts/api/form';
import { signupRequestSchema, type SignupAnswer, type SignupField, type SignupRequest } from '@site/contracts/api/signup';

/** Values of the controls, named as the request names them. */
export type SignupValues = Omit<SignupRequest, 'recaptchaToken'>;
export type SignupControl = keyof SignupValues;
export type SignupProblems = Partial<Record<SignupControl, string>>;

export const EMPTY_SIGNUP: SignupValues = {
  full_name: '',
  email: '',
  phone: '',
  location: '',
  code: '',
  has_accepted_privacy: false,
  has_accepted_terms: false,
};

export const SIGNUP_CONTROLS = Object.keys(EMPTY_SIGNUP) as SignupControl[];

/** Where each name of the server's field messages belongs. */
const CONTROL_OF_FIELD: Record<SignupField, SignupControl> = {
  Name: 'full_name',
  Email: 'email',
  Phone: 'phone',
  Location: 'location',
  Code: 'code',
  Privacy: 'has_accepted_privacy',
  Terms: 'has_accepted_terms',
};

const ENTER_CODE = 'Enter your peer group access code';

const { full_name, email, phone, location } = signupRequestSchema.shape;

type Parsed = { success: boolean; error?: { issues: { message: string }[] } };

const messageOf = ({ error }: Parsed) => error?.issues[0]?.message;

/** What is wrong with which control; empty when the form may be sent. */
export function checkSignup(values: SignupValues): SignupProblems {
  const messages: Record<SignupControl, string | undefined> = {
    full_name: messageOf(full_name.safeParse(values.full_name)),
    email: messageOf(email.safeParse(values.email.trim())),
    phone: messageOf(phone.safeParse(values.phone.trim())),
    location: messageOf(location.safeParse(values.location)),
    code: values.code.trim() === '' ? ENTER_CODE : undefined,
    has_accepted_privacy: values.has_accepted_privacy ? undefined : MUST_AGREE,
    has_accepted_terms: values.has_accepted_terms ? undefined : MUST_AGREE,
  };
  return Object.fromEntries(Object.entries(messages).filter(([, message]) => message !== undefined));
}

/** The values as they are sent: without the spaces that slip in around them. */
export const trimmed = (values: SignupValues): SignupValues => ({
  ...values,
  full_name: values.full_name.trim(),
  email: values.email.trim(),
  phone: values.phone.trim(),
  location: values.location.trim(),
  code: values.code.trim(),
});

/** The server's field messages by control, each list as one sentence. */
export function problemsOf(answer: SignupAnswer): SignupProblems {
  const entries = Object.entries(CONTROL_OF_FIELD).map(([field, control]) => [control, answer[field as SignupField]] as const);
  return Object.fromEntries(entries.flatMap(([control, messages]) => (messages?.length ? [[control, messages.join('. ')]] : [])));
}
