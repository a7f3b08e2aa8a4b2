import type { ReactNode, SyntheticEvent } from 'react';
import { Field, Input, Select, Switch, Textarea } from '@site/ui/form';

export type Values = Record<string, unknown>;

interface Described {
  /** Of the value; also of the problem that a schema finds with it. */
  name: string;
  label: string;
  help?: ReactNode;
  optional?: boolean;
}

export type ItemField = Described &
  (
    | { kind: 'line' | 'paragraphs' | 'number' | 'date' | 'switch' }
    | { kind: 'choice'; options: readonly (readonly [value: string, label: string])[] }
  );

interface ItemFieldsProps {
  formId: string;
  fields: readonly ItemField[];
  values: Values;
  problems: Partial<Record<string, string>>;
  onChange: (values: Values) => void;
}

/** What stands for a date of which only parts are there. */
const PART_OF_DATE = 'part of a date';

/** One control for each field. A number or a date that cannot be read is a text, which the schema refuses. */
export function ItemFields({ formId, fields, values, problems, onChange }: ItemFieldsProps) {
  return fields.map((field) => {
    const { name, label, help, optional = false } = field;
    const id = `${formId}-${name}`;
    const change = (value: unknown) => onChange({ ...values, [name]: value });
    if (field.kind === 'switch')
      return (
        <Switch key={name} id={id} help={help} checked={values[name] === true} onChange={({ target }) => change(target.checked)}>
          {label}
        </Switch>
      );
    return (
      <Field key={name} id={id} label={label} help={help} error={problems[name]} optional={optional}>
        {control(field, String(values[name] ?? ''), change)}
      </Field>
    );
  });
}

interface DateInputProps {
  value: string;
  onChange: (value: string) => void;
}

/** What stands in it is read after each key and when it is left, too: browsers tell of no change from nothing to a part of a date, and back. */
function DateInput({ value, onChange }: DateInputProps) {
  const read = ({ currentTarget: { validity, value: date } }: SyntheticEvent<HTMLInputElement>) => {
    const now = validity.badInput ? PART_OF_DATE : date;
    if (now !== value) onChange(now);
  };
  return <Input type="date" maxW="56" value={value === PART_OF_DATE ? '' : value} onChange={read} onKeyUp={read} onBlur={read} />;
}

function control(field: ItemField, value: string, change: (value: unknown) => void) {
  switch (field.kind) {
    case 'paragraphs':
      return <Textarea rows={4} value={value} onChange={({ target }) => change(target.value)} />;
    case 'number':
      return (
        <Input
          inputMode="numeric"
          maxW="32"
          value={value}
          onChange={({ target }) => change(/^\d+$/.test(target.value) ? Number(target.value) : target.value)}
        />
      );
    case 'date':
      return <DateInput value={value} onChange={change} />;
    case 'choice':
      return (
        <Select value={value} onChange={({ target }) => change(target.value)}>
          {field.options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </Select>
      );
    default:
      return <Input value={value} onChange={({ target }) => change(target.value)} />;
  }
}
