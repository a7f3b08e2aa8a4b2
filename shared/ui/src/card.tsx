import { Card as ChakraCard, type CardRootProps } from '@chakra-ui/react';

export interface SiteCardProps extends CardRootProps {
  /** The card as a whole leads somewhere: give its one link `CARD_LINK`, so that the link covers the card. */
  interactive?: boolean;
}

const interactiveStyles = {
  transitionProperty: 'box-shadow, border-color, transform',
  transitionDuration: 'moderate',
  transitionTimingFunction: 'out',
  _hover: { boxShadow: 'lg', borderColor: 'border.emphasized', transform: 'translateY(-2px)' },
  _focusWithin: { borderColor: 'accent.solid' },
} as const;

function Root({ interactive = false, ...rest }: SiteCardProps) {
  return <ChakraCard.Root {...(interactive && interactiveStyles)} {...rest} />;
}

/** Spread on the one link of an interactive card: its target is the whole card, its name stays its own text. */
export const CARD_LINK = { _after: { content: '""', position: 'absolute', inset: '0', borderRadius: 'l3' } } as const;

/** `Root` takes `variant` (outline, elevated, subtle), `size` (sm, md, lg) and `interactive`. */
export const Card = {
  Root,
  Header: ChakraCard.Header,
  Body: ChakraCard.Body,
  Footer: ChakraCard.Footer,
  Title: ChakraCard.Title,
  Description: ChakraCard.Description,
};
