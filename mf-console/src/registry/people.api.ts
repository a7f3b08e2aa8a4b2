/** Teams, and what is granted to whom. */
import type { Grant, Team } from '@site/release-model/registry-answers';
import type { GrantRequest } from '@site/release-model/registry-requests';
import { asking, askingFor, because, consoleApi, type Ending, TAGS } from './endpoint';

interface Membership {
  team: string;
  handle: string;
}

const memberPath = ({ team, handle }: Membership) => `/teams/${encodeURIComponent(team)}/members/${encodeURIComponent(handle)}`;

/** Whoever changes who may do what may have changed what they may do themselves. */
const AFTER = [TAGS.teams, TAGS.grants, TAGS.person, TAGS.audit];

export const peopleApi = consoleApi.injectEndpoints({
  endpoints: (build) => ({
    /** By name. */
    consoleTeams: build.query<Team[], undefined>({
      ...askingFor<Team[], undefined>('teams', () => ({ path: '/teams' })),
      providesTags: [TAGS.teams],
    }),
    consoleCreateTeam: build.mutation<Team, { name: string; reason?: string }>({
      ...asking<Team, { name: string; reason?: string }>((body) => ({ path: '/teams', method: 'POST', body })),
      invalidatesTags: AFTER,
    }),
    consoleAddMember: build.mutation<Team, Membership>({
      ...asking<Team, Membership>((membership) => ({ path: memberPath(membership), method: 'PUT' })),
      invalidatesTags: AFTER,
    }),
    consoleRemoveMember: build.mutation<Team, Membership & { reason: string }>({
      ...asking<Team, Membership & { reason: string }>(({ reason, ...membership }) => ({
        path: memberPath(membership) + because(reason),
        method: 'DELETE',
      })),
      invalidatesTags: AFTER,
    }),

    /** The valid ones first, the newest first. */
    consoleGrants: build.query<Grant[], undefined>({
      ...askingFor<Grant[], undefined>('grants', () => ({ path: '/grants' })),
      providesTags: [TAGS.grants],
    }),
    consoleGrant: build.mutation<Grant, GrantRequest>({
      ...asking<Grant, GrantRequest>((body) => ({ path: '/grants', method: 'POST', body })),
      invalidatesTags: (_, error) => (error ? [] : AFTER),
    }),
    consoleRevokeGrant: build.mutation<Grant, Ending>({
      ...asking<Grant, Ending>(({ id, reason }) => ({ path: `/grants/${encodeURIComponent(id)}${because(reason)}`, method: 'DELETE' })),
      invalidatesTags: AFTER,
    }),
  }),
});
