/** Calls about people: who somebody is, and what is granted to whom. */
import { grantSchema, signInProviderSchema, teamSchema, whoamiSchema } from '@site/release-model/registry-answers';
import type { GrantRequest } from '@site/release-model/registry-requests';
import * as z from 'zod/mini';
import { because, type Transport } from './transport';

export const peopleCalls = ({ call, inJson }: Transport) => ({
  /** Who this client is. */
  whoami: () => call(whoamiSchema, '/whoami'),
  /** The name that stands beside what a person does, for good. */
  chooseHandle: (handle: string) => call(whoamiSchema, '/whoami/handle', inJson('PUT', { handle })),
  /** Where people sign in. */
  signIn: () => call(signInProviderSchema, '/sign-in'),
  grants: async () => (await call(z.object({ grants: z.array(grantSchema) }), '/grants')).grants,
  grant: (request: GrantRequest) => call(grantSchema, '/grants', inJson('POST', request)),
  revokeGrant: (id: string, reason?: string) =>
    call(grantSchema, `/grants/${encodeURIComponent(id)}${because(reason)}`, { method: 'DELETE' }),
  teams: async () => (await call(z.object({ teams: z.array(teamSchema) }), '/teams')).teams,
  team: (name: string) => call(teamSchema, `/teams/${encodeURIComponent(name)}`),
  createTeam: (name: string, reason?: string) => call(teamSchema, '/teams', inJson('POST', { name, reason })),
  addMember: (team: string, handle: string, reason?: string) =>
    call(teamSchema, memberPath(team, handle) + because(reason), { method: 'PUT' }),
  removeMember: (team: string, handle: string, reason?: string) =>
    call(teamSchema, memberPath(team, handle) + because(reason), { method: 'DELETE' }),
});

const memberPath = (team: string, handle: string): string => `/teams/${encodeURIComponent(team)}/members/${encodeURIComponent(handle)}`;
