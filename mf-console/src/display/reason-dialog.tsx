import { useId, useState, type ReactNode } from 'react';
import { Button, chakra, Text } from '@site/ui';
import { Dialog } from '@site/ui/dialog';
import { Field, Input, useFocusOnRefusal } from '@site/ui/form';
import type { Failure } from '../registry/failure';
import { FailureNotice } from './failure-notice';

interface ReasonDialogProps {
  /** What it does, and to what: title of the dialog, and words of its button. */
  title: string;
  failure: Failure | undefined;
  isBusy: boolean;
  onConfirmed: (reason: string) => void;
  onClose: () => void;
  /** What follows from it. */
  children: ReactNode;
}

/** What others have to know the reason of is carried out once it was written. */
export function ReasonDialog({ title, failure, isBusy, onConfirmed, onClose, children }: ReasonDialogProps) {
  const formId = useId();
  const fieldId = `${formId}-reason`;
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<{ fieldId: string } | null>(null);
  useFocusOnRefusal(problem);

  function submit() {
    const text = reason.trim();
    setProblem(text === '' ? { fieldId } : null);
    if (text !== '' && !isBusy) onConfirmed(text);
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
          <Button type="submit" form={formId} aria-disabled={isBusy}>
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
        <Field id={fieldId} label="Reason" error={problem && 'Say why'}>
          <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
      </chakra.form>
    </Dialog>
  );
}
