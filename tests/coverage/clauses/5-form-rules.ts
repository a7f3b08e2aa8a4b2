import type { Part } from '../clause';
import { apiDemos, apiPhoto, apiSignup, cardPage, contracts, demoDialog, introForm, photoCrop, signUpPage } from '../files';

const EMPTY = 'sends nothing while empty: every field says what is missing';

export const formRules: Part = {
  section: 5,
  title: 'Forms',
  clauses: [
    {
      id: 'rules.phone',
      says: 'A phone is a plus sign followed by 11 to 15 digits.',
      quotes: ['Phone: a plus sign followed by 11 to 15 digits.'],
      tests: [...contracts('phone › accepts …', 'phone › refuses …'), ...introForm('refuses the phone number …')],
    },
    {
      id: 'rules.phone-message',
      says: "Its message is 'Enter a full phone number starting with a plus sign'.",
      quotes: ["Message: 'Enter a full phone number starting with a plus sign'."],
      tests: [...introForm('refuses the phone number …'), ...contracts('phone › refuses …')],
    },
    {
      id: 'rules.phone-length',
      says: 'The input allows 12 to 16 characters.',
      quotes: ['The input allows 12 to 16 characters.'],
      tests: [...introForm('the form has seven rows'), ...signUpPage('asks for everything that the specification lists')],
    },
    {
      id: 'rules.phone-signup',
      says: 'The sign-up form has an alert for this of its own, whose words we read as the same.',
      quotes: ['The sign-up form uses its own alert message for this, whose wording is not shown.'],
      tests: signUpPage(EMPTY),
    },
    {
      id: 'rules.contact-required',
      says: 'Contact form: all fields are required, and on failure the form is marked validated.',
      quotes: ['Contact form: all fields required', 'On failure the form is marked validated.'],
      tests: introForm('every field is required; nothing is sent'),
    },
    {
      id: 'rules.contact-email',
      says: 'Contact form: the email must be valid.',
      quotes: ['email must be valid.'],
      tests: introForm('refuses the e-mail address …'),
    },
    {
      id: 'rules.default-message',
      says: "The default field message is 'This field needs a correction'.",
      quotes: ["The default field message is 'This field needs a correction'."],
      tests: introForm('every field is required; nothing is sent'),
    },
    {
      id: 'rules.server-errors',
      says: "Server field errors replace it, joined by '. '.",
      quotes: ["Server field errors replace it, joined by '. '."],
      tests: introForm("a refusal shows the server's messages under their fields, joined"),
    },
    {
      id: 'rules.consent',
      says: "A consent message 'You must agree before submitting.' is defined.",
      quotes: ["A consent message 'You must agree before submitting.' is defined."],
      tests: [...signUpPage('without the acceptance of the …'), ...contracts('refuses a sign-up without …')],
    },
    {
      id: 'rules.signup-required',
      says: 'Sign-up form: full name, email, phone, city and state, and code are required; if a check fails nothing is sent and the form is marked validated.',
      quotes: [
        'Sign-up form, checked before sending (if any check fails nothing is sent and the form is marked validated):',
        'Full name, email, phone, city and state, and code are required.',
      ],
      tests: signUpPage(EMPTY, 'sends nothing when … is "…"'),
    },
    {
      id: 'rules.signup-email',
      says: 'Sign-up form: the email must be of a valid format.',
      quotes: ['Email must be a valid format.'],
      tests: signUpPage('sends nothing when Email is "ada@"'),
    },
    {
      id: 'rules.signup-phone',
      says: 'Sign-up form: the phone must match the phone pattern, with a length of 12 to 16.',
      quotes: ['Phone must match the phone pattern, with a length of 12 to 16.'],
      tests: signUpPage('sends nothing when Phone is …', 'asks for everything that the specification lists'),
    },
    {
      id: 'rules.signup-consents',
      says: 'Privacy policy acceptance and terms acceptance are both required.',
      quotes: ['Privacy policy acceptance and terms acceptance are both required.'],
      tests: [...signUpPage('without the acceptance of the …'), ...apiSignup('400: tells what is wrong with … … under the field')],
    },
    {
      id: 'rules.signup-server',
      says: 'Server field errors appear under each field.',
      quotes: ['Server field errors appear under each field.'],
      tests: signUpPage("shows the server's messages under their fields"),
    },
    {
      id: 'rules.code',
      says: "The code format, 2 to 10 letters, digits, underscore or dash, has the message 'English alphabet, digits or dashes: 2-10 characters'; the server enforces it.",
      quotes: [
        "Code format (defined, unused in the forms): 2 to 10 letters, digits, underscore or dash. Message: 'English alphabet, digits or dashes: 2-10 characters'.",
      ],
      tests: [
        ...contracts('peer group code › accepts …', 'peer group code › refuses …'),
        ...apiSignup('what is wrong with code "no code!"'),
      ],
    },
    {
      id: 'rules.demo-url',
      says: 'Demo dialog: the URL must be a valid URL.',
      quotes: ['Demo dialog: URL must be a valid URL.'],
      tests: [
        ...demoDialog('sends nothing while the URL is "…"'),
        ...contracts('accepts web addresses only'),
        ...apiDemos('what is wrong with …'),
      ],
    },
    {
      id: 'rules.demo-required',
      says: 'Demo dialog: URL and Description are required.',
      quotes: ['URL and Description are required.'],
      tests: demoDialog('sends nothing while the … is "…", although the rest is right'),
    },
    {
      id: 'rules.demo-server',
      says: 'Demo dialog: server errors keyed URL and Description are shown.',
      quotes: ['Server errors keyed URL and Description are shown.'],
      tests: demoDialog("the demo dialog › shows the server's messages under their fields"),
    },
    {
      id: 'rules.photo',
      says: 'A profile photo is png or jpeg only.',
      quotes: ['Profile photo: only png and jpeg.'],
      tests: [
        ...cardPage('refuses a photo that is neither png nor jpeg'),
        ...photoCrop('takes png and jpeg only'),
        ...apiPhoto('judges by content'),
      ],
    },
  ],
};
