import { useId, useState } from 'react';
import type { Token } from '@site/release-model/registry-answers';
import { Button, chakra, Text } from '@site/ui';
import { Dialog } from '@site/ui/dialog';
import { Field, Input, useFocusOnRefusal } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { registryApi } from '../registry/registry.api';

/** Ends a token for good, after its name was typed. */
export function RevokeDialog({ token: { id, name }, onClose }: { token: Token; onClose: () => void }) {
  const formId = useId();
  const [typed, setTyped] = useState('');
  const fieldId = `${formId}-name`;
  const [problem, setProblem] = useState<{ fieldId: string } | null>(null);
  useFocusOnRefusal(problem);
  const [revoke, { error, isLoading }] = registryApi.useConsoleRevokeTokenMutation();

  async function submit() {
    const isTyped = typed.trim() === name;
    setProblem(isTyped ? null : { fieldId });
    if (isTyped && !isLoading && !(await revoke(id)).error) onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Revoke ${name}`}
      footer={
        <>
          <Button variant="ghost" colorPalette="neutral" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} colorPalette="danger" aria-disabled={isLoading}>
            {`Revoke ${name}`}
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
        {error && <FailureNotice failure={error} title="It is refused" />}
        <Text>Whoever uses it is refused from now on, and its plans pause. This cannot be undone.</Text>
        <Field id={fieldId} label={`Write ${name} to go on`} error={problem && `Write ${name}`}>
          <Input
            value={typed}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      </chakra.form>
    </Dialog>
  );
}
