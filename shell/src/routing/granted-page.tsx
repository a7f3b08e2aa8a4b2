import { useSession } from '@site/session';
import { useState, type ReactNode } from 'react';
import { NotFoundPage } from '../not-found/not-found-page';
import { AwaitedPage } from './awaited-page';
import { RemotePage, type RemotePageProps } from './remote-page';

/**
 * A page for few. For who is not signed in there is none, and none of its scripts are asked for. Whether somebody may see it, it asks itself; and when
 * a session ends while it is shown, it says so itself.
 */
export function GrantedPage(page: RemotePageProps): ReactNode {
  const { status } = useSession();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (wasSignedIn) return <RemotePage {...page} />;
  if (status === 'signedIn') setWasSignedIn(true);
  return status === 'signedOut' ? <NotFoundPage /> : <AwaitedPage title={page.title} />;
}
