import { chakra } from '@chakra-ui/react';

const Root = chakra(
  'ul',
  {
    base: { display: 'flex', flexDirection: 'column', gap: '2' },
    variants: {
      variant: {
        marker: { listStyle: 'revert', ps: '5', '& > li': { display: 'list-item', _marker: { color: 'colorPalette.fg' } } },
        plain: { listStyle: 'none', '& > li': { display: 'flex', alignItems: 'flex-start' } },
      },
    },
    defaultVariants: { variant: 'marker' },
  },
  // Safari takes a list without markers for no list.
  { defaultProps: { role: 'list' } },
);

/** `Root` takes `variant` (marker, plain); items carry their styles from it. */
export const List = { Root, Item: chakra('li') };
