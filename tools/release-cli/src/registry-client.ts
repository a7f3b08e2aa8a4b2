/** Client of the registry's HTTP interface. */
import { errorBodySchema } from '@site/contracts/errors';
import { releaseDescriptorSchema } from '@site/contracts/release';
import { type Revision, type RevisionChange, revisionSchema } from '@site/contracts/revision';
import * as z from 'zod/mini';
import { EXIT, exitCodeOf, Failure } from './failure';

const releaseSchema = z.object({
  name: z.string(),
  version: z.string(),
  digest: z.string(),
  /** Bytes of all files, uncompressed. */
  size: z.int(),
  publishedBy: z.string(),
  publishedAt: z.iso.datetime(),
});
const detailedReleaseSchema = z.object({ ...releaseSchema.shape, descriptor: releaseDescriptorSchema });
const remoteSchema = z.object({ name: z.string(), team: z.string(), releases: z.int(), lastPublishedAt: z.nullable(z.iso.datetime()) });

export type Release = z.infer<typeof releaseSchema>;
export type Remote = z.infer<typeof remoteSchema>;

export interface RegistryOptions {
  /** Address of the registry, such as `http://localhost:8080/registry`. The bare address of a site will do. */
  registry: string;
  /** Needed to publish and to promote. */
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
    if (!answer.ok) throw await refusal(answer);
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
      const reason = (error as { cause?: { code?: string } }).cause?.code ?? 'no answer';
      throw new Failure(
        `The registry at ${registryAddress(registry)} cannot be reached (${reason}). Is the site running?`,
        EXIT.unavailable,
      );
    }
  }

  const post = (path: string, body: unknown): Promise<Revision> =>
    call(revisionSchema, path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

  return {
    remotes: async () => (await call(z.object({ remotes: z.array(remoteSchema) }), '/remotes')).remotes,
    /** Newest first; none for an unknown name. */
    releases: async (name: string) =>
      (await callOrNull(z.object({ releases: z.array(releaseSchema) }), `/remotes/${encodeURIComponent(name)}/releases`))?.releases ?? [],
    release: (name: string, version: string) =>
      callOrNull(detailedReleaseSchema, `/remotes/${encodeURIComponent(name)}/releases/${encodeURIComponent(version)}`),
    /** The live revision, or null before the first. */
    current: () => callOrNull(revisionSchema, `${here}/revisions/current`),
    revision: (number: number) => callOrNull(revisionSchema, `${here}/revisions/${number}`),
    /** Newest first. */
    revisions: async (limit: number) =>
      (await call(z.object({ revisions: z.array(revisionSchema) }), `${here}/revisions?limit=${limit}`)).revisions,
    /** @param expectedRevision Number of the live revision as the caller knows it; 0 if there is none. */
    promote: (expectedRevision: number, changes: RevisionChange[], reason?: string) =>
      post(`${here}/revisions`, { expectedRevision, changes, ...(reason !== undefined && { reason }) }),
    /** The revision that a rollback without a number would return to. */
    rollbackTarget: () => call(revisionSchema, `${here}/rollback`),
    /** @param to Number of the revision to return to; without it, the registry decides. */
    rollBack: (expectedRevision: number, to?: number, reason?: string) =>
      post(`${here}/rollback`, { expectedRevision, ...(to !== undefined && { to }), ...(reason !== undefined && { reason }) }),
    /** @returns Whether the release is new; false if the same bytes were there already. */
    async publish({ name, version, sha256, body }: Upload): Promise<{ isNew: boolean; release: Release }> {
      // `duplex` is required for streams, and missing in the types.
      const init = { method: 'PUT', headers: { 'content-type': 'application/gzip', 'x-content-sha256': sha256 }, body, duplex: 'half' };
      const answer = await send(`/remotes/${name}/releases/${version}`, init as RequestInit);
      if (!answer.ok) throw await refusal(answer);
      return { isNew: answer.status === 201, release: releaseSchema.parse(await answer.json()) };
    },
  };
}

/** The address as given, or with `/registry` if it names a site. */
export function registryAddress(given: string): string {
  if (!URL.canParse(given) || !/^https?:/.test(given)) throw new Failure(`'${given}' is not an address of a registry.`, EXIT.usage);
  const url = new URL(given);
  return url.pathname === '/' ? `${url.origin}/registry` : given.replace(/\/$/, '');
}

async function refusal(answer: Response): Promise<Failure> {
  const text = await answer.text();
  const body = errorBodySchema.safeParse(parseOrNull(text));
  if (!body.success)
    return new Failure(`The registry answered ${answer.status} in a way that this tool does not understand.`, exitCodeOf(answer.status));
  const { code, error, details } = body.data;
  return new Failure(error, exitCodeOf(answer.status), code, details);
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
