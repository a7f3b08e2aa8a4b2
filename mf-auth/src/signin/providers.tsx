import { useState } from 'react';
import { signIn } from '@site/session';
import { Button, notify, SIGN_IN_TOAST_MS, Stack } from '@site/ui';
import { AccountMark, GoogleMark, LinkedInMark } from './provider-marks';

/** `id` is the provider's name at the identity service; null is the service's own accounts. */
const PROVIDERS = [
  { id: null, label: 'Sign in with your account', Mark: AccountMark, variant: 'solid' },
  { id: 'Google', label: 'Sign in with Google', Mark: GoogleMark, variant: 'outline' },
  { id: 'LinkedIn', label: 'Sign in with LinkedIn', Mark: LinkedInMark, variant: 'outline' },
] as const;

type ProviderId = (typeof PROVIDERS)[number]['id'];

/** Buttons that leave for a hosted sign-in page, which returns to `returnTo`. */
export function Providers({ returnTo }: { returnTo: string }) {
  const [leavingFor, setLeavingFor] = useState<ProviderId | undefined>();
  const leaving = leavingFor !== undefined;

  async function leave(provider: ProviderId) {
    setLeavingFor(provider);
    try {
      await signIn(provider, returnTo);
    } catch (error) {
      setLeavingFor(undefined);
      const message = error instanceof Error ? error.message : 'An unknown error has occurred.';
      notify({ kind: 'error', message, autoCloseMs: SIGN_IN_TOAST_MS });
    }
  }

  return (
    <Stack gap="3" maxW="sm">
      {PROVIDERS.map(({ id, label, Mark, variant }) => (
        <Button
          key={label}
          size="lg"
          variant={variant}
          loading={leavingFor === id}
          loadingText={label}
          disabled={leaving}
          onClick={() => void leave(id)}
        >
          <Mark />
          {label}
        </Button>
      ))}
    </Stack>
  );
}
