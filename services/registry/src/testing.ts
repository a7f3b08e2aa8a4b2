/** For tests only: a registry of its own, and small releases to publish to it. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Params } from '@site/contracts/params';
import type { ReleaseDescriptor } from '@site/contracts/release';
import { CONTRACT_VERSION, type Route } from '@site/contracts/remote-config';
import { type Logger, silentLogger } from '@site/platform/logging';
import { openStorage } from '@site/platform/storage';
import { createTestDatabase, createTestDirectory, createTestServer } from '@site/platform/testing';
import { createToken } from '@site/platform/tokens';
import { generateSigningKey, readSigningKey } from '@site/release-model/envelope';
import type { PlanInJson } from '@site/release-model/plan';
import type { Revision } from '@site/release-model/revision';
import type { rulesSchema } from '@site/release-model/rules';
import tar from 'tar-stream';
import type { z } from 'zod';
import { ensureTokens } from './ensure-tokens';
import { registryMigrations } from './migrations';
import { createAdvancePlan, type ReadHealth } from './plans/advance-plan';
import { registryPlugin, type RegistryOptions } from './plugin';
import { assertStored } from './releases/assert-stored';
import { Descriptors } from './releases/descriptors';
import { createExecute } from './revisions/execute';
import type { planRequestSchema } from './plans/plan.schema';
import type { requestedCommandSchema } from './revisions/requested-command';
import { EVERYTHING } from './people/scope';
import { addToken, type TokenGrant } from './tokens/manage-tokens';
import { testVerifier } from './testing-people';
import { createPlanWorker } from './worker/plan-worker';

/** The real registry on a real database, with a directory of its own. */
export async function startTestRegistry({
  logger = silentLogger(),
  ...options
}: Partial<RegistryOptions> & { logger?: Logger | undefined } = {}) {
  const directory = await createTestDirectory();
  const database = options.database ?? (await createTestDatabase({ migrations: registryMigrations }));
  const storage = options.storage ?? (await openStorage({ dir: `${directory.path}/storage` }));
  const signingKey = options.signingKey ?? readSigningKey(generateSigningKey());
  const params = options.params ?? { defaults: testParams, file: `${directory.path}/params.json` };
  const tokens = await ensureTokens({ database, dataDir: directory.path });
  const server = createTestServer({ logger });
  await server.register(registryPlugin, {
    // Where a test looks at plans and webhooks it says when.
    advancesPlans: false,
    signIn: { verifier: testVerifier, provider: null },
    deliversWebhooks: false,
    ...options,
    prefix: '/registry',
    database,
    storage,
    signingKey,
    params,
    dataDir: directory.path,
  });
  await server.ready();

  const stop = async () => {
    await server.close();
    if (!options.database) await database.close();
    await directory.remove();
  };
  return { server, database, storage, signingKey, tokens, params, dataDir: directory.path, stop };
}

/** Parameters of a site that does not exist. */
export const testParams: Params = {
  brand: 'Practice',
  Auth: {
    region: 'eu-test-1',
    userPoolId: 'eu-test-1_pool',
    userPoolClientId: 'client',
    domain: 'auth.example',
    scopes: [],
    providers: [],
  },
  goa_base_url: '/api',
  blog_url: 'https://blog.example',
  network_url: 'https://network.example',
  contact: { address: ['1 Example Street'], email: 'hello@example.com', phone: '+1 555 0100', mapUrl: 'https://map.example' },
  bot_check: { kind: 'altcha' },
};

export type TestRegistry = Awaited<ReturnType<typeof startTestRegistry>>;

export interface FixtureRelease {
  descriptor: ReleaseDescriptor;
  files: Record<string, string>;
}

export interface FixtureOptions {
  name: string;
  version: string;
  routes?: Route[];
  /** Contents by path, beside the entry. */
  files?: Record<string, string>;
  requires?: ReleaseDescriptor['requires'];
  /** Versions of provided modules, by share key. */
  provides?: Record<string, string>;
  links?: string[];
  commit?: string;
}

