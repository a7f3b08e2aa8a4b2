import { Field, Input } from '@site/ui/form';

interface TypedNameProps {
  /** What has to be written. */
  name: string;
  id?: string;
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

/** Whoever takes away what cannot be brought back writes its name first. */
export function TypedName({ name, id, value, problem, onChange }: TypedNameProps) {
  return (
    <Field id={id} label={`Write ${name} to go on`} error={problem}>
      <Input value={value} autoComplete="off" autoCapitalize="off" spellCheck={false} onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

/** What is wrong with what was typed in the place of a name; null for nothing. */
export const problemOfTyped = (name: string | undefined, text: string): string | null =>
  name === undefined || text.trim() === name ? null : `Write ${name}`;
