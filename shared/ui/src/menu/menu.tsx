import { Box, Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { LineIcon } from '../line-icon';
import { TextLink, type TextLinkProps } from '../links';
import { useDisclosure } from './use-disclosure';

export interface MenuProps {
  /** Text of the button. */
  label: ReactNode;
  /** MenuLink elements. */
  children: ReactNode;
}

const item = {
  display: 'flex',
  alignItems: 'center',
  width: 'full',
  minH: '10',
  px: '3',
  py: '1.5',
  borderRadius: 'l1',
  color: 'fg',
  textStyle: 'sm',
  fontWeight: 'medium',
  textAlign: 'start',
  textDecorationLine: 'none',
  cursor: 'pointer',
  _hover: { bg: 'accent.subtle', color: 'accent.fg', textDecorationLine: 'none' },
  _currentPage: { color: 'accent.fg' },
} as const;

const Panel = chakra('ul', {
  base: {
    position: 'absolute',
    zIndex: 'dropdown',
    top: 'calc(100% + 0.375rem)',
    insetInlineEnd: '0',
    minWidth: 'max(100%, 13rem)',
    maxWidth: 'calc(100vw - 2rem)',
    p: '2',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l2',
    boxShadow: 'lg',
    animationName: 'rise-in',
    animationDuration: 'fast',
    animationTimingFunction: 'out',
  },
});

/** Turned by what the button says of itself, so that a press has nothing of it to render, and no new rule to add. */
const ARROW = (
  <LineIcon units={16} transition="transform token(durations.fast)" css={{ '[aria-expanded=true] > &': { transform: 'rotate(180deg)' } }}>
    <path d="m4 6.5 4 4 4-4" />
  </LineIcon>
);

/** Navigation that unfolds from a button. By the disclosure pattern: its links are links, and they are in the document from the start. */
export function Menu({ label, children }: MenuProps) {
  const { root, button, panel } = useDisclosure();
  return (
    <Box position="relative" {...root}>
      <Button {...button} variant="ghost" size="sm" colorPalette="neutral">
        {label}
        {ARROW}
      </Button>
      <Panel {...panel}>{children}</Panel>
    </Box>
  );
}

export type MenuLinkProps = TextLinkProps;

export function MenuLink(props: MenuLinkProps) {
  return (
    <li>
      <TextLink {...item} {...props} />
    </li>
  );
}