/** A small release that passes every check. Its entry contains the version, so that each version has other bytes. */
export function fixtureRelease({
  name,
  version,
  routes = [],
  files = {},
  requires = {},
  provides = {},
  links,
  commit,
}: FixtureOptions): FixtureRelease {
  const entry = name === 'shell' ? 'v/main.js' : 'v/remoteEntry.js';
  const chunks = Object.entries(files).flatMap(([path, text]) =>
    path.endsWith('.js') && !path.startsWith('server/') ? [integrityOf(text)] : [],
  );
  const start = `globalThis.release = ${JSON.stringify([`${name}@${version}`, ...chunks])};\n`;
  const contents: Record<string, string> = { [entry]: start, ...files };
  const pages = routes.flatMap((route) => ('page' in route ? [route.page] : []));
  const listed = Object.entries(contents).map(([path, text]) => ({ path, size: Buffer.byteLength(text), integrity: integrityOf(text) }));
  const descriptor: ReleaseDescriptor = {
    schema: 1,
    name,
    team: name.replace('mf-', ''),
    version,
    contract: CONTRACT_VERSION,
    routes,
    entries: [entry],
    files: listed,
    exposes: name === 'shell' ? {} : Object.fromEntries(pages.map((page) => [page, { files: [entry], consumes: [] }])),
    provides: Object.fromEntries(
      Object.entries(provides).map(([key, provided]) => [key, { version: provided, files: [entry], consumes: [] }]),
    ),
    requires,
    server: null,
    ...(links && { links }),
    commit: commit ?? null,
  };
  return { descriptor, files: contents };
}

export const integrityOf = (text: string): string => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** The archive that a release is published as. */
export const archiveOf = ({ descriptor, files }: FixtureRelease): Promise<Buffer> =>
  tarGz([{ name: 'release.json', text: JSON.stringify(descriptor) }, ...Object.entries(files).map(([name, text]) => ({ name, text }))]);

/** Any archive, hostile ones included. */
export async function tarGz(entries: (Partial<tar.Header> & { name: string; text?: string | Buffer })[]): Promise<Buffer> {
  const pack = tar.pack();
  for (const { text = '', ...header } of entries) pack.entry(header, text);
  pack.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of pack) chunks.push(chunk as Uint8Array);
  return gzipSync(Buffer.concat(chunks));
}

/** Uploads an archive as it is. */
export const upload = (registry: TestRegistry, name: string, version: string, archive: Buffer, headers: Record<string, string> = {}) =>
  registry.server.inject({
    method: 'PUT',
    url: `/registry/v1/remotes/${name}/releases/${version}`,
    headers: {
      authorization: `Bearer ${registry.tokens.publish}`,
      'content-type': 'application/gzip',
      'x-content-sha256': createHash('sha256').update(archive).digest('hex'),
      ...headers,
    },
    payload: archive,
  });

/** Publishes a fixture under its own name and version. */
export async function publish(registry: TestRegistry, options: FixtureOptions) {
  const release = fixtureRelease(options);
  return upload(registry, options.name, options.version, await archiveOf(release));
}

export interface CommandOptions {
  reason?: string;
  dryRun?: boolean;
  /** Default: the one that may promote all parts. */
  token?: string;
}

