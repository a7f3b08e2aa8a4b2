import { useId, useState } from 'react';
import { Button, chakra, notify, Text, type ButtonProps } from '@site/ui';
import { Dialog } from '@site/ui/dialog';
import { Field, Input, useFocusOnRefusal } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { type Failure, isRefusal } from '../registry/failure';

interface ConfirmButtonProps extends Pick<ButtonProps, 'colorPalette'> {
  /** What it does, and to what: name of the button, title of the dialog. */
  title: string;
  /** Words of the button, where the title would be too long. */
  children: string;
  meaning: string;
  /** Has to be typed first. */
  typed?: string;
  /** What is said when it is done. */
  done: string;
  act: () => Promise<{ error?: Failure | undefined }>;
}

/** An act that names what it touches, and is done with a second press. */
export function ConfirmButton({ title, children, colorPalette = 'danger', ...confirmation }: ConfirmButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" colorPalette={colorPalette} aria-label={title} onClick={() => setIsOpen(true)}>
        {children}
      </Button>
      {isOpen && <Confirmation {...{ title, colorPalette }} {...confirmation} onClose={() => setIsOpen(false)} />}
    </>
  );
}

type ConfirmationProps = Omit<ConfirmButtonProps, 'children'> & { onClose: () => void };

function Confirmation({ title, colorPalette, meaning, typed, done, act, onClose }: ConfirmationProps) {
  const formId = useId();
  const fieldId = `${formId}-typed`;
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<{ fieldId: string } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  useFocusOnRefusal(problem);

  async function submit() {
    const isTyped = typed === undefined || text.trim() === typed;
    setProblem(isTyped ? null : { fieldId });
    if (!isTyped || isBusy) return;
    setIsBusy(true);
    const { error } = await act();
    setIsBusy(false);
    setFailure(error ?? null);
    if (error) return;
    notify({ kind: 'success', message: done });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button variant="ghost" colorPalette="neutral" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} aria-disabled={isBusy} {...(colorPalette !== undefined && { colorPalette })}>
            {title}
          </Button>
        </>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        display="flex"
        flexDirection="column"
        gap="4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {failure && (
          <FailureNotice failure={failure} title={isRefusal(failure) ? 'It is refused' : 'It is not known whether this was done'} />
        )}
        <Text>{meaning}</Text>
        {typed !== undefined && (
          <Field id={fieldId} label={`Write ${typed} to go on`} error={problem && `Write ${typed}`}>
            <Input
              value={text}
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              onChange={({ target }) => setText(target.value)}
            />
          </Field>
        )}
      </chakra.form>
    </Dialog>
  );
}
