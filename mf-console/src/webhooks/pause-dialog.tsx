import { ReasonDialog } from '../display/reason-dialog';
import { webhooksApi } from '../registry/webhooks.api';

/** Stops the deliveries of a webhook until somebody starts them again. */
export function PauseDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [pause, { error, isLoading }] = webhooksApi.useConsolePauseWebhookMutation();

  async function submit(reason: string) {
    if (!(await pause({ name, reason })).error) onClose();
  }

  return (
    <ReasonDialog
      title={`Pause ${name}`}
      failure={error}
      isBusy={isLoading}
      onConfirmed={(reason) => void submit(reason)}
      onClose={onClose}
    >
      What waits to be delivered is given up, and what happens meanwhile is not sent later.
    </ReasonDialog>
  );
}
