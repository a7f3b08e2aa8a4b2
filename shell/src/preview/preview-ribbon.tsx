import type { ShownPreview } from '@site/contracts/composition';
import { Box, Container, Flex, StatusIcon, Text, TextLink } from '@site/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import type { PreviewProps } from './preview-outlet';

/** How many releases are named. */
const NAMED = 3;

/** At the bottom of the window, and at the end of the page behind everything else, so that it moves nothing and hides nothing for good. */
export function PreviewRibbon({ preview }: PreviewProps): ReactNode {
  const ribbon = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { style } = document.documentElement;
    // What is tabbed to stops above it.
    style.scrollPaddingBottom = `${(ribbon.current?.offsetHeight ?? 0) + 8}px`;
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, []);

  const { expiresAt } = preview;
  return (
    <Box
      ref={ribbon}
      as="aside"
      aria-label="Preview"
      data-print="hide"
      position="sticky"
      bottom="0"
      zIndex="banner"
      bg="warning.subtle"
      color="warning.fg"
      borderTopWidth="1px"
      borderColor="warning.border"
    >
      <Container>
        <Flex align="center" justify="space-between" columnGap="4" py="2" textStyle="sm">
          <Flex gap="3" align="center" minW="0">
            <StatusIcon status="info" flexShrink="0" display={{ base: 'none', sm: 'block' }} />
            <Text minW="0" overflowWrap="anywhere">
              <Text as="strong" fontWeight="semibold">
                Preview: {whatIsShown(preview)}
              </Text>{' '}
              <Text as="span" display="inline-block">
                until <time dateTime={expiresAt}>{inWords(expiresAt)}</time>
              </Text>
            </Text>
          </Flex>
          <TextLink href="/_preview/leave" flexShrink="0" color="inherit" fontWeight="medium" textDecoration="underline" py="2">
            Leave preview
          </TextLink>
        </Flex>
      </Container>
    </Box>
  );
}

function whatIsShown({ releases, revision }: ShownPreview): string {
  if (revision) return `revision ${revision.number} of ${dayInWords(revision.createdAt)}`;
  const named = releases.slice(0, NAMED).map(({ name, version }) => `${name} ${version}`);
  const others = releases.length - named.length;
  return named.join(', ') + (others > 0 ? ` and ${others} more` : '');
}

const dayInWords = (time: string): string => new Date(time).toLocaleDateString('en', { dateStyle: 'medium' });
const inWords = (time: string): string => new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
