/** Calls about rehearsals and their pictures. */
import { rehearsalSchema, type RehearsalReport, rehearsalSummarySchema } from '@site/release-model/rehearsal';
import type { Versions } from '@site/release-model/registry-requests';
import * as z from 'zod/mini';
import type { EnvironmentTransport } from './transport';

export const rehearsalCalls = ({ call, send, whole, inJson, here }: EnvironmentTransport) => ({
  /** @param revision Number of the revision that was live meanwhile. */
  addRehearsal: (releases: Versions, revision: number, report: RehearsalReport, reason?: string) =>
    call(rehearsalSchema, `${here}/rehearsals`, inJson('POST', { releases, revision, report, reason })),
  async sendPicture(rehearsal: number, sha256: string, bytes: Buffer): Promise<void> {
    const init = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: new Uint8Array(bytes) };
    await send(`${here}/rehearsals/${rehearsal}/pictures/${sha256}`, init);
  },
  /** Newest first. */
  rehearsals: async (limit: number) =>
    (await call(z.object({ rehearsals: z.array(rehearsalSummarySchema) }), `${here}/rehearsals?limit=${limit}`)).rehearsals,
  rehearsal: (id: number) => call(rehearsalSchema, `${here}/rehearsals/${id}`),
  /** A PNG. */
  async picture(rehearsal: number, sha256: string): Promise<Buffer> {
    const answer = await send(`${here}/rehearsals/${rehearsal}/pictures/${sha256}`);
    return Buffer.from(await whole(answer.arrayBuffer()));
  },
});
