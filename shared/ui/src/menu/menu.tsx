import { Box, Button, chakra, Icon, type ButtonProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { TextLink, type TextLinkProps } from '../links';
import { useDisclosure } from './use-disclosure';

export interface MenuProps extends Pick<ButtonProps, 'variant' | 'size' | 'colorPalette'> {
  /** Text of the button. */
  label: ReactNode;
  /** MenuLink and MenuAction elements. */
  children: ReactNode;
  /** The edge of the button to which the list is aligned. */
  align?: 'start' | 'end';
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

/** Navigation that unfolds from a button. By the disclosure pattern: its links are links, and they are in the document from the start. */
export function Menu({ label, children, align = 'start', variant = 'ghost', size = 'sm', colorPalette = 'neutral' }: MenuProps) {
  const { open, root, button, panel } = useDisclosure();
  return (
    <Box position="relative" {...root}>
      <Button {...button} variant={variant} size={size} colorPalette={colorPalette}>
        {label}
        <Icon asChild transition="transform token(durations.fast)" transform={open ? 'rotate(180deg)' : 'none'}>
          <svg
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            strokeLinecap="round"
            strokeLinejoin="round"
            aria-hidden="true"
          >
            <path d="m4 6.5 4 4 4-4" />
          </svg>
        </Icon>
      </Button>
      <Panel {...panel} {...(align === 'end' ? { insetInlineEnd: '0' } : { insetInlineStart: '0' })}>
        {children}
      </Panel>
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

export interface MenuActionProps {
  onSelect: () => void;
  children: ReactNode;
}

/** An entry that does something rather than lead somewhere. */
export function MenuAction({ onSelect, children }: MenuActionProps) {
  return (
    <li>
      <chakra.button type="button" onClick={onSelect} {...item}>
        {children}
      </chakra.button>
    </li>
  );
}
