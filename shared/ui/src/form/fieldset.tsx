import { chakra, Stack } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { describe } from './field-context';
import { Messages } from './messages';

export interface FieldsetProps {
  legend: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  /** Radio groups are invalid as a whole; a group of checkboxes is not a control. */
  role?: 'group' | 'radiogroup';
  children: ReactNode;
}

/** A group of choices under one question. */
export function Fieldset({ legend, help, error, role = 'group', children }: FieldsetProps) {
  const id = useId();
  const { 'aria-invalid': invalid, ...described } = describe(id, help, error);
  return (
    <chakra.fieldset role={role} minWidth="0" {...described} {...(role === 'radiogroup' && invalid && { 'aria-invalid': invalid })}>
      <chakra.legend textStyle="label" mb="3">
        {legend}
      </chakra.legend>
      <Stack gap="3">
        <Messages id={id} help={help} error={error} />
        {children}
      </Stack>
    </chakra.fieldset>
  );
}
