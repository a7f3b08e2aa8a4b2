/** Client of the registry's HTTP interface. */
import { releaseDescriptorSchema } from '@site/contracts/release';
import { serverSentEvents } from '@site/release-model/server-sent-events';
import { planSchema, type Step } from '@site/release-model/plan';
import type { Guard } from '@site/release-model/guard';
import { type Revision, revisionSchema, revisionSummarySchema } from '@site/release-model/revision';
import { changeSchema } from '@site/release-model/changes';
import { commandSchema } from '@site/release-model/commands';
import { rulesSchema } from '@site/release-model/rules';
import type { Policy } from '@site/release-model/target';
import * as z from 'zod/mini';
import { collectionCalls } from './client/collection-calls';
import { createTransport } from './client/transport';
import { webhookCalls } from './client/webhook-calls';
import { EXIT, Failure } from './failure';

const releaseEventSchema = z.object({ at: z.iso.datetime(), by: z.string(), reason: z.nullable(z.string()) });

export const releaseSchema = z.object({
  name: z.string(),
  version: z.string(),
  /** Identity of the release, and that of what it consists of, whatever the version. SHA-256 in hex. */
  id: z.string(),
  contentDigest: z.string(),
  /** Bytes of all files, uncompressed. */
  size: z.int(),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime(),
  /** Set for a release that must not become live any more. */
  yanked: z.nullable(releaseEventSchema),
  /** Set for a release whose files are not kept any more: publishing the same brings them back. */
  collected: z.nullable(releaseEventSchema),
});
export const detailedReleaseSchema = z.object({ ...releaseSchema.shape, descriptor: releaseDescriptorSchema });
export const remoteSchema = z.object({
  name: z.string(),
  team: z.string(),
  releases: z.int(),
  lastPublishedAt: z.nullable(z.iso.datetime()),
});

export const environmentSchema = z.object({
  name: z.string(),
  epoch: z.int(),
  /** Number of the live revision; 0 before the first. */
  revision: z.int(),
  lock: z.nullable(z.object({ by: z.string(), at: z.iso.datetime(), reason: z.string() })),
});
export const versionedRulesSchema = z.object({
  /** Counts their changes, from 0 for those that nobody has set. */
  version: z.int(),
  rules: rulesSchema,
});
export const listedEnvironmentSchema = z.object({ ...environmentSchema.shape, rules: versionedRulesSchema });
const decisionSchema = z.object({ by: z.string(), at: z.iso.datetime(), reason: z.nullable(z.string()) });
export const proposalSchema = z.object({
  id: z.int(),
  environment: z.string(),
  /** `open`, `carried-out`, `rejected`, `withdrawn`, `stale` or `expired`. */
  state: z.string(),
  command: commandSchema,
  reason: z.string(),
  changes: z.array(changeSchema),
  /** Number of the revision that it was decided on, 0 for none. */
  fromRevision: z.int(),
  proposedBy: z.string(),
  proposedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  approvalsNeeded: z.int(),
  approvals: z.array(decisionSchema),
  /** Null while it is open. */
  closed: z.nullable(decisionSchema),
  /** Number of the revision that it became. */
  revision: z.nullable(z.int()),
});
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

/** How often the parts failed, by release. */
export type Health = z.infer<typeof healthSchema>['parts'];
export type Adoption = z.infer<typeof adoptionSchema>;
export type Token = z.infer<typeof tokenSchema>;
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** A link to releases that need not be live. */
const previewSchema = z.object({
  /** Path of the site. */
  url: z.string(),
  token: z.string(),
  expiresAt: z.iso.datetime(),
});

export type Environment = z.infer<typeof environmentSchema>;
export type VersionedRules = z.infer<typeof versionedRulesSchema>;
export type Proposal = z.infer<typeof proposalSchema>;
/** An edge, as it reported itself within the last half minute. */
export type Edge = z.infer<typeof edgeSchema>;
export type Release = z.infer<typeof releaseSchema>;
export type Remote = z.infer<typeof remoteSchema>;

export interface RegistryOptions {
  /** Address of the registry, such as `http://localhost:8080/registry`. The bare address of a site will do. */
  registry: string;
  /** Needed for whatever is not live. */
  token?: string | undefined;
  environment?: string;
}

