/** Calls about what is live in an environment, and links to what is not. */
import { setTimeout as delay } from 'node:timers/promises';
import { serverSentEvents } from '@site/release-model/server-sent-events';
import { type DecidedRevision, decidedRevisionSchema, revisionSchema, revisionSummarySchema } from '@site/release-model/revision';
import type { LocalParts } from '@site/release-model/local-part';
import { issuedPreviewSchema, previewSchema } from '@site/release-model/registry-answers';
import type { CommandOptions, CommandRequest, Versions } from '@site/release-model/registry-requests';
import * as z from 'zod/mini';
import { asUnavailable, Failure } from '../failure';
import type { EnvironmentTransport } from './transport';

/** Between the end of a stream and the next one. */
const REOPEN_MS = 1_000;

export function revisionCalls({ call, callOrNull, send, inJson, here }: EnvironmentTransport) {
  const command = (query: string, request: CommandRequest, { expectedRevision, reason, force }: CommandOptions): Promise<DecidedRevision> =>
    call(decidedRevisionSchema, `${here}/commands${query}`, inJson('POST', { expectedRevision, command: request, reason, force }));

  return {
    /** The signed target as edges get it, or null before the first revision. */
    envelope: () => callOrNull(z.unknown(), `${here}/target`),
    /** The live revision, or null before the first. */
    current: () => callOrNull(revisionSchema, `${here}/revisions/current`),
    revision: (number: number) => callOrNull(revisionSchema, `${here}/revisions/${number}`),
    /** Newest first, at most 200; with `before`, those older than that number. */
    revisions: async ({ limit, before }: { limit: number; before?: number | undefined }) => {
      const query = `limit=${limit}${before === undefined ? '' : `&before=${before}`}`;
      return (await call(z.object({ revisions: z.array(revisionSummarySchema) }), `${here}/revisions?${query}`)).revisions;
    },
    /**
     * Yields whenever another revision is live, and once at the beginning. A stream that the registry ends, as it does with the token that it was
     * opened with, is opened again, however long the registry is away.
     * @param onAway Called once each time that it is.
     * @throws Failure when it is not there at the beginning, or refuses; an `AbortError` after the signal.
     */
    async *changes(signal: AbortSignal, onAway: (failure: Failure) => void): AsyncGenerator<void> {
      const open = () => send(`${here}/events`, { headers: { accept: 'text/event-stream' }, signal });
      let told: string | null = null;
      let stream: Response | Failure = await open();
      for (;;) {
        try {
          if (!(stream instanceof Failure) && stream.body)
            for await (const { event, data } of serverSentEvents(stream.body)) {
              if (event !== 'revision' || data === told) continue;
              told = data;
              yield;
            }
        } catch (error) {
          // Otherwise the connection was cut.
          if (signal.aborted) throw error;
        }
        await delay(REOPEN_MS, undefined, { signal });
        const reopened: Response | Failure = await open().catch(asUnavailable);
        if (reopened instanceof Failure && !(stream instanceof Failure)) onAway(reopened);
        stream = reopened;
      }
    },
    /** Changes what is live. */
    execute: (request: CommandRequest, options: CommandOptions) => command('', request, options),
    /** The revision that a command would make, or would once others have approved it. */
    dryRun: (request: CommandRequest, options: CommandOptions, isProposed = false) =>
      command(`?dryRun=true${isProposed ? '&proposed=true' : ''}`, request, options),
    promote: (expectedRevision: number, releases: Versions, reason?: string) =>
      command('', { kind: 'promote', releases }, { expectedRevision, reason }),
    /** A link to what is live with these releases and local parts in it. */
    preview: (request: { releases?: Versions; local?: LocalParts; expiresInHours: number; reason?: string | undefined }) =>
      call(previewSchema, `${here}/previews`, inJson('POST', request)),
    /** Links that have not expired, newest first; with `before`, those older than that number. */
    previews: async ({ limit, before }: { limit: number; before?: number }) => {
      const query = `limit=${limit}${before === undefined ? '' : `&before=${before}`}`;
      return (await call(z.object({ previews: z.array(issuedPreviewSchema) }), `${here}/previews?${query}`)).previews;
    },
    /** Takes a link back. */
    revokePreview: (id: string, reason: string) => call(issuedPreviewSchema, `${here}/previews/${id}/revoke`, inJson('POST', { reason })),
    /** A link to what a revision composed. */
    replay: (revision: number, shown: { candidates: boolean; expiresInHours: number; reason?: string | undefined }) =>
      call(previewSchema, `${here}/replays`, inJson('POST', { revision, ...shown })),
  };
}
