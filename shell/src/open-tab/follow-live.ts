/**
 * Lets an open page take over what is newer, where the policy is not to wait for its next load. It asks without a connection of its own: when the
 * tab is shown again and when a link is followed.
 */
import type { Live } from '@site/contracts/composition';
import { LIVE_PATH } from '@site/contracts/names';
import { notify } from '@site/ui';

/** Shortest time between two questions. */
export const ASK_INTERVAL_MS = 30_000;

export const showNewer = (): void =>
  notify({ kind: 'info', message: 'A new version of this site is here. It comes with the next page that you open.' });

/**
 * Watches the whole document.
 * @param identity Of what the document was composed of.
 * @param showNotice Called once, where the policy is a notice.
 * @returns A function that stops it.
 */
export function followLive(identity: string, showNotice: () => void): () => void {
  /** By the clock of `performance`, which nobody sets back and which began with the document. */
  let askedAt = 0;
  let isOutdated = false;

  const ask = async (): Promise<void> => {
    const now = performance.now();
    if (isOutdated || now - askedAt < ASK_INTERVAL_MS) return;
    askedAt = now;
    const live = await fetchLive();
    if (live === null || live.identity === identity || live.openTabs === 'next-load' || isOutdated) return;
    isOutdated = true;
    if (live.openTabs === 'notice') showNotice();
  };
  const onVisibility = (): void => {
    if (document.visibilityState === 'visible') void ask();
  };
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link?.href || link.origin !== location.origin) return;
    // The router does not see the click, so that the browser loads a document.
    if (isOutdated && !hasUnsavedChanges()) event.stopPropagation();
    else void ask();
  };
  document.addEventListener('visibilitychange', onVisibility);
  document.addEventListener('click', onClick, { capture: true });
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    document.removeEventListener('click', onClick, { capture: true });
  };
}

/** Whatever the page would ask before it is closed, whoever asks. */
function hasUnsavedChanges(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

const fetchLive = (): Promise<Live | null> =>
  fetch(LIVE_PATH, { cache: 'no-cache' })
    .then(async (response) => (response.ok ? ((await response.json()) as Partial<Live> | null) : null))
    .then((answer) => (isLive(answer) ? answer : null))
    .catch(() => null);

/** The schema would bring zod into every start. */
const isLive = (answer: Partial<Live> | null): answer is Live =>
  typeof answer?.identity === 'string' && typeof answer.openTabs === 'string';
