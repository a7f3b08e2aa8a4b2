import type { Token } from '@site/release-model/registry-answers';
import { ConfirmDialog } from '../display/confirm-dialog';
import { registryApi } from '../registry/registry.api';

/** Ends a token for good, after its name was typed. */
export function RevokeDialog({ token: { id, name }, onClose }: { token: Token; onClose: () => void }) {
  const [revoke, { error, isLoading }] = registryApi.useConsoleRevokeTokenMutation();

  async function submit() {
    if (!(await revoke(id)).error) onClose();
  }

  return (
    <ConfirmDialog
      title={`Revoke ${name}`}
      typed={name}
      failure={error}
      isBusy={isLoading}
      onConfirmed={() => void submit()}
      onClose={onClose}
    >
      Whoever uses it is refused from now on, and its plans pause. This cannot be undone.
    </ConfirmDialog>
  );
}
