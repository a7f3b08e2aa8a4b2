/**
 * Browsers keep the site's scripts for a year, also one that arrived damaged and was refused. A script that fails is therefore fetched
 * again past the browser's cache, so that whoever asks for it next gets what the site has now.
 */
const renewals = new Map<string, Promise<void>>();

/** Renews every script of this site that fails, from now on. */
export function renewFailedScripts(): void {
  const onError = ({ target }: Event): void => {
    if (target instanceof HTMLScriptElement && target.src.startsWith(`${location.origin}/`)) renew(target.src);
  };
  // While capturing, so before the handlers of the script itself, which may ask for it again.
  window.addEventListener('error', onError, true);
}

/** Renews the scripts of a remote that were asked for and have not come. Resolves when these and those that failed have been fetched. */
export async function renewScripts(remote: string): Promise<void> {
  const folder = `/assets/${remote}/`;
  // A script that has loaded or failed is taken out of the document by whoever asked for it.
  for (const script of document.querySelectorAll<HTMLScriptElement>(`script[src*="${folder}"]`)) {
    script.remove();
    renew(script.src);
  }
  await Promise.all([...renewals].filter(([address]) => address.includes(folder)).map(([, renewal]) => renewal));
}

function renew(address: string): void {
  if (renewals.has(address)) return;
  const done = (): void => void renewals.delete(address);
  // The body is read to its end: a browser keeps no half of a file.
  const fetched = fetch(address, { cache: 'reload' }).then((response) => response.arrayBuffer());
  renewals.set(address, fetched.then(done, done));
}
