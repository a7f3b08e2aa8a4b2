import { chakra, Stack, Text } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { describe, FieldProvider } from './field-context';
import { Messages } from './messages';

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

/** A labelled control with its hint and its error, tied together for assistive technology. */
export function Field({ label, id: givenId, help, error, optional = false, children }: FieldProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  return (
    <Stack gap="2">
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
      <Messages id={id} help={help} error={error} />
    </Stack>
  );
}
