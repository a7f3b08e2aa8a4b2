import { useState } from 'react';
import { Box, Button, Stack, Text } from '@site/ui';
import { Dialog, DismissButton } from '@site/ui/dialog';
import { Field, Select } from '@site/ui/form';
import { FailureNotice } from '../display/failure-notice';
import { SecretNotice } from '../display/secret-notice';
import { codeOf } from '../registry/failure';
import { webhooksApi } from '../registry/webhooks.api';

const AT_ONCE = 'Not any more: it is out';

const OVERLAPS = [
  ['24', 'A day longer'],
  ['168', 'A week longer'],
  ['0', AT_ONCE],
] as const;

const LOST = 'The secret is shown this once. Close without it?';

/** Makes another secret, and shows it this once: it stays open while the secret is on its way. */
export function RotateDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [hours, setHours] = useState('24');
  const [rotate, { data: rotated, error, isLoading }] = webhooksApi.useConsoleRotateWebhookMutation();
  return (
    <Dialog
      open
      onClose={onClose}
      busy={isLoading}
      unsaved={rotated !== undefined}
      question={LOST}
      title={
        <Box as="span" overflowWrap="anywhere">
          {`Another secret for ${name}`}
        </Box>
      }
      footer={
        <>
          <DismissButton busy={isLoading} label={rotated ? 'Close' : 'Cancel'} onClose={onClose} />
          {!rotated && (
            <Button aria-disabled={isLoading} onClick={() => !isLoading && void rotate({ name, overlapHours: Number(hours) })}>
              Make another secret
            </Button>
          )}
        </>
      }
    >
      <Stack gap="4">
        {error && <FailureNotice failure={error} />}
        {error && codeOf(error) === 'webhook-in-overlap' && <Text>{`To end that at once, choose "${AT_ONCE}".`}</Text>}
        <Box role="status">
          {rotated && <SecretNotice title="The secret is shown this once. Give it to the receiver:" secret={rotated.secret} />}
        </Box>
        {!rotated && (
          <>
            <Text>The receiver verifies with it who sends a message.</Text>
            <Field label="Messages are signed with the secret of now as well">
              <Select value={hours} onChange={({ target }) => setHours(target.value)}>
                {OVERLAPS.map(([value, label]) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
