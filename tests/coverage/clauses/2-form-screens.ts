import type { Part } from '../clause';
import { app, introForm, marketingOnServer, memberForms, memberSession, routes, signInPage, signOutPage, signUpPage } from '../files';

const FIELDS = 'asks for everything that the specification lists';

export const formScreens: Part = {
  section: 2,
  title: 'Intro form, sign-up, sign-in, sign-out, 404',
  clauses: [
    {
      id: 'intro.lead',
      says: "The optional lead preselects the interest; '/intro/elevate' is among them.",
      quotes: ['The optional lead preselects the interest. It is also linked as /intro/elevate.'],
      tests: [
        ...introForm('the interest › at …', 'has the key … for "…"'),
        ...routes("preselects the interest '…'"),
        ...marketingOnServer('the intro form has its interest selected already'),
      ],
    },
    {
      id: 'intro.fields',
      says: 'Fields: interest, full name, email, phone, question.',
      quotes: ['Fields: interest, full name, email, phone, question.'],
      tests: introForm('every field is required', 'proves the bot check for the action contact'),
    },
    {
      id: 'intro.button',
      says: "The button reads 'Send', or 'Sending...' while loading.",
      quotes: ['The button reads Send, or Sending... while loading.'],
      tests: introForm('reads Sending... meanwhile'),
    },
    {
      id: 'intro.reply',
      says: 'A note says a reply is expected within 2-3 business days.',
      quotes: ['A note says a reply is expected within 2-3 business days.'],
      tests: introForm('says when to expect a reply'),
    },
    {
      id: 'signup.fields',
      says: 'Sign-up fields: full name, email, phone, city and state, peer group access code, and two checkboxes accepting the privacy policy and the terms.',
      quotes: [
        'Fields: full name, email, phone',
        'city and state, peer group access code, and two checkboxes accepting the privacy policy and the terms.',
      ],
      tests: signUpPage(FIELDS, 'sends what was written with a solved bot check'),
    },
    {
      id: 'signup.placeholder',
      says: 'The phone placeholder has the format +1 followed by ten digits.',
      quotes: ['(placeholder format +1 followed by ten digits)'],
      tests: signUpPage(FIELDS),
    },
    {
      id: 'signup.code-link',
      says: 'A link to the Elevate section explains where to get the access code.',
      quotes: ['A link to the Elevate section explains where to get the access code.'],
      tests: [...signUpPage(FIELDS), ...memberForms('explains in place where to get the code')],
    },
    {
      id: 'signup.button',
      says: "The submit button reads 'Sign up', or 'Signing up...' while sending.",
      quotes: ["The submit button reads 'Sign up', or 'Signing up...' while sending."],
      tests: signUpPage("reads 'Signing up...' while sending"),
    },
    {
      id: 'signin.providers',
      says: 'The sign-in page has buttons for the default provider, Google and LinkedIn.',
      quotes: ['Buttons for the default provider, Google and LinkedIn.'],
      tests: [...signInPage('offers the default provider first'), ...memberSession('the default provider is offered first')],
    },
    {
      id: 'signin.signed-in',
      says: "An already signed-in user is redirected to '/{target}'.",
      quotes: ['An already signed-in user is redirected to /{target}.'],
      tests: signInPage('leads whoever is signed in from … on'),
    },
    {
      id: 'signin.query',
      says: 'Query parameters error and error_description are shown as an alert.',
      quotes: ['Query parameters error and error_description are shown as a red alert.'],
      tests: [...signInPage('shows error and error_description'), ...routes('/signin shows the error that a provider sent back')],
    },
    {
      id: 'signin.failure',
      says: "An OAuth failure shows 'An error has occurred during the OAuth flow: ' plus the error.",
      quotes: ["An OAuth failure shows 'An error has occurred during the OAuth flow: ' plus the error."],
      tests: signInPage('shows a failure of the flow in the words of the library'),
    },
    {
      id: 'signout.texts',
      says: "The sign-out page shows 'Successful signed out.' and 'Thank you.'",
      quotes: ["Shows 'Successful signed out.' and 'Thank you.'"],
      tests: signOutPage('the confirmation thanks whoever has signed out', 'nobody who is still signed in is told otherwise'),
    },
    {
      id: 'not-found.texts',
      says: "The 404 page is titled 'Page is not available', says 'The page is not available.' and links to home.",
      quotes: ["Titled 'Page is not available', with the text 'The page is not available.' and a link to home."],
      tests: [...app('an unknown page is not available'), ...routes('… is answered with the 404 page and a way home')],
    },
  ],
};
