/** Obtains a token from reCAPTCHA v3, whose script is loaded with the first form that needs one. */
import { NETWORK_ERROR, UNKNOWN_ERROR } from '@site/contracts/error-texts';

const SCRIPT = 'https://www.google.com/recaptcha/api.js';
/** For the script and the token. Whoever has waited so long is told what a broken connection is told. */
const LIMIT_MS = 30_000;

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

const loadScript = (siteKey: string): Promise<void> =>
  (script ??= new Promise<void>((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${SCRIPT}?render=${encodeURIComponent(siteKey)}`;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(NETWORK_ERROR));
    document.head.append(element);
  }));

async function ask(siteKey: string, action: string): Promise<string> {
  await loadScript(siteKey);
  const { grecaptcha } = window;
  if (grecaptcha === undefined) throw new Error(UNKNOWN_ERROR);
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return grecaptcha.execute(siteKey, { action });
}

export async function recaptchaToken(siteKey: string, action: string): Promise<string> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  const late = new Promise<never>((_resolve, reject) => {
    limit.addEventListener('abort', () => reject(new Error(NETWORK_ERROR)));
  });
  try {
    return await Promise.race([ask(siteKey, action), late]);
  } catch (error) {
    // The next attempt loads it again.
    script = null;
    throw error;
  }
}
