import type { ShownPreview } from '@site/contracts/composition';
import { Box, Container, Flex, StatusIcon, Text, TextLink } from '@site/ui';
import { useRef, type ReactNode } from 'react';
import { useKeptClear } from '../layout/use-kept-clear';
import { InspectButton } from './inspect-button';
import type { PreviewProps } from './preview-outlet';

/** How many parts are named. */
const NAMED = 3;

/** At the bottom of the window, and at the end of the page behind everything else, so that it moves nothing and hides nothing for good. */
export function PreviewRibbon({ composition, map, knowledge }: PreviewProps): ReactNode {
  const ribbon = useRef<HTMLDivElement>(null);
  useKeptClear(ribbon);
  const { preview } = composition;
  if (preview === null) return null;
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
          <Flex flexShrink="0" columnGap="4" align={{ base: 'flex-end', sm: 'center' }} direction={{ base: 'column', sm: 'row' }}>
            <InspectButton composition={composition} map={map} knowledge={knowledge} />
            <TextLink href="/_preview/leave" color="inherit" fontWeight="medium" textDecoration="underline" py="2">
              Leave preview
            </TextLink>
          </Flex>
        </Flex>
      </Container>
    </Box>
  );
}

function whatIsShown({ releases, local = [], revision }: ShownPreview): string {
  if (revision) return `revision ${revision.number} of ${dayInWords(revision.createdAt)}`;
  const parts = [
    ...local.map(({ name, origin }) => `${name} from ${origin} (not verified)`),
    ...releases.map(({ name, version }) => `${name} ${version}`),
  ];
  if (parts.length === 0) return 'what is live';
  const others = parts.length - NAMED;
  return parts.slice(0, NAMED).join(', ') + (others > 0 ? ` and ${others} more` : '');
}

const dayInWords = (time: string): string => new Date(time).toLocaleDateString('en', { dateStyle: 'medium' });
const inWords = (time: string): string => new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
