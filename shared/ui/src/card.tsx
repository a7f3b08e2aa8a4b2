import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

const StyledRoot = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    position: 'relative',
    minWidth: '0',
    borderRadius: 'l3',
    borderWidth: '1px',
    borderColor: 'transparent',
    bg: 'bg.panel',
    color: 'fg',
    overflowWrap: 'break-word',
    _print: { boxShadow: 'none', borderColor: 'border' },
  },
  variants: {
    size: {
      sm: { '--card-padding': 'spacing.4' },
      md: { '--card-padding': { base: 'spacing.5', md: 'spacing.7' } },
      lg: { '--card-padding': { base: 'spacing.6', md: 'spacing.9' } },
    },
    variant: {
      outline: { borderColor: 'border' },
      elevated: { boxShadow: 'md', borderColor: 'border' },
      subtle: { bg: 'bg.subtle' },
    },
  },
  defaultVariants: { variant: 'outline', size: 'md' },
});

const Header = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    px: 'var(--card-padding)',
    pt: 'var(--card-padding)',
    '& + *': { '--card-body-padding-top': 'spacing.3' },
  },
});

const Body = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    flex: '1',
    p: 'var(--card-padding)',
    pt: 'var(--card-body-padding-top, var(--card-padding))',
  },
});

const Footer = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', px: 'var(--card-padding)', pb: 'var(--card-padding)' },
});

const Title = chakra('h3', { base: { fontFamily: 'heading', fontWeight: 'bold', textStyle: 'xl', letterSpacing: 'tight' } });

const Description = chakra('p', { base: { color: 'fg.muted', textStyle: 'sm' } });

export type SiteCardProps = ComponentProps<typeof StyledRoot> & {
  /** The card as a whole leads somewhere: give its one link `CARD_LINK`, so that the link covers the card. */
  interactive?: boolean;
};

const interactiveStyles = {
  transitionProperty: 'box-shadow, border-color, transform',
  transitionDuration: 'moderate',
  transitionTimingFunction: 'out',
  _hover: { boxShadow: 'lg', borderColor: 'border.emphasized', transform: 'translateY(-2px)' },
  _focusWithin: { borderColor: 'accent.solid' },
} as const;

function Root({ interactive = false, ...rest }: SiteCardProps) {
  return <StyledRoot {...(interactive && interactiveStyles)} {...rest} />;
}

/** Spread on the one link of an interactive card: its target is the whole card, its name stays its own text. */
export const CARD_LINK = { _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'l3' } } as const;

/** `Root` takes `variant` (outline, elevated, subtle), `size` (sm, md, lg) and `interactive`. */
export const Card = { Root, Header, Body, Footer, Title, Description };
