/** Calls about tokens, and what was done with them. */
import { auditEntrySchema, tokenSchema } from '@site/release-model/registry-answers';
import type { TokenRequest } from '@site/release-model/registry-requests';
import * as z from 'zod/mini';
import { because, type Transport } from './transport';

export const tokenCalls = ({ call, inJson }: Transport) => ({
  /** Newest first, at most 200; of exactly this actor, this action, in this environment; with `before`, those older than the entry with that id. */
  audit: async (query: { limit: number; before?: number; actor?: string; action?: string; environment?: string }) => {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)]);
    return (await call(z.object({ entries: z.array(auditEntrySchema) }), `/audit?${new URLSearchParams(given)}`)).entries;
  },
  /** The secret is answered this once. */
  createToken: (request: TokenRequest) => call(z.object({ token: tokenSchema, secret: z.string() }), '/tokens', inJson('POST', request)),
  tokens: async () => (await call(z.object({ tokens: z.array(tokenSchema) }), '/tokens')).tokens,
  revokeToken: (id: string, reason?: string) => call(tokenSchema, `/tokens/${id}${because(reason)}`, { method: 'DELETE' }),
});
