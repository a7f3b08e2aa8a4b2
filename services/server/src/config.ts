/** Configuration of a process, from the environment. README.md describes every variable. */
import { join, resolve } from 'node:path';
import { apiConfigSchema, type ApiConfig } from '@site/api/config';
import { parseIdentityConfig, type IdentityConfig } from '@site/identity/config';
import { commaList, ConfigError, httpOrigin, numberFrom, parseConfig, wholeNumberFrom } from '@site/platform/config';
import { environmentNameSchema } from '@site/registry/environments/environment.schema';
import { z } from 'zod';
import { type CognitoConfig, parseCognitoConfig } from './cognito/cognito-config';

export const API_PREFIX = '/api';
export const ROLES = ['registry', 'api', 'identity', 'edge'] as const;
export type Role = (typeof ROLES)[number];

const securityContact = z.union(
  [z.email().transform((address) => `mailto:${address}`), z.url({ protocol: /^(mailto|https)$/ })],
  'it must name mail addresses, or mailto: and https: addresses',
);

const environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  HOST: z.string().default('127.0.0.1'),
  PORT: wholeNumberFrom(1, 65_535).default(8080),
  PUBLIC_ORIGIN: httpOrigin.optional(),
  API_ORIGIN: httpOrigin.optional(),
  DATA_DIR: z.string().default('.data'),
  ROLES: commaList.pipe(z.array(z.enum(ROLES, `it may name ${ROLES.join(', ')}`)).min(1)).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'it must be a postgres:// address' }).optional(),
  DATABASE_STATEMENT_SECONDS: numberFrom(0, 3600).default(30),
  STORAGE_URL: z.string().optional(),
  STORAGE_READ_TIMEOUT_MS: wholeNumberFrom(100, 60_000).default(3_000),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'it must be an smtp:// address' }).optional(),
  MAIL_FROM: z.string().optional(),
  BRAND: z.string().min(1).default('Cloud Practice'),
  CONTACT_EMAIL: z.email().default('hello@example.com'),
  SECURITY_CONTACT: commaList.pipe(z.array(securityContact)).optional(),
  PARAMS_FILE: z.string().optional(),
  REGISTRY_URL: httpOrigin.optional(),
  SIGNING_KEY_FILE: z.string().optional(),
  EDGE_ACCESS_DIR: z.string().optional(),
  EDGE_ENVIRONMENT: environmentNameSchema.default('production'),
  WEBHOOK_HOSTS: commaList.optional(),
  IDENTITY_URL: httpOrigin.optional(),
  SAMPLE_PASSWORD: z.string().min(6).optional(),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RENDER_TIMEOUT_MS: wholeNumberFrom(100, 60_000).default(5_000),
  RENDER_MEMORY_MB: wholeNumberFrom(64, 4_096).default(256),
  TRUST_PROXY: commaList.optional(),
  DRAIN_SECONDS: numberFrom(0, 300).optional(),
  LINGER_SECONDS: numberFrom(0, 300).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'pretty']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'it must be an http or https address' }).optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
});

/** The part that says where the data are, for commands that need no more. */
export const dataEnvironment = environment.pick({ DATA_DIR: true, DATABASE_URL: true, STORAGE_URL: true });

