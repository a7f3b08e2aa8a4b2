import { Box, Container, Flex, StatusIcon } from '@site/ui';
import type { ReactNode } from 'react';

/** Announces planned work above everything else, while the runtime parameters carry a message. Screen readers tell of what changes in it. */
export function MaintenanceBanner({ message }: { message: string | undefined }): ReactNode {
  return (
    <Box role="status">
      {message && (
        <Box
          as="aside"
          aria-label="Maintenance"
          bg="warning.subtle"
          color="warning.fg"
          borderBottomWidth="1px"
          borderColor="warning.border"
        >
          <Container>
            <Flex align="center" gap="3" py="3" textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
              <StatusIcon status="warning" />
              {message}
            </Flex>
          </Container>
        </Box>
      )}
    </Box>
  );
}
