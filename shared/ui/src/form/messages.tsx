import { Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StatusIcon } from '../status-icon';

/** The hint under a control and, instead of colour alone, the error with a sign. */
export function Messages({ id, help, error }: { id: string; help?: ReactNode; error?: ReactNode }) {
  return (
    <>
      {help && (
        <Text id={`${id}-help`} textStyle="sm" color="fg.muted">
          {help}
        </Text>
      )}
      {error && (
        <Flex id={`${id}-error`} gap="1.5" textStyle="sm" fontWeight="medium" color="danger.fg">
          <StatusIcon status="danger" mt="0.5" />
          <span>{error}</span>
        </Flex>
      )}
    </>
  );
}
