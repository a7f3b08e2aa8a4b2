import type { AuthParams } from '@site/contracts/params';
import { useNavigate } from '@site/router';
import { startSession } from '@site/session';
import { useEffect, useEffectEvent } from 'react';
import { useDispatch } from 'react-redux';

/** Keeps the session of the store in step with the tokens of this browser, for the shell and every remote. */
export function SessionKeeper({ auth }: { auth: AuthParams }): null {
  const dispatch = useDispatch();
  const navigate = useNavigate();
  const onReturn = useEffectEvent((path: string) => void navigate(path, { replace: true }));

  useEffect(() => startSession({ auth, dispatch, onReturn: (path) => onReturn(path) }), [auth, dispatch]);

  return null;
}
