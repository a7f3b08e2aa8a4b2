/** Configuration of the identity provider, from the environment. README.md describes every variable. */
import { parseConfig, wholeNumberFrom } from '@site/platform/config';
import { z } from 'zod';
import * as paths from '@site/contracts/paths';

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
const url = z.url({ protocol: /^https?$/, error: 'it must be an http or https address' });

export const PROVIDER_NAMES = ['Google', 'LinkedIn'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

const CHARACTER_CLASSES = ['lowercase', 'uppercase', 'digit', 'symbol'] as const;
export type CharacterClass = (typeof CHARACTER_CLASSES)[number];

/** With it and five passes scrypt takes what OWASP recommends: as long as with 17 and one pass, with less memory. */
const PRODUCTION_HASH_COST = 14;

const environment = z.object({
  NODE_ENV: z.string().optional(),
  PUBLIC_URL: url.default('http://localhost:8080'),
  BRAND: z.string().default('Cloud Practice'),
  IDENTITY_SECRET: z.string().min(32, 'it must have at least 32 characters').optional(),
  IDENTITY_ACCEPTED_SECRETS: list.pipe(z.array(z.string().min(32, 'each must have at least 32 characters'))).default([]),
  IDENTITY_CLIENT_ID: z
    .string()
    .regex(/^[\w+-]{1,128}$/, 'it may have letters, digits, +, _ and - only')
    .default('site-web'),
  IDENTITY_REDIRECT_URIS: list.pipe(z.array(url)).optional(),
  IDENTITY_LOGOUT_URIS: list.pipe(z.array(url)).optional(),
  IDENTITY_PASSWORD_MIN_LENGTH: wholeNumberFrom(6, 99).default(6),
  IDENTITY_PASSWORD_CLASSES: list.pipe(z.array(z.enum(CHARACTER_CLASSES, `it may name ${CHARACTER_CLASSES.join(', ')}`))).default([]),
  IDENTITY_HASH_COST: wholeNumberFrom(4, 17).default(PRODUCTION_HASH_COST),
  IDENTITY_SECOND_FACTOR: z.enum(['required', 'optional'], "it must be 'required' or 'optional'").optional(),
  IDENTITY_SECOND_FACTOR_GROUPS: list.default(['staff', 'release-manager']),
  IDENTITY_PASSWORD_STRENGTH: wholeNumberFrom(0, 4).default(2),
  PASSWORD_BREACH_RANGE_URL: url.optional(),
  IDENTITY_ACCESS_TOKEN_SECONDS: wholeNumberFrom(300, 86_400).default(3600),
  IDENTITY_REFRESH_TOKEN_DAYS: wholeNumberFrom(1, 3650).default(30),
  IDENTITY_SIGN_IN_DAYS: wholeNumberFrom(1, 3650).default(30),
  IDENTITY_IDLE_DAYS: wholeNumberFrom(1, 3650).default(14),
  IDENTITY_REFRESH_GRACE_SECONDS: wholeNumberFrom(0, 60).default(30),
  IDENTITY_KEY_ROTATION_DAYS: wholeNumberFrom(2, 3650).default(90),
  IDENTITY_TEMPORARY_PASSWORD_DAYS: wholeNumberFrom(1, 90).default(7),
  IDENTITY_RESET_CODE_MINUTES: wholeNumberFrom(1, 60).default(10),
  IDENTITY_FORM_POSTS_PER_MINUTE: wholeNumberFrom(1, 1_000_000).default(60),
  IDENTITY_PROVIDERS: list.pipe(z.array(z.enum(PROVIDER_NAMES, `it may name ${PROVIDER_NAMES.join(', ')}`))).optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: url.default('https://accounts.google.com'),
  LINKEDIN_CLIENT_ID: z.string().optional(),
  LINKEDIN_CLIENT_SECRET: z.string().optional(),
  LINKEDIN_ISSUER: url.default('https://www.linkedin.com/oauth'),
});

export interface UpstreamConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export type IdentityConfig = ReturnType<typeof parseIdentityConfig>;

/** Client of the `release` command, which runs on people's own machines. */
export const RELEASE_CLIENT_ID = 'release-cli';
/** Of any port, as RFC 8252 has it for programs. */
export const RELEASE_REDIRECT_URIS = ['http://127.0.0.1/callback'];

/** Path under which the composition root mounts the provider. */
export const IDENTITY_PREFIX = '/_idp';

/** @throws ConfigError naming the variable that cannot be used. */
export function parseIdentityConfig(env: Record<string, string | undefined>) {
  const given = parseConfig(
    environment.superRefine((vars, context) => {
      const refuse = (variable: string, message: string) => context.addIssue({ code: 'custom', path: [variable], message });
      if (vars.NODE_ENV === 'production' && !vars.IDENTITY_SECRET) refuse('IDENTITY_SECRET', 'it is required in production');
      if (vars.NODE_ENV === 'production' && vars.IDENTITY_HASH_COST < PRODUCTION_HASH_COST)
        refuse('IDENTITY_HASH_COST', `it must be ${PRODUCTION_HASH_COST} or more in production`);
      for (const name of ['GOOGLE', 'LINKEDIN'] as const)
        if (vars[`${name}_CLIENT_ID`] && !vars[`${name}_CLIENT_SECRET`])
          refuse(`${name}_CLIENT_SECRET`, `it is required with ${name}_CLIENT_ID`);
    }),
    env,
  );
  const siteUrl = given.PUBLIC_URL.replace(/\/$/, '');
  const upstream = (name: 'GOOGLE' | 'LINKEDIN'): UpstreamConfig | null => {
    const [clientId, clientSecret] = [given[`${name}_CLIENT_ID`], given[`${name}_CLIENT_SECRET`]];
    return clientId && clientSecret ? { issuer: given[`${name}_ISSUER`], clientId, clientSecret } : null;
  };

  return {
    production: given.NODE_ENV === 'production',
    brand: given.BRAND,
    siteUrl,
    issuer: `${siteUrl}${IDENTITY_PREFIX}`,
    /** Null in development, where one is made and kept in the database. */
    secret: given.IDENTITY_SECRET ?? null,
    /** While the secret is being replaced: the next, then the one before. */
    acceptedSecrets: given.IDENTITY_ACCEPTED_SECRETS,
    region: 'us-east-1',
    userPoolId: 'us-east-1_local',
    identityPoolId: 'us-east-1:5f0c2a9e-6d1b-4c57-9a39-0f5be2f0d3a1',
    clientId: given.IDENTITY_CLIENT_ID,
    redirectUris: given.IDENTITY_REDIRECT_URIS ?? [`${siteUrl}${paths.signIn}`],
    logoutUris: given.IDENTITY_LOGOUT_URIS ?? [`${siteUrl}${paths.signOut}`],
    password: {
      minLength: given.IDENTITY_PASSWORD_MIN_LENGTH,
      classes: given.IDENTITY_PASSWORD_CLASSES,
      strength: given.IDENTITY_PASSWORD_STRENGTH,
    },
    /** Binary logarithm of the N with which passwords and codes are hashed. */
    hashCost: given.IDENTITY_HASH_COST,
    /** Of a list of breached passwords that is asked by range; null asks nobody. */
    breachRangeUrl: given.PASSWORD_BREACH_RANGE_URL?.replace(/\/?$/, '/') ?? null,
    /** Groups whose members sign in with two factors. None are asked for where it is optional, as by default in development. */
    secondFactorGroups:
      (given.IDENTITY_SECOND_FACTOR ?? (given.NODE_ENV === 'production' ? 'required' : 'optional')) === 'required'
        ? given.IDENTITY_SECOND_FACTOR_GROUPS
        : [],
    accessTokenSeconds: given.IDENTITY_ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: given.IDENTITY_REFRESH_TOKEN_DAYS * 86_400,
    signInSeconds: given.IDENTITY_SIGN_IN_DAYS * 86_400,
    /** After so long without new tokens a sign-in ends. */
    idleSeconds: given.IDENTITY_IDLE_DAYS * 86_400,
    refreshGraceSeconds: given.IDENTITY_REFRESH_GRACE_SECONDS,
    keyRotationDays: given.IDENTITY_KEY_ROTATION_DAYS,
    temporaryPasswordDays: given.IDENTITY_TEMPORARY_PASSWORD_DAYS,
    resetCodeMinutes: given.IDENTITY_RESET_CODE_MINUTES,
    formPostsPerMinute: given.IDENTITY_FORM_POSTS_PER_MINUTE,
    /** Providers that the site offers beside this one; null for those that this process has credentials of. */
    providers: given.IDENTITY_PROVIDERS ?? null,
    upstreams: { Google: upstream('GOOGLE'), LinkedIn: upstream('LINKEDIN') } satisfies Record<ProviderName, UpstreamConfig | null>,
  };
}

/** Whether `identity_provider` of a sign-in stands for this provider itself, and for none beside it. */
export const isOwnProvider = (name: unknown): boolean => name === undefined || name === '' || name === 'COGNITO';

/** Providers that a visitor may choose beside the default one: the configured ones, and in development all, as local choosers. */
export const offeredProviders = ({ providers, upstreams, production }: IdentityConfig): ProviderName[] =>
  PROVIDER_NAMES.filter((name) => (providers?.includes(name) ?? true) && (upstreams[name] !== null || !production));

/** The same as pages are told it, also by a process that is not the provider and has no credentials. */
export const namedProviders = (config: IdentityConfig): ProviderName[] => config.providers ?? offeredProviders(config);