export interface Upload {
  name: string;
  version: string;
  /** SHA-256 of the body in hex. */
  sha256: string;
  body: ReadableStream<Uint8Array>;
}

/** Versions by the name of their part. */
export type Versions = Record<string, string>;

/** A command as people give it: releases by version. `commandSchema` of the release model says what each of them does. */
export type CommandRequest =
  | { kind: 'promote'; releases: Versions; fixes?: boolean }
  | { kind: 'canary'; releases: Versions; basisPoints: number }
  | { kind: 'end-canary' | 'enable' | 'retire'; parts: string[] }
  | { kind: 'disable'; parts: string[]; message: string }
  | { kind: 'rollback'; to?: number; again?: boolean }
  | { kind: 'yank' | 'restore'; release: { name: string; version: string } }
  | { kind: 'policy'; policy: Policy }
  | { kind: 'epoch' };

/** A plan as people give it: releases by version. */
export interface PlanRequest {
  releases: Versions;
  steps: Step[];
  /** Null for none; by default the registry decides. */
  guard?: Guard | null;
  /** ISO 8601 time of the first step; by default at once. */
  startsAt?: string | undefined;
  /** Number of the live revision as the caller knows it; 0 if there is none. */
  expectedRevision: number;
  reason?: string | undefined;
  /** Also after the guard aborted a plan of one of the releases. */
  again?: boolean | undefined;
}

export type PlanAct = 'pause' | 'resume' | 'continue' | 'abort';

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

export interface CommandOptions {
  /** Number of the live revision as the caller knows it; 0 if there is none. */
  expectedRevision: number;
  reason?: string | undefined;
  /** Breaks a freeze; for tokens that manage tokens. */
  force?: boolean | undefined;
}

export type RegistryClient = ReturnType<typeof createRegistryClient>;

