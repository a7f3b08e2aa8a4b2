import data from './data.svg';
import english from './english.svg';
import games from './games.svg';
import products from './products.svg';
import tumor from './tumor.svg';

export interface Programme {
  id: string;
  title: string;
  text: string;
  /** Public reference on the subject, by somebody else. */
  reference: { href: string; label: string; publisher: string };
  picture: string;
  alt: string;
}

/** Past programmes, as the addresses that they had on this site tell of them. */
export const PROGRAMMES: readonly Programme[] = [
  {
    id: 'games',
    title: 'Games',
    text: 'A section of games, each with pages of its own. A game is a small world that has to hold together: rules, turns and fair play.',
    reference: {
      href: 'https://www.w3.org/community/games/',
      label: 'Games on the web',
      publisher: 'World Wide Web Consortium, Games Community Group',
    },
    picture: games,
    alt: 'A game board of tiles with three pawns, and a die.',
  },
  {
    id: 'en',
    title: 'English pages',
    text: 'Sections of the site in English under an address of their own, with pages up to three levels deep.',
    reference: {
      href: 'https://www.w3.org/International/',
      label: 'Sites in many languages',
      publisher: 'World Wide Web Consortium, Internationalization',
    },
    picture: english,
    alt: 'An open book of tiles and lines with a bookmark.',
  },
  {
    id: 'products',
    title: 'Products',
    text: 'Products, arranged in sections. Today the practice keeps to one kind of product: software that is delivered as a service from the cloud.',
    reference: {
      href: 'https://csrc.nist.gov/pubs/sp/800/145/final',
      label: 'The definition of cloud computing',
      publisher: 'National Institute of Standards and Technology',
    },
    picture: products,
    alt: 'Tiles stacked into a staircase beside an open parcel.',
  },
  {
    id: 'tumor-analysis-software',
    title: 'Tumor analysis software',
    text: 'Software for the analysis of tumors: finding and measuring what matters in a picture.',
    reference: { href: 'https://www.dicomstandard.org/', label: 'The standard for medical imaging', publisher: 'DICOM' },
    picture: tumor,
    alt: 'A dark screen with blue cells; a frame marks one that stands out.',
  },
  {
    id: 'data-analysis',
    title: 'Data analysis',
    text: 'From raw numbers to a statement that can be checked: methods of data analysis and their use.',
    reference: {
      href: 'https://www.itl.nist.gov/div898/handbook/',
      label: 'Handbook of statistical methods',
      publisher: 'National Institute of Standards and Technology',
    },
    picture: data,
    alt: 'Columns of tiles with a line of measured points above them.',
  },
];
