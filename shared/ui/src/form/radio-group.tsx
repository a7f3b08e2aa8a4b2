import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { Choice } from './choice';
import { radioBox } from './choice-styles';
import { describe } from './field-context';
import { Fieldset } from './fieldset';

export interface RadioOption<Value extends string> {
  value: Value;
  label: ReactNode;
  help?: ReactNode;
  /** Shown, and cannot be chosen. */
  disabled?: boolean;
}

export interface RadioGroupProps<Value extends string> {
  legend: ReactNode;
  /** Name of the inputs in the form. */
  name: string;
  options: readonly RadioOption<Value>[];
  /** Null while nothing is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
  help?: ReactNode;
  error?: ReactNode;
}

const Box = chakra('input', radioBox);

export function RadioGroup<Value extends string>({ legend, name, options, value, onChange, help, error }: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <Fieldset legend={legend} help={help} error={error} role="radiogroup">
      {options.map((option) => {
        const optionId = `${id}-${option.value}`;
        const control = (
          <Box
            type="radio"
            id={optionId}
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
            {...describe(optionId, option.help, undefined)}
          />
        );
        return <Choice key={option.value} id={optionId} label={option.label} help={option.help} control={control} />;
      })}
    </Fieldset>
  );
}
