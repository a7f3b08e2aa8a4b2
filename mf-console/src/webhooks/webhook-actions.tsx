import { useState } from 'react';
import { useNavigate } from '@site/router';
import type { Webhook } from '@site/release-model/webhook-answers';
import { Box, Button, Flex, Stack, Text } from '@site/ui';
import { consoleAddress, useEnvironment } from '../addresses';
import { FailureNotice } from '../display/failure-notice';
import { ConfirmDialog } from '../display/confirm-dialog';
import { webhooksApi } from '../registry/webhooks.api';
import { PauseDialog } from './pause-dialog';
import { RotateDialog } from './rotate-dialog';

type Opened = 'pause' | 'rotate' | 'remove' | null;

export function WebhookActions({ webhook: { name, disabled } }: { webhook: Webhook }) {
  const [opened, open] = useState<Opened>(null);
  const [ping, pinging] = webhooksApi.useConsoleTestWebhookMutation();
  const [enable, enabling] = webhooksApi.useConsoleEnableWebhookMutation();
  const failure = pinging.error ?? enabling.error;
  const close = () => open(null);
  return (
    <Stack gap="4" maxW="3xl">
      {failure && <FailureNotice failure={failure} title="It is refused" />}
      <Flex gap="3" wrap="wrap">
        {disabled ? (
          <Button aria-disabled={enabling.isLoading} onClick={() => !enabling.isLoading && void enable(name)}>
            Deliver again
          </Button>
        ) : (
          <>
            <Button variant="outline" aria-disabled={pinging.isLoading} onClick={() => !pinging.isLoading && void ping(name)}>
              Send a ping
            </Button>
            <Button variant="outline" onClick={() => open('pause')}>
              Pause
            </Button>
          </>
        )}
        <Button variant="outline" onClick={() => open('rotate')}>
          Make another secret
        </Button>
        <Button variant="outline" colorPalette="danger" onClick={() => open('remove')}>
          Remove
        </Button>
      </Flex>
      <Box role="status">
        {pinging.data && !disabled && <Text textStyle="sm">A ping is on its way. What is answered stands below.</Text>}
      </Box>
      {opened === 'pause' && <PauseDialog name={name} onClose={close} />}
      {opened === 'rotate' && <RotateDialog name={name} onClose={close} />}
      {opened === 'remove' && <RemoveDialog name={name} onClose={close} />}
    </Stack>
  );
}

function RemoveDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const [remove, { error, isLoading }] = webhooksApi.useConsoleRemoveWebhookMutation();

  async function submit() {
    if (!(await remove(name)).error) await navigate(consoleAddress('webhooks', environment));
  }

  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      typed={name}
      failure={error}
      isBusy={isLoading}
      onConfirmed={() => void submit()}
      onClose={onClose}
    >
      It is told nothing any more, and what it was told is forgotten. This cannot be undone.
    </ConfirmDialog>
  );
}
