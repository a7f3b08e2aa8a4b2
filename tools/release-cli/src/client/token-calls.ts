/** Calls about tokens, and what was done with them. */
import * as z from 'zod/mini';
import type { Transport } from './transport';

export const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  verbs: z.array(z.string()),
  /** Parts and environments that it covers; `*` for all. */
  parts: z.array(z.string()),
  environments: z.array(z.string()),
  state: z.enum(['valid', 'expired', 'revoked']),
  createdBy: z.string(),
  createdAt: z.iso.datetime(),
  /** Null for good. */
  expiresAt: z.nullable(z.iso.datetime()),
  revokedAt: z.nullable(z.iso.datetime()),
  lastUsedOn: z.nullable(z.iso.date()),
});

export const auditEntrySchema = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  /** Who did or tried it: the name of a token or a person. */
  actor: z.string(),
  action: z.string(),
  environment: z.nullable(z.string()),
  subject: z.nullable(z.string()),
  fromRevision: z.nullable(z.int()),
  toRevision: z.nullable(z.int()),
  reason: z.nullable(z.string()),
  details: z.nullable(z.record(z.string(), z.unknown())),
});

export type Token = z.infer<typeof tokenSchema>;

export type AuditEntry = z.infer<typeof auditEntrySchema>;

export interface TokenRequest {
  name: string;
  verbs: string[];
  parts: string[];
  /** Default: those of the token that makes it. */
  environments?: string[] | undefined;
  /** Default: 90. */
  expiresInDays?: number | undefined;
  reason?: string | undefined;
}

export const tokenCalls = ({ call, inJson }: Transport) => ({
  /** Newest first. */
  audit: async (limit: number) => (await call(z.object({ entries: z.array(auditEntrySchema) }), `/audit?limit=${limit}`)).entries,
  /** The secret is answered this once. */
  createToken: (request: TokenRequest) => call(z.object({ token: tokenSchema, secret: z.string() }), '/tokens', inJson('POST', request)),
  tokens: async () => (await call(z.object({ tokens: z.array(tokenSchema) }), '/tokens')).tokens,
  revokeToken: (id: string) => call(tokenSchema, `/tokens/${id}`, { method: 'DELETE' }),
});
