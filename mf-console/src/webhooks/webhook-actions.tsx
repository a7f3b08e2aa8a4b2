import { useState } from 'react';
import { Navigate } from '@site/router';
import type { Webhook } from '@site/release-model/webhook-answers';
import { Box, Button, Flex, Stack, Text } from '@site/ui';
import { consoleAddress, useEnvironment } from '../addresses';
import { ConfirmButton } from '../asking/confirm-button';
import { FailureNotice } from '../display/failure-notice';
import { webhooksApi } from '../registry/webhooks.api';
import { RotateDialog } from './rotate-dialog';

export function WebhookActions({ webhook: { name, disabled } }: { webhook: Webhook }) {
  const [isRotating, setIsRotating] = useState(false);
  const [ping, pinging] = webhooksApi.useConsoleTestWebhookMutation();
  const [enable, enabling] = webhooksApi.useConsoleEnableWebhookMutation();
  const failure = pinging.error ?? enabling.error;

  function press(act: typeof ping | typeof enable) {
    if (pinging.isLoading || enabling.isLoading) return;
    // What came of the press before is nothing of this one.
    pinging.reset();
    enabling.reset();
    void act(name);
  }

  return (
    <Stack gap="4" maxW="3xl">
      {failure && <FailureNotice failure={failure} />}
      <Flex gap="3" wrap="wrap">
        {disabled ? (
          <Button aria-disabled={enabling.isLoading} onClick={() => press(enable)}>
            Deliver again
          </Button>
        ) : (
          <>
            <Button variant="outline" aria-disabled={pinging.isLoading} onClick={() => press(ping)}>
              Send a ping
            </Button>
            <Pause name={name} />
          </>
        )}
        <Button variant="outline" onClick={() => setIsRotating(true)}>
          Make another secret
        </Button>
        <Remove name={name} />
      </Flex>
      <Box role="status">
        {pinging.data && !disabled && <Text textStyle="sm">A ping is on its way. What is answered stands below.</Text>}
      </Box>
      {isRotating && <RotateDialog name={name} onClose={() => setIsRotating(false)} />}
    </Stack>
  );
}

/** Stops the deliveries until somebody starts them again. */
function Pause({ name }: { name: string }) {
  const [pause] = webhooksApi.useConsolePauseWebhookMutation();
  return (
    <ConfirmButton
      title={`Pause ${name}`}
      size="md"
      colorPalette="accent"
      meaning="What waits to be delivered is given up, and what happens meanwhile is not sent later."
      asksWhy
      done={`${name} is paused.`}
      act={(reason) => pause({ name, reason })}
    >
      Pause
    </ConfirmButton>
  );
}

function Remove({ name }: { name: string }) {
  const environment = useEnvironment();
  const [remove, { isSuccess }] = webhooksApi.useConsoleRemoveWebhookMutation();
  if (isSuccess) return <Navigate to={consoleAddress('webhooks', environment)} />;
  return (
    <ConfirmButton
      title={`Remove ${name}`}
      size="md"
      meaning="It is told nothing any more, and what it was told is forgotten. This cannot be undone."
      typed={name}
      done={`${name} is removed.`}
      asksWhy="optional"
      act={(reason) => remove({ id: name, reason })}
    >
      Remove
    </ConfirmButton>
  );
}
