import { Box, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Messages } from './messages';

export interface ChoiceProps {
  id: string;
  /** The native control. */
  control: ReactNode;
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
}

/** A control with its label at its side. */
export function Choice({ id, control, label, help, error }: ChoiceProps) {
  return (
    <Flex gap="3" align="flex-start" css={{ '&:has(:disabled) label': { color: 'fg.subtle', cursor: 'not-allowed' } }}>
      {control}
      <Box minW="0">
        <chakra.label htmlFor={id} cursor="pointer">
          {label}
        </chakra.label>
        <Messages id={id} help={help} error={error} />
      </Box>
    </Flex>
  );
}
