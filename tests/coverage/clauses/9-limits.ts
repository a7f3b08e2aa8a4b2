import type { Part } from '../clause';
import {
  amplify,
  apiContact,
  botCheck,
  cardPage,
  contracts,
  elevateBackend,
  elevatePage,
  introForm,
  legalPages,
  library,
  libraryCalls,
  marketingPages,
  memberCard,
  mosaic,
  photoDialog,
  signInPage,
  signUpPage,
  theme,
  toaster,
} from '../files';

export const limits: Part = {
  section: 9,
  title: 'Constants and limits',
  clauses: [
    { id: 'limits.age', says: 'Minimum age (terms): 18.', tests: legalPages('terms of use › states the age') },
    {
      id: 'limits.law',
      says: 'Governing law and arbitration: New York State.',
      tests: legalPages('terms of use › states the law', 'terms of use › states the arbitration'),
    },
    {
      id: 'limits.phone',
      says: 'Phone: plus sign, then 11 to 15 digits; input length 12 to 16.',
      tests: [
        ...contracts('phone › accepts', 'phone › refuses'),
        ...introForm('the form has seven rows'),
        ...signUpPage('asks for everything'),
      ],
    },
    {
      id: 'limits.code',
      says: 'Code pattern: 2 to 10 characters.',
      tests: contracts('peer group code › accepts', 'peer group code › refuses'),
    },
    {
      id: 'limits.reply',
      says: 'Reply expectation: 2-3 business days.',
      tests: [...introForm('says when to expect a reply'), ...apiContact('200: stores the message')],
    },
    {
      id: 'limits.rank',
      says: 'Tessera rank: 0 to 4; the quest is two to four tesserae.',
      tests: [...mosaic('takes no rank outside of 0 to 4'), ...elevatePage('explains what a tessera is, and the quest')],
    },
    { id: 'limits.expiry', says: 'Token expiry tolerance: 5,000 ms.', tests: amplify('refreshes within 5 seconds of expiry') },
    {
      id: 'limits.credentials',
      says: 'Cached guest or identity credentials: 3,000,000 ms.',
      tests: libraryCalls('are kept for 50 minutes'),
    },
    {
      id: 'limits.attempts',
      says: 'Identity retry attempts: 3.',
      tests: [...libraryCalls('is tried three times'), ...amplify('over a network error, after three attempts')],
    },
    {
      id: 'limits.cookies',
      says: 'Cookie storage default: 365 days, path /, secure on.',
      tests: libraryCalls('keeps for 365 days, at the path /, securely'),
    },
    { id: 'limits.state', says: 'Random state length: 32 characters.', tests: library('and a state of 32') },
    { id: 'limits.verifier', says: 'PKCE verifier length: 128 characters.', tests: library('of a verifier of 128 characters') },
    {
      id: 'limits.signin-toast',
      says: 'Sign-in toasts: top-right, auto-close 5000 ms, light theme.',
      tests: [
        ...signInPage('says for five seconds why'),
        ...toaster('the first message brings the container', 'is light', 'a message stays for'),
      ],
    },
    {
      id: 'limits.toast-pause',
      says: 'Toasts pause on hover and on focus loss.',
      tests: toaster('waits while it is hovered, and while the window has not the focus'),
    },
    { id: 'limits.toast-drag', says: 'The drag-to-dismiss threshold is 80%.', tests: toaster('that is dragged over') },
    { id: 'limits.toast-hotkey', says: 'The hotkey of toasts is Alt+T.', tests: toaster('takes the focus on Alt+T') },
    { id: 'limits.site-toast', says: 'Sign-up and site toasts close after 15 seconds.', tests: toaster('a message stays for 15 seconds') },
    {
      id: 'limits.site-queries',
      says: 'Site queries: never stale, retry 2 times, 1.5 s between retries.',
      tests: elevateBackend('site queries twice, 1.5 s apart', 'public lists are never dropped'),
    },
    {
      id: 'limits.programme-queries',
      says: 'Programme data queries: retry 3 times, delay doubling from 1 s up to 30 s.',
      tests: elevateBackend('programme queries three times, the delay doubling from 1 s', 'programme queries never wait longer than 30 s'),
    },
    {
      id: 'limits.programme-cache',
      says: 'Programme data: cached data collected after 5 minutes.',
      tests: elevateBackend('a player’s data are dropped after five minutes'),
    },
    {
      id: 'limits.bot-check',
      says: "Bot-check actions: 'contact' and 'signup'.",
      tests: [...introForm('for the action contact'), ...signUpPage('with a solved bot check'), ...botCheck('passes for its action only')],
    },
    {
      id: 'limits.rows',
      says: 'Message box rows: 7; demo description rows: 3.',
      tests: [...introForm('the form has seven rows'), ...cardPage('has a description of three rows')],
    },
    {
      id: 'limits.avatar',
      says: 'Profile avatar: 200 by 200 pixels.',
      tests: [...photoDialog('shown at 200 by 200 pixels'), ...memberCard('the photo is cropped')],
    },
    { id: 'limits.tabs', says: 'Tab transition: 300 ms.', tests: theme('a change of tab takes 300 ms') },
    {
      id: 'limits.breakpoints',
      says: 'Responsive breakpoints: sm 576, md 768, lg 992, xl 1200, xxl 1400.',
      tests: theme('a page changes its layout at'),
    },
    { id: 'limits.availability', says: 'Target availability cited: 99.999%.', tests: elevatePage('cites the target availability') },
    { id: 'limits.legal', says: 'Legal text last updated: 11/5/2025.', tests: legalPages('is dated 11/5/2025') },
    { id: 'limits.fees', says: 'Fees and rates are not shown: no page names one.', tests: marketingPages('names no fee or rate') },
  ],
};
