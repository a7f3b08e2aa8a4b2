/** Client of the registry's HTTP interface. */
import { errorBodySchema } from '@site/contracts/errors';
import { planSchema } from '@site/release-model/plan';
import {
  adoptionSchema,
  auditEntrySchema,
  detailedReleaseSchema,
  edgesSchema,
  environmentSchema,
  grantSchema,
  healthSchema,
  listedEnvironmentSchema,
  previewSchema,
  proposalSchema,
  releaseSchema,
  remoteSchema,
  signInProviderSchema,
  teamSchema,
  tokenSchema,
  versionedRulesSchema,
  whoamiSchema,
  type Release,
  type VersionedRules,
} from '@site/release-model/registry-answers';
import type {
  Versions,
  CommandRequest,
  GrantRequest,
  PlanRequest,
  PlanAct,
  TokenRequest,
  CommandOptions,
} from '@site/release-model/registry-requests';
import { type Revision, revisionSchema, revisionSummarySchema } from '@site/release-model/revision';
import { serverSentEvents } from '@site/release-model/server-sent-events';
import * as z from 'zod/mini';
import { EXIT, exitCodeOf, Failure } from './failure';

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

export type RegistryClient = ReturnType<typeof createRegistryClient>;

/** Every call throws a {@link Failure} when it is refused or the registry cannot be reached. */
export function createRegistryClient({ registry, token, environment = 'production' }: RegistryOptions) {
  const base = `${registryAddress(registry)}/v1`;
  const here = `/environments/${environment}`;

  async function call<S extends z.ZodMiniType>(schema: S, path: string, init: RequestInit = {}): Promise<z.output<S>> {
    const answer = await send(path, init);
    if (!answer.ok) throw await refusal(answer, token);
    return schema.parse(await answer.json());
  }

  async function callOrNull<S extends z.ZodMiniType>(schema: S, path: string): Promise<z.output<S> | null> {
    try {
      return await call(schema, path);
    } catch (error) {
      if (error instanceof Failure && error.exitCode === EXIT.notFound && error.code !== undefined) return null;
      throw error;
    }
  }

  async function send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    try {
      return await fetch(base + path, { ...init, headers });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      const reason = (error as { cause?: { code?: string } }).cause?.code ?? 'no answer';
      throw new Failure(
        `The registry at ${registryAddress(registry)} cannot be reached (${reason}). Is the site running?`,
        EXIT.unavailable,
      );
    }
  }

  const inJson = (method: string, body: unknown): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

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
      const answer = await send(`${here}/events`, { headers: { accept: 'text/event-stream' }, signal });
      if (!answer.ok || !answer.body) throw await refusal(answer, token);
      for await (const { event } of serverSentEvents(answer.body)) if (event === 'revision') yield;
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
    async removeEnvironment(name: string): Promise<void> {
      const answer = await send(`/environments/${encodeURIComponent(name)}`, { method: 'DELETE' });
      if (!answer.ok) throw await refusal(answer, token);
    },
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
    /** Whose token this client has. */
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
    /** @returns Whether the release is new; false if the same bytes were there already. */
    async publish({ name, version, sha256, body }: Upload): Promise<{ isNew: boolean; release: Release }> {
      // `duplex` is required for streams, and missing in the types.
      const init = { method: 'PUT', headers: { 'content-type': 'application/gzip', 'x-content-sha256': sha256 }, body, duplex: 'half' };
      const answer = await send(`/remotes/${name}/releases/${version}`, init as RequestInit);
      if (!answer.ok) throw await refusal(answer, token);
      return { isNew: answer.status === 201, release: releaseSchema.parse(await answer.json()) };
    },
  };
}

const memberPath = (team: string, handle: string): string => `/teams/${encodeURIComponent(team)}/members/${encodeURIComponent(handle)}`;

/** The address as given, or with `/registry` if it names a site. */
export function registryAddress(given: string): string {
  if (!URL.canParse(given) || !/^https?:/.test(given)) throw new Failure(`'${given}' is not an address of a registry.`, EXIT.usage);
  const url = new URL(given);
  return url.pathname === '/' ? `${url.origin}/registry` : given.replace(/\/$/, '');
}

/** Address of the site that has the registry. */
export const siteOf = (registry: string): string => registryAddress(registry).replace(/\/registry$/, '');

async function refusal(answer: Response, token: string | undefined): Promise<Failure> {
  const text = await answer.text();
  const body = errorBodySchema.safeParse(parseOrNull(text));
  if (!body.success)
    return new Failure(`The registry answered ${answer.status} in a way that this tool does not understand.`, exitCodeOf(answer.status));
  const { code, error, details } = body.data;
  const remedy = answer.status === 401 && !token ? ' Sign in with npx release login, or give --token or RELEASE_TOKEN.' : '';
  return new Failure(error + remedy, exitCodeOf(answer.status, code), code, details);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
