import { useId, useState, type ReactNode } from 'react';
import { Box, Button, notify, Text, type ButtonProps } from '@site/ui';
import { Dialog, DismissButton } from '@site/ui/dialog';
import { Field, Input } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { Form } from '../editing/form';
import type { Failure } from '../registry/failure';
import { problemOfTyped, TypedName } from './typed-name';

export interface Confirmation extends Pick<ButtonProps, 'colorPalette'> {
  /** What it does, and to what: title of the dialog, and words of the button that does it. */
  title: string;
  /** What follows from it. */
  meaning: ReactNode;
  /** Has to be typed first, where it cannot be undone. */
  typed?: string;
  /** Whether others have to know why, or may be told. */
  asksWhy?: boolean | 'optional';
  /** What is said when it is done. */
  done: string;
  /** @param reason Empty unless it was asked for and given. */
  act: (reason: string) => Promise<{ error?: Failure | undefined }>;
}

/** An act that is shown with what follows from it, and done with a second press. */
export function ConfirmDialog({ onClose, ...confirmation }: Confirmation & { onClose: () => void }) {
  const { title, meaning, typed, asksWhy = false, done, act, colorPalette = 'danger' } = confirmation;
  const formId = useId();
  const [text, setText] = useState('');
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ typed?: string; reason?: string }>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    if (isBusy) return;
    const mistyped = problemOfTyped(typed, text);
    const wrong = { ...(mistyped !== null && { typed: mistyped }), ...(asksWhy === true && reason.trim() === '' && { reason: 'Say why' }) };
    setProblems(wrong);
    if (Object.keys(wrong).length > 0) return;
    setIsBusy(true);
    const { error } = await act(reason.trim());
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
      busy={isBusy}
      title={
        <Box as="span" overflowWrap="anywhere">
          {title}
        </Box>
      }
      footer={
        <>
          <DismissButton busy={isBusy} onClose={onClose} />
          <Button type="submit" form={formId} colorPalette={colorPalette} maxW="full" overflowWrap="anywhere" aria-disabled={isBusy}>
            {title}
          </Button>
        </>
      }
    >
      <Form id={formId} problems={problems} gap="4" onSubmit={() => void submit()}>
        {failure && <FailureNotice failure={failure} />}
        <Text>{meaning}</Text>
        {typed !== undefined && <TypedName name={typed} value={text} problem={problems.typed} onChange={setText} />}
        {asksWhy !== false && (
          <Field label="Reason" optional={asksWhy === 'optional'} error={problems.reason}>
            <Input value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
          </Field>
        )}
      </Form>
    </Dialog>
  );
}
