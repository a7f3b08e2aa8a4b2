import type { AuthParams } from '@site/contracts/params';
import * as paths from '@site/contracts/paths';
import { useLocation, useNavigate } from '@site/router';
import { startSession } from '@site/session';
import { notify } from '@site/ui';
import { useEffect, useEffectEvent } from 'react';
import { useDispatch } from 'react-redux';

const EXPIRED = 'Your session has ended. Please sign in again.';

/** Keeps the session of the store in step with the tokens of this browser, for the shell and every remote. */
export function SessionKeeper({ auth }: { auth: AuthParams }): null {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const onReturn = useEffectEvent((path: string) => {
    if (pathname.startsWith(paths.signIn)) void navigate(path, { replace: true });
    // Whoever has gone on to another page stays there. The identity library has written the address of the sign-in over that of the page.
    else history.replaceState(history.state, '', pathname + search + hash);
  });

  useEffect(() => {
    const onExpired = (): void => notify({ kind: 'warning', message: EXPIRED });
    return startSession({ auth, dispatch, onReturn: (path) => onReturn(path), onExpired });
  }, [auth, dispatch]);

  return null;
}
