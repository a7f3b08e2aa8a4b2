import type { Part } from '../clause';
import { apiContact, apiSignup, entities, introForm, signUpPage } from '../files';

const fields = (entity: string) => entities(`has the fields of the specification: › ${entity}`);
const ALL_INTERESTS = 'offers the placeholder first and then every topic in order';

export const formEntities: Part = {
  section: 3,
  title: 'Messages, sign-ups and their answers',
  clauses: [
    {
      id: 'entities.contact',
      says: 'A contact message has goal (the interest description text), name, email, phone, message and recaptchaToken.',
      quotes: ['**Contact message:** goal (the interest description text), name, email, phone, message, recaptchaToken.'],
      tests: [...fields('a contact message'), ...introForm('sends the topic in words')],
    },
    {
      id: 'entities.interests',
      says: "Interest options: 'how does this program work?' (elevate), 'pitch a product idea' (produce), 'other' (sponsor), 'flip a SaaS business' (ata-flip), 'SaaS acquisition' (ata-saas), 'alternative lab, second tech option' (ata-alt), 'Startup blueprint', 'Startup blueprint+', 'Startup blueprint premium+' (blueprints-1 to -3) and 'general question' (general).",
      quotes: [
        'elevate: how does this program work?',
        'produce: pitch a product idea',
        'sponsor: other',
        'ata-flip: flip a SaaS business',
        'ata-saas: SaaS acquisition',
        'ata-alt: alternative lab, second tech option',
        'blueprints-1: Startup blueprint',
        'blueprints-2: Startup blueprint+',
        'blueprints-3: Startup blueprint premium+',
        'general: general question',
      ],
      tests: introForm(ALL_INTERESTS, 'the interest › at …', 'has the key … for "…"'),
    },
    {
      id: 'entities.interest-placeholder',
      says: "An empty 'Please, select one' placeholder is among them.",
      quotes: ["an empty 'Please, select one' placeholder"],
      tests: introForm(ALL_INTERESTS, 'at /intro is "Please, select one"'),
    },
    {
      id: 'entities.signup',
      says: 'A sign-up has full_name, email, phone, location, has_accepted_privacy, has_accepted_terms, code and recaptchaToken.',
      quotes: [
        '**Sign-up payload:** full_name, email, phone, location (city and state), has_accepted_privacy (boolean), has_accepted_terms (boolean), code (peer group access code), recaptchaToken.',
      ],
      tests: [...fields('a sign-up'), ...signUpPage('sends what was written with a solved bot check')],
    },
    {
      id: 'entities.form-response',
      says: "A form response has 'overall' (a list of messages), optional 'notices', and per-field error lists.",
      quotes: [
        "**Form response (contact and sign-up):** a JSON object with 'overall' (list of messages), optional 'notices', and per-field error lists.",
      ],
      tests: entities('a form is answered by messages overall'),
    },
    {
      id: 'entities.signup-keys',
      says: 'Sign-up keys: Name, Email, Phone, Location, Code, Privacy, Terms.',
      quotes: ['Sign-up keys: Name, Email, Phone, Location, Code, Privacy, Terms.'],
      tests: [...fields('the answer to a sign-up'), ...apiSignup('400: tells what is wrong with … … under the field')],
    },
    {
      id: 'entities.contact-keys',
      says: 'Contact keys: Name, Email, Phone, Message.',
      quotes: ['Contact keys: Name, Email, Phone, Message.'],
      tests: [...fields('the answer to a contact message'), ...apiContact('400: tells what is wrong with … … under the field')],
    },
  ],
};
