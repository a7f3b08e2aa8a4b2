/** What may be released between two visits, and the most of a first visit that the second may cost then. */
import type { Edit } from '../variants/edit';

export interface Change {
  name: string;
  /** The part that is released for it. */
  part: 'shell' | 'mf-marketing';
  /** Null when nothing is released. */
  edit: Edit | null;
  /** Share of the bytes of a first visit, of a browser with dictionaries. */
  most: number;
}

export const CHANGES: Change[] = [
  { name: 'nothing', part: 'shell', edit: null, most: 0.003 },
  {
    name: 'a sentence of a remote',
    part: 'mf-marketing',
    edit: { file: 'mf-marketing/src/home/home-page.tsx', from: 'the people who fit', to: 'people who fit together' },
    most: 0.05,
  },
  {
    name: 'the footer of the shell',
    part: 'shell',
    edit: { file: 'shell/src/footer/site-footer.tsx', from: '© ${year} ${brand}', to: '© ${year} ${brand}. Second edition' },
    most: 0.05,
  },
  {
    name: 'a recipe of the design system',
    part: 'shell',
    edit: {
      file: 'shared/ui/src/theme/recipes.ts',
      from: "md: { minH: '11', minW: '11', px: '5'",
      to: "md: { minH: '11', minW: '11', px: '6'",
    },
    most: 0.06,
  },
  {
    name: 'a patch of a dependency',
    part: 'shell',
    // What it tells developer tools. By its other version it makes sure of the one of React, which this bench leaves as it is.
    edit: {
      file: 'node_modules/react-dom/cjs/react-dom-client.production.js',
      from: 'reconcilerVersion: "19.2.9"',
      to: 'reconcilerVersion: "19.2.10"',
    },
    most: 0.1,
  },
];
