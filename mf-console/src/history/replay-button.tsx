import { Button, notify } from '@site/ui';
import { messageOf } from '../registry/failure';
import { previewsApi } from '../registry/previews.api';

const HOURS = 12;

/** Shows the site as a revision composed it, in a new tab. */
export function ReplayButton({ environment, number }: { environment: string; number: number }) {
  const [makeLink, { isLoading }] = previewsApi.useConsoleReplayMutation();

  async function replay() {
    if (isLoading) return;
    // Opened by the press itself: a browser refuses a tab that comes later.
    const tab = window.open('', '_blank');
    const { data, error } = await makeLink({ environment, revision: number, expiresInHours: HOURS });
    if (data && tab) {
      tab.opener = null;
      tab.location.href = data.url;
      return;
    }
    tab?.close();
    notify({ kind: 'error', message: error ? messageOf(error) : 'The browser opened no tab.' });
  }

  return (
    <Button size="sm" variant="ghost" onClick={() => void replay()} aria-disabled={isLoading}>
      {`Replay ${number}`}
    </Button>
  );
}
