import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';

const Root = chakra('div', {
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

const Body = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '3',
    flex: '1',
    p: 'var(--card-padding)',
  },
});

const Footer = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3', px: 'var(--card-padding)', pb: 'var(--card-padding)' },
});

const Title = chakra('h3', { base: { fontFamily: 'heading', fontWeight: 'bold', textStyle: 'xl', letterSpacing: 'tight' } });

export type SiteCardProps = ComponentProps<typeof Root>;

/** `Root` takes `variant` (outline, elevated, subtle) and `size` (sm, md, lg). */
export const Card = { Root, Body, Footer, Title };
