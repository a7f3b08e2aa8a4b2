import { chakra } from '@chakra-ui/react';

/** Long text, such as the legal pages: plain HTML elements inside take the site's typography. */
export const Prose = chakra('div', {
  base: {
    maxWidth: 'prose',
    '& :where(h2)': { textStyle: '2xl', fontFamily: 'heading', fontWeight: 'bold', mt: '12', mb: '4' },
    '& :where(h3)': { textStyle: 'xl', fontFamily: 'heading', fontWeight: 'bold', mt: '8', mb: '3' },
    '& :where(p, ul, ol)': { my: '4' },
    '& :where(ul)': { listStyleType: 'disc', ps: '6' },
    '& :where(ol)': { listStyleType: 'decimal', ps: '6' },
    '& :where(li)': { my: '1.5' },
    '& :where(li)::marker': { color: 'accent.fg' },
    '& :where(a:not([class]))': { color: 'accent.fg', textDecoration: 'underline', textUnderlineOffset: '0.2em' },
    '& > :first-child': { mt: '0' },
  },
});
