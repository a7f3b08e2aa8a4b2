import { chakra, Stack } from '@chakra-ui/react';
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
    <Stack gap="1">
      <chakra.label htmlFor={id} display="flex" gap="3" alignItems="flex-start" width="fit" maxWidth="full" cursor="pointer">
        {control}
        <span>{label}</span>
      </chakra.label>
      {(help || error) && (
        <Stack gap="1" ps="9">
          <Messages id={id} help={help} error={error} />
        </Stack>
      )}
    </Stack>
  );
}
