import { useId, useState, type ReactNode } from 'react';
import { Button, chakra, Text } from '@site/ui';
import { Dialog } from '@site/ui/dialog';
import { Field, Input, useFocusOnRefusal } from '@site/ui/form';
import type { Failure } from '../registry/failure';
import { FailureNotice } from './failure-notice';

interface ConfirmDialogProps {
  /** What it does, and to what: title of the dialog, and words of its button. */
  title: string;
  /** Has to be typed, where it cannot be undone. */
  typed?: string;
  failure: Failure | undefined;
  isBusy: boolean;
  onConfirmed: () => void;
  onClose: () => void;
  /** What follows from it. */
  children: ReactNode;
}

/** What takes something away is carried out with a second press, and what cannot be undone after its name was typed. */
export function ConfirmDialog({ title, typed: name, failure, isBusy, onConfirmed, onClose, children }: ConfirmDialogProps) {
  const formId = useId();
  const [text, setText] = useState('');
  const fieldId = `${formId}-name`;
  const [problem, setProblem] = useState<{ fieldId: string } | null>(null);
  useFocusOnRefusal(problem);

  function submit() {
    const isMeant = name === undefined || text.trim() === name;
    setProblem(isMeant ? null : { fieldId });
    if (isMeant && !isBusy) onConfirmed();
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
          <Button type="submit" form={formId} colorPalette="danger" aria-disabled={isBusy}>
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
          submit();
        }}
      >
        {failure && <FailureNotice failure={failure} title="It is refused" />}
        <Text>{children}</Text>
        {name !== undefined && (
          <Field id={fieldId} label={`Write ${name} to go on`} error={problem && `Write ${name}`}>
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
