import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { Choice } from './choice';
import { checkboxBox } from './choice-styles';
import { describe } from './field-context';

export interface CheckboxProps extends Omit<HTMLChakraProps<'input'>, 'children' | 'type' | 'role'> {
  /** The label. */
  children: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
}

const Box = chakra('input', checkboxBox);

export function Checkbox({ children, id: givenId, help, error, ...rest }: CheckboxProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const control = <Box {...describe(id, help, error)} {...rest} id={id} type="checkbox" />;
  return <Choice id={id} label={children} help={help} error={error} control={control} />;
}