export interface ServerConfig {
  production: boolean;
  host: string;
  port: number;
  roles: ReadonlySet<Role>;
  /** Origin under which visitors know the site. */
  publicOrigin: string;
  /** Origin at which browsers reach the API; the public one unless it is another. */
  apiOrigin: string;
  /** Origins at which this process reaches two of the roles; its own when it plays them. */
  registryUrl: string;
  identityUrl: string;
  /** PEM file of the key with which the registry signs what is live. */
  signingKeyFile: string;
  /** Folder of what an edge needs to follow the registry, which writes it. */
  edgeAccessDir: string;
  /** Of the registry: what an edge serves. */
  edgeEnvironment: string;
  /** Hosts that webhooks may reach by http and at private addresses. */
  webhookHosts: string[];
  dataDir: string;
  databaseUrl: string | undefined;
  /** Longest time of one statement; 0 for none. */
  statementTimeoutMs: number;
  storageUrl: string | undefined;
  /** Of an edge: what it reads of the storage. */
  reads: { timeoutMs: number };
  smtpUrl: string | undefined;
  mailFrom: string;
  brand: string;
  contactEmail: string;
  /** Whom to tell of a weakness, as addresses (`mailto:`, `https:`). */
  securityContacts: string[];
  paramsFile: string;
  /** One password for the sample accounts of development, in place of random ones. */
  samplePassword: string | undefined;
  recaptchaSiteKey: string | undefined;
  renderer: { timeoutMs: number; memoryMb: number };
  trustProxy: string[] | false;
  drainTimeoutMs: number;
  lingerMs: number;
  logging: { level: z.infer<typeof environment>['LOG_LEVEL']; pretty: boolean };
  /** Who collects traces, and how this process is called in them; null where nobody does. */
  traces: { endpoint: string; serviceName: string | undefined } | null;
  api: ApiConfig;
  /** Who knows people: the embedded provider, which is a role, or a user pool elsewhere. */
  identity: IdentityProviderConfig;
}

export type IdentityProviderConfig = ({ kind: 'embedded' } & IdentityConfig) | ({ kind: 'cognito' } & CognitoConfig);

type Env = Record<string, string | undefined>;

/** @throws ConfigError naming the variable that cannot be used. */
export function parseServerConfig(env: Env): ServerConfig {
  const given = parseConfig(environment, env);
  const production = given.NODE_ENV === 'production';
  const cognito = parseCognitoConfig(env);
  const all = ROLES.filter((role) => role !== 'identity' || cognito === null);
  const roles = new Set(given.ROLES ?? all);
  const publicOrigin = given.PUBLIC_ORIGIN ?? `http://localhost:${given.PORT}`;
  const apiOrigin = given.API_ORIGIN ?? publicOrigin;
  const ownHost = given.HOST === '0.0.0.0' || given.HOST === '::' ? '127.0.0.1' : given.HOST;
  const own = `http://${ownHost.includes(':') ? `[${ownHost}]` : ownHost}:${given.PORT}`;
  const dataDir = resolve(given.DATA_DIR);
  if (cognito !== null && roles.has('identity'))
    throw new ConfigError('ROLES', 'it names identity, and by COGNITO_USER_POOL_ID the identity provider is Amazon Cognito');
  if (production) requireForProduction(given, { isWhole: roles.size === all.length, isOnlyEdge: onlyEdge(roles) });
  else requireLoopback(given.HOST, { PUBLIC_ORIGIN: publicOrigin, API_ORIGIN: apiOrigin });
  return {
    production,
    host: given.HOST,
    port: given.PORT,
    roles,
    publicOrigin,
    apiOrigin,
    registryUrl: given.REGISTRY_URL ?? (roles.has('registry') ? own : publicOrigin),
    identityUrl: given.IDENTITY_URL ?? (roles.has('identity') ? own : publicOrigin),
    signingKeyFile: resolve(given.SIGNING_KEY_FILE ?? join(dataDir, 'keys', 'target.key.pem')),
    edgeAccessDir: resolve(given.EDGE_ACCESS_DIR ?? join(dataDir, 'edge-access')),
    edgeEnvironment: given.EDGE_ENVIRONMENT,
    webhookHosts: (given.WEBHOOK_HOSTS ?? []).map((host) => host.toLowerCase()),
    dataDir,
    databaseUrl: given.DATABASE_URL,
    statementTimeoutMs: given.DATABASE_STATEMENT_SECONDS * 1000,
    storageUrl: given.STORAGE_URL,
    reads: { timeoutMs: given.STORAGE_READ_TIMEOUT_MS },
    smtpUrl: given.SMTP_URL,
    mailFrom: given.MAIL_FROM ?? `${quoted(given.BRAND)} <${given.CONTACT_EMAIL}>`,
    brand: given.BRAND,
    contactEmail: given.CONTACT_EMAIL,
    securityContacts: given.SECURITY_CONTACT ?? [],
    paramsFile: resolve(given.PARAMS_FILE ?? join(dataDir, 'params.json')),
    samplePassword: given.SAMPLE_PASSWORD,
    recaptchaSiteKey: given.RECAPTCHA_SITE_KEY,
    renderer: { timeoutMs: given.RENDER_TIMEOUT_MS, memoryMb: given.RENDER_MEMORY_MB },
    trustProxy: given.TRUST_PROXY ?? false,
    // At a terminal somebody waits for the prompt; behind a proxy, visitors wait for their answers.
    lingerMs: (given.LINGER_SECONDS ?? (production ? 1 : 0)) * 1000,
    drainTimeoutMs: (given.DRAIN_SECONDS ?? (production ? 15 : 1)) * 1000,
    logging: { level: given.LOG_LEVEL, pretty: (given.LOG_FORMAT ?? (production ? 'json' : 'pretty')) === 'pretty' },
    traces: given.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT, serviceName: given.OTEL_SERVICE_NAME }
      : null,
    api: apiConfig(env, given, roles, { publicOrigin, apiOrigin }),
    identity: cognito ? { kind: 'cognito', ...cognito } : { kind: 'embedded', ...identityConfig(env, given, roles, publicOrigin) },
  };
}

