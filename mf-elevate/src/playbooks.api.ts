/** Playbooks: the lists and details that a visitor or player may read, and what the player follows. */
import { baseApi, type ApiError } from '@site/api-client';
import { reasonOf } from '@site/api-client/failure';
import { callPath, calls } from '@site/contracts/api/calls';
import type { Follow, Playbook, PlayerPlaybook, PlayerPlaybooks } from '@site/contracts/api/playbooks';
import { announcing, having, PROGRAMME_QUERY, SITE_QUERY, toRequest } from './backend';

const PLAYER_PLAYBOOKS = 'elevate/player-playbooks';

/** Who reads: a player's name, or null for a visitor. The answers differ, so it is part of the cache key. */
export type Reader = string | null;

const FAILED_DESCRIPTIONS = 'Failed fetching playbooks descriptions';

const failedPlayerPlaybooks = (error: ApiError) =>
  ['Failed fetching your playbooks', reasonOf(error)].filter((part) => part !== null).join(': ');

const listRequest = (reader: Reader) =>
  toRequest(reader === null ? calls.getPublicPlaybooks : calls.getUserPlaybooks, { isAnswer: Array.isArray });

interface DetailsArgument {
  id: number;
  reader: Reader;
}

const detailsRequest = ({ id, reader }: DetailsArgument) => {
  const call = reader === null ? calls.getPublicPlaybook : calls.getUserPlaybook;
  return toRequest(call, { path: callPath(call, { id }), isAnswer: having('name') });
};

export const playbooksApi = baseApi.enhanceEndpoints({ addTagTypes: [PLAYER_PLAYBOOKS] }).injectEndpoints({
  endpoints: (build) => ({
    elevatePlaybooks: build.query<Playbook[], Reader>({
      query: listRequest,
      ...SITE_QUERY,
      onQueryStarted: announcing(FAILED_DESCRIPTIONS),
    }),
    elevatePlaybook: build.query<Playbook, DetailsArgument>({
      query: detailsRequest,
      ...SITE_QUERY,
      onQueryStarted: announcing(FAILED_DESCRIPTIONS),
    }),
    elevatePlayerPlaybooks: build.query<PlayerPlaybooks, string>({
      query: () => toRequest(calls.getPlayerPlaybooks, { isAnswer: having('playerPlaybooks', 'playbooksMap') }),
      ...PROGRAMME_QUERY,
      onQueryStarted: announcing(failedPlayerPlaybooks),
      providesTags: [PLAYER_PLAYBOOKS],
    }),
    elevateFollow: build.mutation<PlayerPlaybook, Follow>({
      query: (body) => toRequest(calls.followPlaybook, { body }),
      // After a refusal too: another window may have changed it.
      invalidatesTags: [PLAYER_PLAYBOOKS],
    }),
    elevateUnfollow: build.mutation<unknown, number>({
      query: (id) => toRequest(calls.unfollowPlaybook, { path: callPath(calls.unfollowPlaybook, { id }) }),
      invalidatesTags: [PLAYER_PLAYBOOKS],
    }),
  }),
});
