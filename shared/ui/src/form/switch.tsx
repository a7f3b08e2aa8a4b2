import { chakra, type HTMLChakraProps } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { Choice } from './choice';
import { switchBox } from './choice-styles';
import { describe } from './field-context';

export interface SwitchProps extends Omit<HTMLChakraProps<'input'>, 'children' | 'type' | 'role'> {
  /** The label. */
  children: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
}

const Box = chakra('input', switchBox);

/** For what takes effect at once or is a state of its own, such as an opt-in; a consent is a Checkbox. */
export function Switch({ children, id: givenId, help, error, ...rest }: SwitchProps) {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  const control = <Box {...describe(id, help, error)} {...rest} id={id} type="checkbox" role="switch" />;
  return <Choice id={id} label={children} help={help} error={error} control={control} />;
}