/** A text as a name before an address, whatever it consists of (RFC 5322, 3.2.4). */
const quoted = (name: string): string => `"${name.replace(/["\\]/g, String.raw`\$&`)}"`;

type Given = z.output<typeof environment>;

function requireForProduction({ PUBLIC_ORIGIN, DATABASE_URL }: Given, process: { isWhole: boolean; isOnlyEdge: boolean }): void {
  if (!PUBLIC_ORIGIN) throw new ConfigError('PUBLIC_ORIGIN', 'it is required in production');
  // The embedded database lives in one process, so several processes can share a site only through a server.
  if (!DATABASE_URL && !process.isWhole && !process.isOnlyEdge)
    throw new ConfigError('DATABASE_URL', 'it is required when ROLES names a part of the roles');
}

const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Outside production anybody who reaches the site reads all mail and signs in as whom they like. */
function requireLoopback(host: string, origins: Record<string, string>): void {
  const unless = 'outside production the site is for this machine alone; set NODE_ENV=production, or use 127.0.0.1 or localhost';
  if (!LOOPBACK.test(host)) throw new ConfigError('HOST', unless);
  for (const [variable, origin] of Object.entries(origins))
    if (!LOOPBACK.test(new URL(origin).hostname)) throw new ConfigError(variable, unless);
}

export const onlyEdge = (roles: ReadonlySet<Role>): boolean => roles.size === 1 && roles.has('edge');

/** Each service reads its own variables. What is common is said once, for all. Secrets of a role are asked of that role alone. */
function apiConfig(env: Env, given: Given, roles: ReadonlySet<Role>, origins: Pick<ServerConfig, 'publicOrigin' | 'apiOrigin'>): ApiConfig {
  const { NODE_ENV, BRAND, CONTACT_EMAIL } = given;
  const common = {
    ...env,
    NODE_ENV: roles.has('api') ? NODE_ENV : 'development',
    SITE_URL: origins.publicOrigin,
    API_ORIGIN: origins.apiOrigin,
    BRAND,
    CONTACT_EMAIL,
  };
  return parseConfig(apiConfigSchema, common);
}

function identityConfig(env: Env, given: Given, roles: ReadonlySet<Role>, publicOrigin: string): IdentityConfig {
  const usesSecret = roles.has('identity') || roles.has('api');
  const config = parseIdentityConfig({
    ...env,
    NODE_ENV: usesSecret ? given.NODE_ENV : 'development',
    PUBLIC_URL: publicOrigin,
    BRAND: given.BRAND,
  });
  const production = given.NODE_ENV === 'production';
  const without = config.providers?.find((name) => config.upstreams[name] === null);
  if (production && roles.has('identity') && without)
    throw new ConfigError(`${without.toUpperCase()}_CLIENT_ID`, `it is required, because IDENTITY_PROVIDERS names ${without}`);
  return { ...config, production };
}
