import { useEffect, useState } from 'react';
import { messageOfError } from '@site/contracts/error-texts';
import { signIn } from '@site/session';
import { Button, notify, SIGN_IN_TOAST_MS, Spinner, Stack, useSite } from '@site/ui';
import { ProviderMark } from './provider-marks';

/** Name of a provider at the identity service; null is the default one, with the site's own accounts. */
type Provider = string | null;

/** How long leaving takes at most, as far as a person waits for it. */
const LEAVING_MS = 10_000;

/** Buttons that leave for a hosted sign-in page, which returns to `returnTo`. */
export function Providers({ returnTo }: { returnTo: string }) {
  const providers: Provider[] = [null, ...useSite().signInProviders];
  const [leavingFor, setLeavingFor] = useState<Provider | undefined>();
  const leaving = leavingFor !== undefined;

  useEffect(() => {
    // Back from the hosted page: the browser may have kept this document as it was left.
    const onPageShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) setLeavingFor(undefined);
    };
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  useEffect(() => {
    if (!leaving) return;
    // Whoever stops the browser on its way stays here, and no event says so.
    const timer = setTimeout(() => setLeavingFor(undefined), LEAVING_MS);
    return () => clearTimeout(timer);
  }, [leaving]);

  async function leave(provider: Provider) {
    if (leaving) return;
    setLeavingFor(provider);
    try {
      await signIn(provider, returnTo);
    } catch (error) {
      setLeavingFor(undefined);
      const message = messageOfError(error);
      notify({ kind: 'error', message, autoCloseMs: SIGN_IN_TOAST_MS });
    }
  }

  return (
    <Stack gap="3" maxW="sm">
      {providers.map((provider) => {
        const label = `Sign in with ${provider ?? 'your account'}`;
        return (
          <Button
            key={label}
            size="lg"
            variant={provider === null ? 'solid' : 'outline'}
            aria-disabled={leaving}
            onClick={() => void leave(provider)}
          >
            {leavingFor === provider ? <Spinner aria-hidden size="inherit" /> : <ProviderMark provider={provider} />}
            {label}
          </Button>
        );
      })}
    </Stack>
  );
}
