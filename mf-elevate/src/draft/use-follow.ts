import { useEffect, useEffectEvent } from 'react';
import { followToast } from '@site/api-client/failure';
import type { Follow } from '@site/contracts/api/playbooks';
import * as paths from '@site/contracts/paths';
import { useNavigate } from '@site/router';
import { useMember } from '@site/session';
import { playbooksApi } from '../playbooks.api';
import { tellFailure } from '../tell-failure';
import { keepFollowWish, takeFollowWish } from './follow-wish';
import { useStillShown } from './use-still-shown';

interface Following {
  follow: (wish: Follow) => void;
  /** What is being followed at this moment. */
  pending: Follow | null;
}

/** Follows a playbook. A player ends on the card; a visitor signs in first, comes back, and ends there too. */
export function useFollow(): Following {
  const member = useMember();
  const navigate = useNavigate();
  const stillShown = useStillShown();
  const [send, { isLoading, originalArgs }] = playbooksApi.useElevateFollowMutation();

  async function follow(wish: Follow) {
    if (isLoading) return;
    if (member === null) {
      await navigate(paths.signInFor('draft'), { state: { returnTo: keepFollowWish(wish) } });
      return;
    }
    const { error } = await send(wish);
    if (error) tellFailure(error, followToast(error));
    else if (stillShown()) await navigate(paths.card);
  }

  const finishWish = useEffectEvent(() => {
    const wish = takeFollowWish();
    if (wish) void follow(wish);
  });
  useEffect(() => {
    if (member) finishWish();
  }, [member]);

  return { follow: (wish) => void follow(wish), pending: isLoading ? (originalArgs ?? null) : null };
}