/** Sends a command; releases are given by version. */
export const sendCommand = (
  registry: TestRegistry,
  expectedRevision: number,
  command: z.input<typeof requestedCommandSchema>,
  { reason, dryRun, token = registry.tokens.promote }: CommandOptions = {},
) =>
  registry.server.inject({
    method: 'POST',
    url: `/registry/v1/environments/production/commands${dryRun ? '?dryRun=true' : ''}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { expectedRevision, command, ...(reason !== undefined && { reason }) },
  });

/** Versions by name, of `name@version`. */
export const byName = (...releases: string[]): Record<string, string> =>
  Object.fromEntries(releases.map((release) => [release.slice(0, release.lastIndexOf('@')), release.slice(release.lastIndexOf('@') + 1)]));

/** Makes versions live, given as `name@version`. */
export const promote = (registry: TestRegistry, expectedRevision: number, ...releases: string[]) =>
  sendCommand(registry, expectedRevision, { kind: 'promote', releases: byName(...releases) });

export const rollBack = (registry: TestRegistry, expectedRevision: number, to?: number) =>
  sendCommand(registry, expectedRevision, { kind: 'rollback', ...(to !== undefined && { to }) });

/** The live revision. */
export const current = async (registry: TestRegistry): Promise<Revision> =>
  (await registry.server.inject('/registry/v1/environments/production/revisions/current')).json() as Revision;

/** Versions of the stable releases of a revision, by name. */
export const versions = ({ target }: Revision): Record<string, string> =>
  Object.fromEntries(Object.entries(target.parts).map(([name, { stable }]) => [name, stable.version]));

export const countRows = async ({ database }: TestRegistry, table: string): Promise<number | undefined> =>
  (await database.query<{ count: number }>(`select count(*)::int as count from registry.${table}`)).rows[0]?.count;

/** Nothing is live and nothing on record, as before the first promotion, and the rules are those of the start. The rows themselves cannot be deleted. */
export async function forget({ database }: TestRegistry): Promise<void> {
  await database.query(
    'truncate registry.revisions, registry.release_events, registry.audit, registry.proposals, registry.plans, registry.rehearsals, registry.previews cascade',
  );
  await database.query(`update registry.environments set rules = '{}', rules_version = 0`);
}

/** Makes these the rules of production, those that are not given by default. */
export async function setRules(registry: TestRegistry, rules: z.input<typeof rulesSchema>): Promise<void> {
  const url = '/registry/v1/environments/production/rules';
  const headers = { authorization: `Bearer ${registry.tokens.admin}` };
  const { version } = (await registry.server.inject({ url, headers })).json();
  const answer = await registry.server.inject({ method: 'PUT', url, headers, payload: { version, rules } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

/**
 * Whatever looks at the plans of a registry, when a test says so: the registry's own one is not at work in tests.
 * @param clock The time is what it says.
 */
export async function createTestWorker(
  { database, storage, signingKey }: TestRegistry,
  clock: { now: Date },
  readHealth: ReadHealth,
  logger = silentLogger(),
) {
  const execute = createExecute({
    ...{ database, signingKey, descriptors: new Descriptors(), params: () => testParams, now: () => clock.now },
    assertReadable: assertStored.bind(null, storage),
  });
  const now = () => clock.now;
  const advancePlan = createAdvancePlan({ database, execute, readHealth, now, groupsOf: null });
  return createPlanWorker({ database, advancePlan, now, logger });
}

/** Asks for a plan; releases are given as `name@version`. */
export const makePlan = (
  registry: TestRegistry,
  expectedRevision: number,
  releases: string[],
  plan: Omit<z.input<typeof planRequestSchema>, 'releases' | 'expectedRevision'>,
  token = registry.tokens.promote,
) =>
  registry.server.inject({
    method: 'POST',
    url: '/registry/v1/environments/production/plans',
    headers: { authorization: `Bearer ${token}` },
    payload: { releases: byName(...releases), expectedRevision, ...plan },
  });

/** Does something to a plan: `pause`, `resume`, `continue` or `abort`. */
export const changePlan = (registry: TestRegistry, id: number, act: string, reason?: string, token = registry.tokens.promote) =>
  registry.server.inject({
    method: 'POST',
    url: `/registry/v1/environments/production/plans/${id}/${act}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { reason },
  });

export const readPlan = async (registry: TestRegistry, id: number): Promise<PlanInJson> =>
  (await read(registry, `/environments/production/plans/${id}`)).json() as PlanInJson;

/** A valid token that the database knows under this name. */
export async function issueTestToken(
  registry: TestRegistry,
  name: string,
  verbs: TokenGrant['verbs'],
  parts: string[],
  { environments = [EVERYTHING], expiresAt = null }: Partial<Pick<TokenGrant, 'environments' | 'expiresAt'>> = {},
): Promise<string> {
  const token = createToken('site_test');
  await addToken(registry.database.db, token, { name, verbs, parts, environments, expiresAt, createdBy: 'test' });
  return token;
}

/** Reads as the holder of a token. */
export const read = (registry: TestRegistry, path: string, token = registry.tokens.publish) =>
  registry.server.inject({ url: `/registry/v1${path}`, headers: { authorization: `Bearer ${token}` } });
