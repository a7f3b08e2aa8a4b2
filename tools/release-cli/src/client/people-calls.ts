/** Calls about people: who somebody is, and what is granted to whom. */
import * as z from 'zod/mini';
import { tokenSchema } from './token-calls';
import type { Transport } from './transport';

/** Where people sign in, in the words of OAuth. */
export const signInProviderSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  revocation_endpoint: z.url(),
  client_id: z.string(),
  scope: z.string(),
  redirect_uris: z.array(z.url()),
});

export const grantSchema = z.object({
  id: z.string(),
  /** `group`, `team` or `person`. A person without a handle has no name. */
  holder: z.object({ kind: z.string(), name: z.nullable(z.string()) }),
  role: z.string(),
  parts: z.array(z.string()),
  environments: z.array(z.string()),
  state: z.enum(['valid', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
});

export const whoamiSchema = z.object({
  ...tokenSchema.shape,
  kind: z.enum(['token', 'person']),
  id: z.nullable(z.string()),
  /** Of a person; null until they have chosen one. */
  handle: z.nullable(z.string()),
  groups: z.array(z.string()),
  teams: z.array(z.string()),
  grants: z.array(grantSchema),
});

export const teamSchema = z.object({
  name: z.string(),
  /** Handles. */
  members: z.array(z.string()),
  parts: z.array(z.string()),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
});

export type SignInProvider = z.infer<typeof signInProviderSchema>;

export type Grant = z.infer<typeof grantSchema>;

export type Whoami = z.infer<typeof whoamiSchema>;

export type Team = z.infer<typeof teamSchema>;

export interface GrantRequest {
  holder: { kind: 'group' | 'team' | 'person'; name: string };
  role: string;
  parts: string[];
  /** Default: all. */
  environments?: string[] | undefined;
  /** Default: until it is revoked. */
  expiresInDays?: number | undefined;
  reason?: string | undefined;
}

export const peopleCalls = ({ call, inJson }: Transport) => ({
  /** Who this client is. */
  whoami: () => call(whoamiSchema, '/whoami'),
  /** The name that stands beside what a person does, for good. */
  chooseHandle: (handle: string) => call(whoamiSchema, '/whoami/handle', inJson('PUT', { handle })),
  /** Where people sign in. */
  signIn: () => call(signInProviderSchema, '/sign-in'),
  grants: async () => (await call(z.object({ grants: z.array(grantSchema) }), '/grants')).grants,
  grant: (request: GrantRequest) => call(grantSchema, '/grants', inJson('POST', request)),
  revokeGrant: (id: string) => call(grantSchema, `/grants/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  teams: async () => (await call(z.object({ teams: z.array(teamSchema) }), '/teams')).teams,
  team: (name: string) => call(teamSchema, `/teams/${encodeURIComponent(name)}`),
  createTeam: (name: string, reason?: string) => call(teamSchema, '/teams', inJson('POST', { name, reason })),
  addMember: (team: string, handle: string) => call(teamSchema, memberPath(team, handle), { method: 'PUT' }),
  removeMember: (team: string, handle: string) => call(teamSchema, memberPath(team, handle), { method: 'DELETE' }),
});

const memberPath = (team: string, handle: string): string => `/teams/${encodeURIComponent(team)}/members/${encodeURIComponent(handle)}`;