/** Every call throws a {@link Failure} when it is refused or the registry cannot be reached. */
export function createRegistryClient({ registry, token, environment = 'production' }: RegistryOptions) {
  const transport = createTransport(registry, token);
  const { call, callOrNull, send, inJson } = transport;
  const here = `/environments/${environment}`;

  const command = (query: string, request: CommandRequest, { expectedRevision, reason, force }: CommandOptions): Promise<Revision> =>
    call(revisionSchema, `${here}/commands${query}`, inJson('POST', { expectedRevision, command: request, reason, force }));

  return {
    remotes: async () => (await call(z.object({ remotes: z.array(remoteSchema) }), '/remotes')).remotes,
    /** Newest first; none for an unknown name. */
    releases: async (name: string) =>
      (await callOrNull(z.object({ releases: z.array(releaseSchema) }), `/remotes/${encodeURIComponent(name)}/releases`))?.releases ?? [],
    release: (name: string, version: string) =>
      callOrNull(detailedReleaseSchema, `/remotes/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`),
    environment: () => call(environmentSchema, here),
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
    /** The signed target as edges get it, or null before the first revision. */
    envelope: () => callOrNull(z.unknown(), `${here}/target`),
    /** The live revision, or null before the first. */
    current: () => callOrNull(revisionSchema, `${here}/revisions/current`),
    revision: (number: number) => callOrNull(revisionSchema, `${here}/revisions/${number}`),
    /** Newest first. */
    revisions: async (limit: number) =>
      (await call(z.object({ revisions: z.array(revisionSummarySchema) }), `${here}/revisions?limit=${limit}`)).revisions,
    /**
     * Yields whenever another revision is live, and once at the beginning.
     * @throws Failure when the registry ends the stream; an `AbortError` after the signal.
     */
    async *changes(signal: AbortSignal): AsyncGenerator<void> {
      const { body } = await send(`${here}/events`, { headers: { accept: 'text/event-stream' }, signal });
      if (body) for await (const { event } of serverSentEvents(body)) if (event === 'revision') yield;
      throw new Failure('The registry has ended the stream of changes. Start the command again.', EXIT.unavailable);
    },
    /** Changes what is live. */
    execute: (request: CommandRequest, options: CommandOptions) => command('', request, options),
    /** The revision that a command would make. */
    dryRun: (request: CommandRequest, options: CommandOptions) => command('?dryRun=true', request, options),
    promote: (expectedRevision: number, releases: Versions, reason?: string) =>
      command('', { kind: 'promote', releases }, { expectedRevision, reason }),
    makePlan: (request: PlanRequest) => call(planSchema, `${here}/plans`, inJson('POST', request)),
    /** Newest first. */
    plans: async ({ limit, unfinished = false }: { limit: number; unfinished?: boolean }) =>
      (await call(z.object({ plans: z.array(planSchema) }), `${here}/plans?limit=${limit}&unfinished=${unfinished}`)).plans,
    plan: (id: number) => call(planSchema, `${here}/plans/${id}`),
    changePlan: (id: number, act: PlanAct, reason?: string) => call(planSchema, `${here}/plans/${id}/${act}`, inJson('POST', { reason })),
    preview: (releases: Versions, expiresInHours: number) =>
      call(previewSchema, `${here}/previews`, inJson('POST', { releases, expiresInHours })),
    /** A link to what a revision composed. */
    replay: (revision: number, { candidates, expiresInHours }: { candidates: boolean; expiresInHours: number }) =>
      call(previewSchema, `${here}/replays`, inJson('POST', { revision, candidates, expiresInHours })),
    /** All that there are, by name. */
    environments: async () => (await call(z.object({ environments: z.array(listedEnvironmentSchema) }), '/environments')).environments,
    /** `copies`: the environment whose stable releases it begins with. */
    createEnvironment: (request: { name: string; copies?: string | undefined; reason?: string | undefined }) =>
      call(listedEnvironmentSchema, '/environments', inJson('POST', request)),
    removeEnvironment: (name: string) => send(`/environments/${encodeURIComponent(name)}`, { method: 'DELETE' }),
    rules: () => call(versionedRulesSchema, `${here}/rules`),
    /** @param replaced With the version of the rules that they replace. */
    setRules: (replaced: VersionedRules, reason?: string) =>
      call(versionedRulesSchema, `${here}/rules`, inJson('PUT', { ...replaced, reason })),
    propose: (request: CommandRequest, reason: string) =>
      call(proposalSchema, `${here}/proposals`, inJson('POST', { command: request, reason })),
    /** Of this environment, newest first. */
    proposals: async (state: string) => {
      const query = new URLSearchParams({ state, environment });
      return (await call(z.object({ proposals: z.array(proposalSchema) }), `/proposals?${query}`)).proposals;
    },
    approve: (id: number, options: { reason?: string | undefined; force?: boolean | undefined }) =>
      call(proposalSchema, `/proposals/${id}/approve`, inJson('POST', options)),
    reject: (id: number, reason?: string) => call(proposalSchema, `/proposals/${id}/reject`, inJson('POST', { reason })),
    withdraw: (id: number, reason?: string) => call(proposalSchema, `/proposals/${id}/withdraw`, inJson('POST', { reason })),
    lock: (reason: string) => call(environmentSchema, `${here}/lock`, inJson('POST', { reason })),
    unlock: () => call(environmentSchema, `${here}/lock`, { method: 'DELETE' }),
    /** Newest first. */
    audit: async (limit: number) => (await call(z.object({ entries: z.array(auditEntrySchema) }), `/audit?limit=${limit}`)).entries,
    /** The secret is answered this once. */
    createToken: (request: TokenRequest) => call(z.object({ token: tokenSchema, secret: z.string() }), '/tokens', inJson('POST', request)),
    tokens: async () => (await call(z.object({ tokens: z.array(tokenSchema) }), '/tokens')).tokens,
    revokeToken: (id: string) => call(tokenSchema, `/tokens/${id}`, { method: 'DELETE' }),
    ...webhookCalls(transport),
    ...collectionCalls(transport),
    /** Whose token this client has. */
    whoami: () => call(tokenSchema, '/whoami'),
    /** @returns Whether the release is new; false if the same bytes were there already. */
    async publish({ name, version, sha256, body }: Upload): Promise<{ isNew: boolean; release: Release }> {
      // `duplex` is required for streams, and missing in the types.
      const init = { method: 'PUT', headers: { 'content-type': 'application/gzip', 'x-content-sha256': sha256 }, body, duplex: 'half' };
      const answer = await send(`/remotes/${name}/releases/${version}`, init as RequestInit);
      return { isNew: answer.status === 201, release: releaseSchema.parse(await answer.json()) };
    },
  };
}
