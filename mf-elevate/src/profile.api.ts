/** The player's profile, photo, and rights over their own data. */
import { baseApi } from '@site/api-client';
import { calls } from '@site/contracts/api/calls';
import type { PhotoAnswer, PhotoUpload } from '@site/contracts/api/photo';
import type { DataExport, Deletion, DeletionRequest } from '@site/contracts/api/privacy';
import type { Profile, ProfileUpdate } from '@site/contracts/api/profile';
import { selectMember, type StateWithSession } from '@site/session';
import { announcing, having, PROGRAMME_QUERY, toRequest } from './backend';

const PROFILE = 'elevate/profile';

const isProfile = having('goals', 'goals_personal');

/** One of either kind: the goals of the profile are both. */
export const hasGoal = ({ goals, goals_personal }: Profile): boolean =>
  [goals, goals_personal].some((selected) => Object.values(selected).includes(true));

export const profileApi = baseApi.enhanceEndpoints({ addTagTypes: [PROFILE] }).injectEndpoints({
  endpoints: (build) => ({
    elevateProfile: build.query<Profile, string>({
      query: () => toRequest(calls.getProfile, { isAnswer: isProfile }),
      ...PROGRAMME_QUERY,
      onQueryStarted: announcing('Failed fetching data'),
      providesTags: [PROFILE],
    }),
    elevateSaveProfile: build.mutation<Profile, ProfileUpdate>({
      query: (body) => toRequest(calls.saveProfile, { body }),
      // Whoever leaves the card and comes back before the profile is asked for again finds it as it was saved.
      async onQueryStarted(_update, { dispatch, getState, queryFulfilled }) {
        const player = selectMember(getState() as unknown as StateWithSession);
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        // Of another backend a change may be answered with anything.
        if (player && isProfile(data)) dispatch(profileApi.util.updateQueryData('elevateProfile', player.username, () => data as Profile));
      },
      invalidatesTags: (_, error) => (error ? [] : [PROFILE]),
    }),
    elevateSavePhoto: build.mutation<PhotoAnswer | null, PhotoUpload>({
      query: (body) => toRequest(calls.savePhoto, { body }),
      invalidatesTags: (_, error) => (error ? [] : [PROFILE]),
    }),
    /** Never cached: everything that is kept about a person is asked for, handed over and forgotten. */
    elevateExport: build.mutation<DataExport, undefined>({ query: () => toRequest(calls.exportData) }),
    elevateRequestDeletion: build.mutation<Deletion, DeletionRequest>({
      query: (body) => toRequest(calls.requestDeletion, { body }),
      invalidatesTags: (_, error) => (error ? [] : [PROFILE]),
    }),
    elevateCancelDeletion: build.mutation<Deletion, undefined>({
      query: () => toRequest(calls.cancelDeletion),
      invalidatesTags: (_, error) => (error ? [] : [PROFILE]),
    }),
  }),
});
