/** Obtains a token from reCAPTCHA v3, whose script is loaded with the first form that needs one. */
import { NETWORK_ERROR, UNKNOWN_ERROR } from '@site/contracts/error-texts';

const SCRIPT = 'https://www.google.com/recaptcha/api.js';

interface Recaptcha {
  ready(callback: () => void): void;
  execute(siteKey: string, options: { action: string }): Promise<string>;
}

declare global {
  interface Window {
    grecaptcha?: Recaptcha;
  }
}

let script: Promise<void> | null = null;

function loadScript(siteKey: string): Promise<void> {
  script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${SCRIPT}?render=${encodeURIComponent(siteKey)}`;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(NETWORK_ERROR));
    document.head.append(element);
  });
  // The next attempt asks again.
  script.catch(() => (script = null));
  return script;
}

export async function recaptchaToken(siteKey: string, action: string): Promise<string> {
  await loadScript(siteKey);
  const { grecaptcha } = window;
  if (grecaptcha === undefined) throw new Error(UNKNOWN_ERROR);
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action });
}
