/** What in the specification no test can prove, to the letter, and why. Headings need not stand here. */
interface Silent {
  why: string;
  quotes: string[];
}

const silent: Silent[] = [
  {
    why: 'It says in short what the sections say in full.',
    quotes: [
      'The product is a website for a technology practice focused on cloud software-as-a-service.',
      'This document covers the whole product: what it does, screens and routes, entities, states, validation, roles, calls, errors and constants.',
    ],
  },
  {
    why: 'It leads on to the list below it.',
    quotes: ['Offers:', 'Other facts stated to users:', '**Visitor (signed out):**'],
  },
  {
    why: 'It leaves something open, and no clause reads anything into it.',
    quotes: [
      'Other contents not shown.',
      'Status lifecycles of demos and playbooks beyond those above are not shown.',
      'What the server does with each request is not shown.',
    ],
  },
  {
    why: 'It is about the specification, not about the product.',
    quotes: ['Source data gives paths for some calls and only function names for others; both are given.'],
  },
];

export const silentQuotes = silent.flatMap(({ quotes, why }) => quotes.map((text) => ({ by: why, text })));
