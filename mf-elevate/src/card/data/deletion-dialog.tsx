import { useId, useState } from 'react';
import { errorToast, messageOf, statusOf } from '@site/api-client/failure';
import { Button, chakra, Text } from '@site/ui';
import { Dialog, DismissButton } from '@site/ui/dialog';
import { Field, Input, useFocusOnRefusal } from '@site/ui/form';
import { profileApi } from '../../profile.api';
import { tellFailure } from '../../tell-failure';

/** Asks once more, and for the password: an unlocked screen is not enough to erase an account. */
export function DeletionDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const passwordId = `${formId}-password`;
  const [password, setPassword] = useState('');
  const [refusal, setRefusal] = useState<{ fieldId: string; reason: string } | null>(null);
  useFocusOnRefusal(refusal);
  const [request, { isLoading }] = profileApi.useElevateRequestDeletionMutation();

  async function submit() {
    if (isLoading) return;
    setRefusal(null);
    const { error } = await request(password === '' ? {} : { password });
    if (!error) return onClose();
    if (statusOf(error) === 403) setRefusal({ fieldId: passwordId, reason: messageOf(error) });
    else tellFailure(error, errorToast(error, messageOf(error)));
  }

  return (
    <Dialog
      open
      onClose={onClose}
      busy={isLoading}
      title="Delete my account"
      footer={
        <>
          <DismissButton busy={isLoading} onClose={onClose} />
          <Button type="submit" form={formId} colorPalette="danger" aria-disabled={isLoading}>
            Delete my account
          </Button>
        </>
      }
    >
      <chakra.form
        id={formId}
        noValidate
        display="flex"
        flexDirection="column"
        gap="5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Text>
          Your profile, photo, demos and followed playbooks are erased after a period of grace. Until then you can change your mind.
        </Text>
        <Field
          id={passwordId}
          label="Password"
          optional
          help="Not needed within five minutes of signing in. If you sign in with Google or LinkedIn, sign in again first."
          error={refusal?.reason}
        >
          <Input
            type="password"
            autoComplete="current-password"
            maxLength={256}
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
      </chakra.form>
    </Dialog>
  );
}
