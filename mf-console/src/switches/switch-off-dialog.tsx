import { useState } from 'react';
import { Button, Stack } from '@site/ui';
import { Dialog, DismissButton } from '@site/ui/dialog';
import { Field, Input } from '@site/ui/form';
import { ActReview } from '../acting/act-review';
import { useAct } from '../acting/use-act';
import { Form } from '../editing/form';

interface SwitchOffDialogProps {
  environment: string;
  part: string;
  onClose: () => void;
}

/** Asks what visitors read in the place of the part, shows what changes, and wants the name of the part typed. */
export function SwitchOffDialog({ environment, part, onClose }: SwitchOffDialogProps) {
  const act = useAct(environment);
  const isBusy = act.stage.kind === 'carrying-out';
  const [message, setMessage] = useState('');
  const [problems, setProblems] = useState<{ message?: string }>({});

  function look() {
    const text = message.trim();
    setProblems(text === '' ? { message: 'Say what visitors read' } : {});
    if (text !== '') void act.look({ kind: 'disable', parts: [part], message: text });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={isBusy}
      title={`Switch off ${part} in ${environment}`}
      footer={<DismissButton busy={isBusy} label="Close" onClose={onClose} />}
    >
      <Stack gap="4">
        {(act.stage.kind === 'none' || act.stage.kind === 'refused') && (
          <Form problems={problems} gap="2" onSubmit={look}>
            <Field label="What visitors read in its place" help="Such as: Back at noon." error={problems.message}>
              <Input value={message} maxLength={500} onChange={({ target }) => setMessage(target.value)} />
            </Field>
            <Button type="submit" alignSelf="flex-start">
              Show what would change
            </Button>
          </Form>
        )}
        <ActReview
          act={act}
          environment={environment}
          doIt={`Switch off ${part}`}
          colorPalette="danger"
          typed={part}
          meaning={() => `Everybody reads the message on every page of ${part}, from the next document on.`}
          onLookAgain={look}
        />
      </Stack>
    </Dialog>
  );
}
