/**
 * Browsers keep the site's scripts for a year, also one that arrived damaged and was refused. A script that fails is therefore fetched
 * again past the browser's cache, so that whoever asks for it next gets what the site has now.
 */
import { SHELL_NAME } from '@site/contracts/names';

const SHELL_SCRIPTS = `/assets/${SHELL_NAME}/`;

interface Renewal {
  hasBegun: boolean;
  done: Promise<void>;
}

/** The last renewal of each address, while it is under way. */
const renewals = new Map<string, Renewal>();

/** Renews every script of this site that fails, from now on. */
export function renewFailedScripts(): void {
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLScriptElement && target.src.startsWith(`${location.origin}/`)) renew(target.src);
  };
  // While capturing, so before the handlers of the script itself, which may ask for it again.
  window.addEventListener('error', onError, true);
}

/**
 * Renews the scripts of a remote that were asked for and have not come. Resolves when these have been fetched, and those of the remote and of
 * the shell that failed: a page waits for what it takes from the shell, too.
 */
export async function renewScripts(remote: string): Promise<void> {
  const folder = `/assets/${remote}/`;
  // A script that has loaded or failed is taken out of the document by whoever asked for it.
  for (const script of document.querySelectorAll<HTMLScriptElement>(`script[src*="${folder}"]`)) {
    script.remove();
    renew(script.src);
  }
  const needed = [...renewals].filter(([address]) => [folder, SHELL_SCRIPTS].some((part) => address.includes(part)));
  await Promise.all(needed.map(([, { done }]) => done));
}

function renew(address: string): void {
  const last = renewals.get(address);
  // One that has begun may bring what was there before the script failed, so another one follows it.
  if (last && !last.hasBegun) return;
  const renewal: Renewal = { hasBegun: false, done: Promise.resolve() };
  const fetchAgain = async (): Promise<void> => {
    renewal.hasBegun = true;
    // The body is read to its end: a browser keeps no half of a file.
    await fetch(address, { cache: 'reload' })
      .then((response) => response.arrayBuffer())
      .catch(() => undefined);
    if (renewals.get(address) === renewal) renewals.delete(address);
  };
  renewal.done = (last?.done ?? Promise.resolve()).then(fetchAgain);
  renewals.set(address, renewal);
}
