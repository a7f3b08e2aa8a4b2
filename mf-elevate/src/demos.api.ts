/**
 * Demos: the public list, and what the player made of it. After a refusal too, that is asked for again: another window, or a try before whose answer
 * was lost, may have changed it.
 */
import { baseApi } from '@site/api-client';
import { callPath, calls } from '@site/contracts/api/calls';
import type { DemoCreation, DemoUpdate, PlayerDemo, PlayerDemos, PublicDemo } from '@site/contracts/api/demos';
import { announcing, having, PROGRAMME_QUERY, SITE_QUERY, toRequest } from './backend';

const PLAYER_DEMOS = 'elevate/player-demos';

export const demosApi = baseApi.enhanceEndpoints({ addTagTypes: [PLAYER_DEMOS] }).injectEndpoints({
  endpoints: (build) => ({
    elevatePublicDemos: build.query<PublicDemo[], undefined>({
      query: () => toRequest(calls.getPublicDemos, { isAnswer: Array.isArray }),
      ...SITE_QUERY,
      onQueryStarted: announcing('Failed fetching demo descriptions'),
    }),
    /** The argument, the player's name, keeps the answers of two players on one device apart. */
    elevatePlayerDemos: build.query<PlayerDemos, string>({
      query: () => toRequest(calls.getPlayerDemos, { isAnswer: having('playerDemos', 'demosMap') }),
      ...PROGRAMME_QUERY,
      onQueryStarted: announcing('Failed fetching your demos'),
      providesTags: [PLAYER_DEMOS],
    }),
    /** What is sent again under the same key is stored once. */
    elevateAddDemo: build.mutation<PlayerDemo, DemoCreation & { key: string | undefined }>({
      query: ({ key, ...body }) => ({ ...toRequest(calls.addPlayerDemo, { body }), ...(key && { headers: { 'idempotency-key': key } }) }),
      invalidatesTags: [PLAYER_DEMOS],
    }),
    elevateSaveDemo: build.mutation<PlayerDemo, DemoUpdate & { id: number }>({
      query: (body) => toRequest(calls.savePlayerDemo, { path: callPath(calls.savePlayerDemo, { id: body.id }), body }),
      invalidatesTags: [PLAYER_DEMOS],
    }),
    elevateRemoveDemo: build.mutation<unknown, number>({
      query: (id) => toRequest(calls.removePlayerDemo, { path: callPath(calls.removePlayerDemo, { id }) }),
      invalidatesTags: [PLAYER_DEMOS],
    }),
  }),
});
