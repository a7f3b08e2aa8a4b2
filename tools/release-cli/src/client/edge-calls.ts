/** Calls about edges, and what they and browsers tell. */
import type { Revision } from '@site/release-model/revision';
import * as z from 'zod/mini';
import type { EnvironmentTransport } from './transport';

export const edgeSchema = z.object({
  id: z.string(),
  /** What it serves. */
  epoch: z.int(),
  number: z.int(),
  /** Sentences about what it could not read or verify. */
  defects: z.array(z.string()),
  seenAt: z.iso.datetime(),
});

const edgesSchema = z.object({ edges: z.array(edgeSchema) });

const healthSchema = z.object({
  parts: z.array(
    z.object({
      name: z.string(),
      releases: z.array(
        z.object({
          id: z.string(),
          version: z.string(),
          /** Documents that had the release, and those of them in which the part failed. */
          documents: z.int(),
          failures: z.int(),
          /** 0 to 1; null without documents. */
          share: z.nullable(z.number()),
        }),
      ),
    }),
  ),
});

export const adoptionSchema = z.object({
  since: z.iso.datetime(),
  step: z.enum(['minute', 'hour']),
  parts: z.array(
    z.object({
      name: z.string(),
      /** Documents since then, most first. */
      releases: z.array(z.object({ id: z.string(), version: z.string(), documents: z.int() })),
      /** Documents by version, for each minute or hour with any. */
      times: z.array(z.object({ at: z.iso.datetime(), documents: z.record(z.string(), z.int()) })),
      /** How the stable release became that. */
      promotion: z.nullable(
        z.object({
          revision: z.int(),
          version: z.string(),
          at: z.iso.datetime(),
          /** By when 99% of the documents had it; null while they have not. */
          reachedWithinSeconds: z.nullable(z.int()),
        }),
      ),
      deletable: z.array(z.object({ id: z.string(), version: z.string() })),
    }),
  ),
});

/** An edge, as it reported itself within the last half minute. */
export type Edge = z.infer<typeof edgeSchema>;

/** How often the parts failed, by release. */
export type Health = z.infer<typeof healthSchema>['parts'];

export type Adoption = z.infer<typeof adoptionSchema>;

export const edgeCalls = ({ call, here }: EnvironmentTransport) => ({
  /** The edges that reported themselves within the last half minute. */
  edges: async () => (await call(edgesSchema, `${here}/edges`)).edges,
  /** The same, once all of them serve the revision or a newer one, or after so many seconds; earlier if the registry does not wait. */
  edgesServing: async ({ epoch, number }: Pick<Revision, 'epoch' | 'number'>, waitSeconds: number) =>
    (await call(edgesSchema, `${here}/edges?epoch=${epoch}&number=${number}&wait=${waitSeconds}`)).edges,
  /** Of the last hours. Needs a token. */
  health: async (hours: number) => (await call(healthSchema, `${here}/health?hours=${hours}`)).parts,
  /** Which releases visitors had in the last hours. Needs a token. @param part All parts without one. */
  adoption: (hours: number, part?: string) =>
    call(adoptionSchema, `${here}/adoption?hours=${hours}${part === undefined ? '' : `&part=${encodeURIComponent(part)}`}`),
});
