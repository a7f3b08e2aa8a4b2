import { Box, Flex, type FlexProps } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StatusIcon, type Status } from './status-icon';

export interface NoticeProps extends Omit<FlexProps, 'title'> {
  status?: Status;
  title?: ReactNode;
  children?: ReactNode;
  /** Give `alert` (urgent) or `status` where the notice appears in answer to what the person did. */
  role?: 'alert' | 'status';
}

/** A message inside the page, about what stands around it. */
export function Notice({ status = 'info', title, children, ...rest }: NoticeProps) {
  return (
    <Flex
      gap="3"
      p="4"
      borderWidth="1px"
      borderRadius="l2"
      colorPalette={status}
      bg="colorPalette.subtle"
      borderColor="colorPalette.border"
      {...rest}
    >
      <StatusIcon status={status} mt="0.5" color="colorPalette.fg" />
      <Box minW="0" flex="1">
        {title && (
          <Box fontWeight="semibold" color="colorPalette.fg">
            {title}
          </Box>
        )}
        {children && <Box textStyle="sm">{children}</Box>}
      </Box>
    </Flex>
  );
}
