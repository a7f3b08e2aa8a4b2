/**
 * A menu of the top navigation: a button that shows and hides a list of links (the disclosure pattern of the ARIA practices for site
 * navigation). Escape and leaving it close it; links stay ordinary links.
 */
import { Box, Button, Icon } from '@site/ui';
import { NavLink, useLocation } from '@site/router';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { NavMenuEntry } from './nav-entries';

export function NavMenu({ label, links }: NavMenuEntry): ReactNode {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const { pathname, key } = useLocation();
  const current = links.some(({ to }) => to === pathname);

  const [openedAt, setOpenedAt] = useState(key);
  if (openedAt !== key) {
    setOpenedAt(key);
    setOpen(false);
  }

  useEffect(() => {
    if (!open) return;
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  const items = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('a') ?? [])];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && open) {
      setOpen(false);
      root.current?.querySelector('button')?.focus();
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
    const step = event.key === 'ArrowDown' ? 1 : -1;
    const list = items();
    const next = list.indexOf(document.activeElement as HTMLElement) + step;
    list[next < 0 ? list.length - 1 : next % list.length]?.focus();
  };

  return (
    <Box ref={root} position="relative" onKeyDown={onKeyDown}>
      <Button
        variant="ghost"
        colorPalette="neutral"
        size="sm"
        aria-expanded={open}
        aria-controls={id}
        color={current ? 'accent.fg' : 'fg'}
        onClick={() => setOpen(!open)}
      >
        {label}
        <Icon transition="transform 120ms" transform={open ? 'rotate(180deg)' : 'none'}>
          <svg viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden="true">
            <path d="m4 6 4 4 4-4" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </Icon>
      </Button>
      <Box
        as="ul"
        id={id}
        visibility={open ? 'visible' : 'hidden'}
        opacity={open ? 1 : 0}
        transform={open ? 'none' : 'translateY(-4px)'}
        transition="opacity 120ms, transform 120ms, visibility 120ms"
        position="absolute"
        insetInlineEnd="0"
        top="calc(100% + 0.5rem)"
        minW="48"
        p="2"
        listStyleType="none"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border"
        borderRadius="l3"
        shadow="lg"
        zIndex="dropdown"
      >
        {links.map(({ label: name, to }) => (
          <li key={to}>
            <Box asChild {...menuLink}>
              <NavLink to={to} end caseSensitive>
                {name}
              </NavLink>
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}

const menuLink = {
  display: 'block',
  px: '3',
  py: '2',
  borderRadius: 'l2',
  textStyle: 'sm',
  fontWeight: 'medium',
  color: 'fg',
  textDecoration: 'none',
  _hover: { bg: 'bg.subtle' },
  _focusVisible: { outline: '2px solid', outlineColor: 'accent.focusRing', outlineOffset: '-2px' },
  _currentPage: { color: 'accent.fg', bg: 'accent.subtle' },
} as const;
