import { useState, type ComponentProps } from 'react';
import { Button } from '@site/ui';
import { Field, Input } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { codeOf, issuesOf, messageOf, type Failure } from '../registry/failure';
import { Form } from './form';

interface OneLineFormProps extends Pick<ComponentProps<typeof Form>, 'aria-label' | 'maxW' | 'mt'> {
  label: string;
  help?: string;
  /** Said where nothing is written. */
  missing: string;
  /** Codes of the refusals that are of what is written. */
  ofLine: readonly string[];
  doIt: string;
  /** Default: `outline`, for what stands beside other things. */
  variant?: 'solid' | 'outline';
  input?: Pick<ComponentProps<typeof Input>, 'autoComplete' | 'autoCapitalize' | 'spellCheck'>;
  send: (line: string) => Promise<{ error?: Failure | undefined }>;
  /** When it is carried out, and the field is empty again. */
  onDone?: (line: string) => void;
}

/** One field and its button. What is wrong with the line is said at the field, whoever finds it; what else fails stands above. What is refused stays written. */
export function OneLineForm({ label, help, missing, ofLine, doIt, variant = 'outline', input, send, onDone, ...rest }: OneLineFormProps) {
  const [line, setLine] = useState('');
  const [problem, setProblem] = useState<{ words: string } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (isBusy) return;
    const text = line.trim();
    setFailure(null);
    setProblem(text === '' ? { words: missing } : null);
    if (text === '') return;
    setIsBusy(true);
    const { error } = await send(text);
    setIsBusy(false);
    const words = error && wordsAbout(error, ofLine);
    setProblem(words === undefined ? null : { words });
    if (error && words === undefined) setFailure(error);
    if (error) return;
    setLine('');
    onDone?.(text);
  }

  return (
    <Form gap="2" {...rest} problems={problem} onSubmit={() => void submit()}>
      {failure && <FailureNotice failure={failure} />}
      <Field label={label} help={help} error={problem?.words}>
        <Input value={line} maxLength={40} autoComplete="off" {...input} onChange={({ target }) => setLine(target.value)} />
      </Field>
      <Button type="submit" size="sm" variant={variant} alignSelf="flex-start" maxW="full" overflowWrap="anywhere" aria-disabled={isBusy}>
        {doIt}
      </Button>
    </Form>
  );
}

/** What a failure says of the line; undefined where it is about something else. */
const wordsAbout = (failure: Failure, codes: readonly string[]): string | undefined =>
  issuesOf(failure)[0]?.value ?? (codes.includes(codeOf(failure)) ? messageOf(failure) : undefined);
