import { asvs } from './asvs';
import type { SecurityDocument } from './document';
import { trust } from './trust';

const GENERATED = [
  'This document is generated from `tests/coverage/security` and from the tests that ran and passed: `npm run spec-coverage` writes it after a',
  'complete `npm test`, which fails when a test that is named here did not run, did not pass at its first try or was skipped. A name of a test',
  'begins with the groups that it stands in; … stands for what differs among the rows of its table.',
];

export const securityDocuments: readonly SecurityDocument[] = [
  {
    file: 'docs/asvs.md',
    title: 'OWASP ASVS 5.0, levels 1 and 2',
    intro: [
      'Each requirement of levels 1 and 2 of the Application Security Verification Standard, version 5.0.0, in our own short words (the standard itself',
      'is at https://owasp.org/www-project-application-security-verification-standard), and what becomes of it here: the tests that prove it, what a',
      'reader has to look at where no test can say it, why it does not apply, or what does not hold yet.',
      '',
      ...GENERATED,
    ],
    chapters: asvs,
  },
  {
    file: 'docs/trust.md',
    title: 'What must not break',
    intro: ['Each fault or attack that the site has to stand, what holds then, and the tests that prove it.', '', ...GENERATED],
    chapters: trust,
  },
];
