import type { AuthParams } from '@site/contracts/params';
import { useNavigate } from '@site/router';
import { startSession } from '@site/session';
import { notify } from '@site/ui';
import { useEffect, useEffectEvent } from 'react';
import { useDispatch } from 'react-redux';

const EXPIRED = 'Your session has ended. Please sign in again.';

/** Keeps the session of the store in step with the tokens of this browser, for the shell and every remote. */
export function SessionKeeper({ auth }: { auth: AuthParams }): null {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const onReturn = useEffectEvent((path: string) => void navigate(path, { replace: true }));

  useEffect(() => {
    const onExpired = (): void => notify({ kind: 'warning', message: EXPIRED });
    return startSession({ auth, dispatch, onReturn: (path) => onReturn(path), onExpired });
  }, [auth, dispatch]);

  return null;
}
