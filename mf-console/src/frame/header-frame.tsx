import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from '@site/router';
import { Box, chakra, Container, Flex, Heading, PAGE_HEADING_ID, Text } from '@site/ui';

const ViewAnchor = chakra(Link, {
  base: {
    flexShrink: '0',
    py: '2.5',
    px: '3',
    textStyle: 'sm',
    fontWeight: 'semibold',
    color: 'fg.muted',
    textDecoration: 'none',
    borderBottomWidth: '3px',
    borderColor: 'transparent',
    _hover: { color: 'fg' },
    _focusVisible: { outlineOffset: '-3px' },
    '&[aria-current]': { color: 'accent.fg', borderColor: 'accent.solid' },
    // Where the reader chooses the colours, a transparent line is seen like any other.
    '@media (forced-colors: active)': { borderColor: 'Canvas', '&[aria-current]': { borderColor: 'Highlight' } },
  },
});

interface ViewLinkProps {
  to: string;
  /** How the paths of the things begin that the view lists and that have pages of their own. */
  things?: string | undefined;
  children: ReactNode;
}

/** Leads to a view, and says when it, or something that it lists, is shown. */
export function ViewLink({ to, things, children }: ViewLinkProps) {
  const { pathname } = useLocation();
  const isThing = things !== undefined && pathname.startsWith(things);
  return (
    <ViewAnchor to={to} aria-current={pathname === to.split('?', 1)[0] ? 'page' : isThing ? 'true' : undefined}>
      {children}
    </ViewAnchor>
  );
}

interface HeaderFrameProps {
  /** Which half of the console it is. */
  half: string;
  title: string;
  /** What stands below the title. */
  facts: ReactNode;
  actions?: ReactNode;
  /** The views, as {@link ViewLink}s. */
  children: ReactNode;
}

/** Where one is in the console, and where one can go. */
export function HeaderFrame({ half, title, facts, actions, children }: HeaderFrameProps) {
  const views = useRef<HTMLDivElement>(null);
  // In a narrow window the row of views is longer than the window: the present one is to be seen, also when a scroll bar or a turn makes it narrower.
  useLayoutEffect(() => {
    const row = views.current;
    const present = row?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !present) return;
    const show = () => (row.scrollLeft = present.offsetLeft - (row.clientWidth - present.offsetWidth) / 2);
    // It is told of the present size too, once the row is laid out.
    const sizes = new ResizeObserver(show);
    sizes.observe(row);
    return () => sizes.disconnect();
  }, [title]);
  return (
    <Box as="header" bg="bg.subtle" borderBottomWidth="1px">
      <Container pt={{ base: '6', md: '8' }}>
        <Flex wrap="wrap" justify="space-between" align="flex-end" gap="4">
          <Box minW="0">
            <Text textStyle="eyebrow" color="accent.fg" mb="1">
              {half}
            </Text>
            <Heading as="h1" id={PAGE_HEADING_ID} tabIndex={-1} size="4xl" overflowWrap="anywhere">
              {title}
            </Heading>
            <Flex mt="2" gap="3" wrap="wrap" textStyle="sm" color="fg.muted">
              {facts}
            </Flex>
          </Box>
          {actions && (
            <Flex gap="3" align="center" minW="0">
              {actions}
            </Flex>
          )}
        </Flex>
        <Flex
          as="nav"
          ref={views}
          aria-label={half}
          mt="4"
          mx="-3"
          position="relative"
          wrap={{ base: 'nowrap', md: 'wrap' }}
          overflowX={{ base: 'auto', md: 'visible' }}
        >
          {children}
        </Flex>
      </Container>
    </Box>
  );
}
