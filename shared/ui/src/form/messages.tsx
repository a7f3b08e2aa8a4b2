import { Flex, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { StatusIcon } from '../status-icon';

interface MessageProps {
  /** Id of the control. */
  id: string;
  children: ReactNode;
}

/** How to fill in a control, under it. */
export const Help = ({ id, children }: MessageProps) => (
  <Text id={`${id}-help`} textStyle="sm" color="fg.muted">
    {children}
  </Text>
);

/** What is wrong with a control; a sign says so besides the colour. */
export const Problem = ({ id, children }: MessageProps) => (
  <Flex id={`${id}-error`} gap="1.5" textStyle="sm" fontWeight="medium" color="danger.fg">
    <StatusIcon status="danger" mt="0.5" />
    <span>{children}</span>
  </Flex>
);

/** The hint under a control, and the error. */
export function Messages({ id, help, error }: { id: string; help?: ReactNode; error?: ReactNode }) {
  return (
    <>
      {help && <Help id={id}>{help}</Help>}
      {error && <Problem id={id}>{error}</Problem>}
    </>
  );
}
