import { Box, chakra, Stack, Text } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { describe, FieldProvider } from './field-context';
import { Help, Problem } from './messages';

export interface FieldProps {
  label: ReactNode;
  /** Id of the control, for links from an error summary. Made up when absent. */
  id?: string | undefined;
  /** How to fill it in. */
  help?: ReactNode;
  /** What is wrong with it; its presence makes the control invalid. */
  error?: ReactNode;
  /** Fields are required unless they say so. */
  optional?: boolean;
  /** One Input, Textarea or Select. */
  children: ReactNode;
}

/**
 * A labelled control with its hint and its error, tied together for assistive technology. It ends with the room of one line for the error, so
 * that nothing moves when the server's answer comes late; fields need little more space between them.
 */
export function Field({ label, id: givenId, help, error, optional = false, children }: FieldProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <Stack gap="1.5">
      <chakra.label htmlFor={id} textStyle="label">
        {label}
        {optional && (
          <Text as="span" color="fg.muted" fontWeight="normal">
            {' '}
            (optional)
          </Text>
        )}
      </chakra.label>
      <FieldProvider value={{ id, required: !optional, ...describe(id, help, error) }}>{children}</FieldProvider>
      {help && <Help id={id}>{help}</Help>}
      <Box textStyle="sm" minH="1lh">
        {error && <Problem id={id}>{error}</Problem>}
      </Box>
    </Stack>
  );
}
