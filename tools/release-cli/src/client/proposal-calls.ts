/** Calls about proposals. */
import { proposalSchema } from '@site/release-model/proposal';
import type { ProposalRequest } from '@site/release-model/registry-requests';
import * as z from 'zod/mini';
import type { EnvironmentTransport } from './transport';

export const proposalCalls = ({ call, inJson, here, environment }: EnvironmentTransport) => ({
  propose: (request: ProposalRequest) => call(proposalSchema, `${here}/proposals`, inJson('POST', request)),
  /** Of this environment, newest first. */
  proposals: async (state: string) => {
    const query = new URLSearchParams({ state, environment });
    return (await call(z.object({ proposals: z.array(proposalSchema) }), `/proposals?${query}`)).proposals;
  },
  approve: (id: number, options: { reason?: string | undefined; force?: boolean | undefined }) =>
    call(proposalSchema, `/proposals/${id}/approve`, inJson('POST', options)),
  reject: (id: number, reason?: string) => call(proposalSchema, `/proposals/${id}/reject`, inJson('POST', { reason })),
  withdraw: (id: number, reason?: string) => call(proposalSchema, `/proposals/${id}/withdraw`, inJson('POST', { reason })),
});
