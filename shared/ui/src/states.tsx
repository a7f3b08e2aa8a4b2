/** What stands where content is missing: not there yet, none, or broken. */
import { Box, Button, Container, Flex, Heading, Skeleton, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { PAGE_HEADING_ID } from './page-header';
import { StatusIcon } from './status-icon';

export interface EmptyStateProps {
  title: ReactNode;
  /** Why there is nothing, and what would change it. */
  children?: ReactNode;
  /** A picture or a Spinner above the title. */
  illustration?: ReactNode;
  /** What the person can do, such as a ButtonLink. */
  action?: ReactNode;
}

export function EmptyState({ title, children, illustration, action }: EmptyStateProps) {
  return (
    <Flex
      direction="column"
      align="center"
      justify="center"
      gap="4"
      px="6"
      py="12"
      textAlign="center"
      borderWidth="1px"
      borderStyle="dashed"
      borderColor="border.emphasized"
      borderRadius="l3"
    >
      {illustration}
      <Text textStyle="lg" fontWeight="semibold">
        {title}
      </Text>
      {children && (
        <Box maxW="prose" color="fg.muted">
          {children}
        </Box>
      )}
      {action}
    </Flex>
  );
}

export interface ErrorPanelProps {
  title: ReactNode;
  /** `h1` where the panel stands for a whole page. */
  titleAs?: 'h1' | 'h2';
  message: ReactNode;
  /** Id of the request that failed, by which those who are told of it find it in their log. */
  request?: string | null | undefined;
  onRetry?: (() => void) | undefined;
  /** True while the retry runs. */
  retrying?: boolean;
}

/** Stands in the place of a part that is broken; the rest of the page goes on. */
export function ErrorPanel({ title, titleAs = 'h2', message, request, onRetry, retrying = false }: ErrorPanelProps) {
  return (
    <Flex
      role="alert"
      direction="column"
      align="flex-start"
      gap="4"
      p={{ base: '6', md: '8' }}
      borderWidth="1px"
      borderRadius="l3"
      colorPalette="danger"
      borderColor="colorPalette.border"
      bg="bg.panel"
    >
      <StatusIcon status="danger" size="xl" color="colorPalette.fg" />
      <Stack gap="2">
        <Heading as={titleAs} size="xl" {...(titleAs === 'h1' && { id: PAGE_HEADING_ID, tabIndex: -1 })}>
          {title}
        </Heading>
        <Text color="fg.muted" maxW="prose">
          {message}
        </Text>
        {request && (
          <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
            If you write to us about it, name the request {request}.
          </Text>
        )}
      </Stack>
      {onRetry && (
        <Button variant="outline" colorPalette="neutral" onClick={() => !retrying && onRetry()} aria-disabled={retrying}>
          {retrying ? 'Retrying...' : 'Retry'}
        </Button>
      )}
    </Flex>
  );
}

/** In the place of a page while it loads: a header. That nothing below it jumps is the care of whoever shows it. */
export function PageSkeleton() {
  return (
    <Box role="status">
      <VisuallyHidden>Loading the page</VisuallyHidden>
      <Box aria-hidden="true" bg="bg.subtle" py={{ base: '12', md: '16', xl: '20' }}>
        <Container>
          <Stack gap="6" maxW="3xl">
            <Skeleton textStyle="5xl" h="1lh" width="3/4" />
            <Skeleton textStyle="lg" h="2lh" maxW="prose" />
          </Stack>
        </Container>
      </Box>
    </Box>
  );
}
