import { SimpleGrid } from '@site/ui';
import { Checkbox, Fieldset } from '@site/ui/form';
import { EVERY } from '../display/names';

interface NamesChoiceProps {
  legend: string;
  /** Words for all of them: `All environments`. */
  all: string;
  names: readonly string[];
  /** {@link EVERY} alone for all. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: string | undefined;
}

/** All of some names, or those that are chosen. */
export function NamesChoice({ legend, all, names, value, onChange, error }: NamesChoiceProps) {
  const isEvery = value.includes(EVERY);
  return (
    <Fieldset legend={legend} error={error}>
      <Checkbox checked={isEvery} onChange={({ target }) => onChange(target.checked ? [EVERY] : [])}>
        {all}
      </Checkbox>
      {!isEvery && (
        <SimpleGrid columns={{ base: 1, sm: 2 }} gap="3" ps="4">
          {names.map((name) => (
            <Checkbox
              key={name}
              checked={value.includes(name)}
              onChange={({ target }) => onChange(target.checked ? [...value, name] : value.filter((other) => other !== name))}
            >
              {name}
            </Checkbox>
          ))}
        </SimpleGrid>
      )}
    </Fieldset>
  );
}
