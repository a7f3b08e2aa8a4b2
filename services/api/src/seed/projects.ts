/** Projects of the practice for development. Their addresses are reserved for examples. */
import type { ProjectInput } from '@site/contracts/api/desk';

export const projects: ProjectInput[] = [
  {
    name: 'O.M.L.E.T.',
    description: 'A contained demo engagement: a small team shows what it can do on a problem with clear edges.',
    url: 'https://example.com/omlet',
  },
  {
    name: 'Elevate ranking',
    description: 'Scores that peers give after a demo become a rank of tesserae on a card.',
    url: 'https://example.com/elevate-ranking',
  },
  {
    name: 'Alternative lab',
    description: 'A second technical option, built beside the first one, so that an acquisition decision has something to compare.',
    url: 'https://example.com/alternative-lab',
  },
  {
    name: 'The Chassis',
    description: 'Foundations of a software service that a product can be placed upon: accounts, tenants, releases and operations.',
    url: 'https://example.com/chassis',
  },
];
