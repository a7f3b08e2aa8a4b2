import { useSession } from '@site/session';
import type { ReactNode } from 'react';
import { NotFoundPage } from '../not-found/not-found-page';
import { AwaitedPage } from './awaited-page';
import { RemotePage, type RemotePageProps } from './remote-page';

/** A page for few. For who is not signed in there is none, and none of its scripts are asked for. Whether somebody may see it, it asks itself. */
export function GrantedPage(page: RemotePageProps): ReactNode {
  const { status } = useSession();
  if (status === 'signedIn') return <RemotePage {...page} />;
  if (status === 'signedOut') return <NotFoundPage />;
  return <AwaitedPage title={page.title} />;
}
