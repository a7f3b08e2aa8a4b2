import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { paramsSchema } from '@site/contracts/params';
import { openMailTransport } from '@site/platform/mail';
import { createTestDirectory } from '@site/platform/testing';
import { parseServerConfig } from './config';
import { defaultParams } from './default-params';

const secrets = { BOT_CHECK_SECRET: 'x'.repeat(32), IDENTITY_SECRET: 'y'.repeat(32) };
const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://www.example.com', DATABASE_URL: 'postgres://db/site', ...secrets };

describe('without settings', () => {
  it('a process plays all roles on this machine alone', () => {
    const config = parseServerConfig({});
    expect([...config.roles]).toEqual(['registry', 'api', 'identity', 'edge']);
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, publicOrigin: 'http://localhost:8080', production: false });
    expect(config.registryUrl).toBe('http://127.0.0.1:8080');
  });
});

it('whom to tell of a weakness is taken as addresses', () => {
  const { securityContacts } = parseServerConfig({ SECURITY_CONTACT: 'security@example.com, https://example.com/report' });
  expect(securityContacts).toEqual(['mailto:security@example.com', 'https://example.com/report']);
  expect(parseServerConfig({}).securityContacts).toEqual([]);
});

describe('mail', () => {
  const CONTACT_EMAIL = 'hello@example.com';

  it.each(['Cloud Practice', 'Practice: Cloud, Data [EU] <x>', String.raw`"The" back\slash`])(
    'comes from %s, whatever the name has in it',
    async (BRAND) => {
      const directory = await createTestDirectory();
      const { mailFrom } = parseServerConfig({ BRAND, CONTACT_EMAIL });
      const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
      const transport = openMailTransport({ dataDir: directory.path, from: mailFrom });
      await transport.send({ id: 'one', messageId: '<one@example.com>', date: new Date(0), mail });
      const [, name = '', address] = /^From: (.*) <(.*)>\r$/m.exec(await readFile(`${directory.path}/mail/one.eml`, 'utf8')) ?? [];
      expect([name.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1'), address]).toEqual([BRAND, CONTACT_EMAIL]);
      await directory.remove();
    },
  );

  it('comes from the sender that is given, as it is given', () => {
    const { mailFrom } = parseServerConfig({ MAIL_FROM: 'Practice <desk@example.com>', BRAND: 'Cloud Practice' });
    expect(mailFrom).toBe('Practice <desk@example.com>');
  });
});

it('an edge is for the environment that is named, which is one that there can be', () => {
  expect(parseServerConfig({}).edgeEnvironment).toBe('production');
  expect(parseServerConfig({ EDGE_ENVIRONMENT: 'staging' }).edgeEnvironment).toBe('staging');
  expect(() => parseServerConfig({ EDGE_ENVIRONMENT: '../x' })).toThrow(
    'The setting EDGE_ENVIRONMENT cannot be used: an environment is named with a small letter',
  );
});

it('an edge waits three seconds for the storage, or as long as is said', () => {
  expect(parseServerConfig({}).reads).toEqual({ timeoutMs: 3_000 });
  expect(parseServerConfig({ STORAGE_READ_TIMEOUT_MS: '30000' }).reads).toEqual({ timeoutMs: 30_000 });
  expect(() => parseServerConfig({ STORAGE_READ_TIMEOUT_MS: '0' })).toThrow('The setting STORAGE_READ_TIMEOUT_MS cannot be used');
});

describe('outside production', () => {
  it.each([
    ['HOST', { HOST: '0.0.0.0' }],
    ['HOST', { HOST: '::' }],
    ['HOST', { HOST: '192.168.1.20' }],
    ['HOST', { HOST: 'dev.example.com' }],
    ['HOST', { HOST: '127.0.0.1.example.com' }],
    ['HOST', { HOST: '0.0.0.0', NODE_ENV: 'test' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://www.example.com' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://192.168.1.20:8080' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'http://localhost.example.com' }],
    ['API_ORIGIN', { API_ORIGIN: 'https://api.example.com' }],
  ])('no other machine reaches the site: %s %j is refused, and the sentence says what to set', (variable, env) => {
    expect(() => parseServerConfig(env)).toThrow(
      `The setting ${variable} cannot be used: outside production the site is for this machine alone; set NODE_ENV=production, or use`,
    );
  });

  it.each([
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2' },
    { PUBLIC_ORIGIN: 'http://[::1]:8080' },
    { PUBLIC_ORIGIN: 'https://site.localhost' },
  ])('this machine does, by any of its own names: %j', (env) => {
    expect(parseServerConfig(env).production).toBe(false);
  });

  it('the process reaches its own roles at the address that it listens on', () => {
    expect(parseServerConfig({ HOST: '::1' }).registryUrl).toBe('http://[::1]:8080');
  });

  it('the addresses of an installation need production', () => {
    expect(parseServerConfig({ ...production, HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });
});

describe('the origin of the API', () => {
  const of = (env: Record<string, string>) => {
    const config = parseServerConfig(env);
    return [defaultParams(config).goa_base_url, config.api.SITE_URL, config.api.API_ORIGIN];
  };

  it('is that of the site, unless it has one of its own, which the parameters of the site name', () => {
    expect(of({})).toEqual(['/api', 'http://localhost:8080', 'http://localhost:8080']);
    const site = 'https://www.example.com';
    expect(of({ ...production, API_ORIGIN: `${site}/` })).toEqual(['/api', site, site]);
    const elsewhere = 'https://api.example.com';
    expect(of({ ...production, API_ORIGIN: elsewhere })).toEqual([`${elsewhere}/api`, site, elsewhere]);
  });

  it.each(['api.example.com', 'https://api.example.com/api', 'https://api.example.com?', 'https://me@api.example.com'])(
    'is nothing else than an origin: %s is refused',
    (API_ORIGIN) => {
      expect(() => parseServerConfig({ ...production, API_ORIGIN })).toThrow('The setting API_ORIGIN cannot be used');
    },
  );
});

describe('the port', () => {
  it('decides the public origin, that of the services included', () => {
    const config = parseServerConfig({ PORT: '9000' });
    expect(config.publicOrigin).toBe('http://localhost:9000');
    expect(config.identity).toMatchObject({ kind: 'embedded', issuer: 'http://localhost:9000/_idp' });
    expect(config.api.SITE_URL).toBe('http://localhost:9000');
  });
});

describe('a role by itself', () => {
  it('reaches the others at the public origin unless it is told better', () => {
    expect(parseServerConfig({ ...production, ROLES: 'edge' }).registryUrl).toBe('https://www.example.com');
    expect(parseServerConfig({ ...production, ROLES: 'edge', REGISTRY_URL: 'http://registry:8080' }).registryUrl).toBe(
      'http://registry:8080',
    );
  });

  it('is not asked for the secrets of others', () => {
    const { BOT_CHECK_SECRET: _bot, IDENTITY_SECRET: _identity, ...without } = production;
    expect(() => parseServerConfig({ ...without, ROLES: 'edge' })).not.toThrow();
    expect(() => parseServerConfig({ ...without, ROLES: 'registry' })).not.toThrow();
    expect(() => parseServerConfig({ ...without, ROLES: 'api' })).toThrow(/BOT_CHECK_SECRET|IDENTITY_SECRET/);
  });
});

describe('providers beside the embedded one, where roles run apart', () => {
  const named = { ...production, IDENTITY_PROVIDERS: 'Google,LinkedIn' };
  const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'z'.repeat(32) };

  it('are on the sign-in page of the site, whose registry has no credentials of theirs', () => {
    const offered = (env: Record<string, string>) => defaultParams(parseServerConfig({ ...env, ROLES: 'registry' })).Auth.providers;
    expect(offered(named)).toEqual(['Google', 'LinkedIn']);
    expect(offered(production)).toEqual([]);
  });

  it('need their credentials at the provider, and nowhere else', () => {
    expect(() => parseServerConfig({ ...named, ...google, ROLES: 'identity' })).toThrow(
      'The setting LINKEDIN_CLIENT_ID cannot be used: it is required, because IDENTITY_PROVIDERS names LinkedIn.',
    );
    expect(() => parseServerConfig({ ...named, ...google, IDENTITY_PROVIDERS: 'Google', ROLES: 'identity' })).not.toThrow();
    for (const role of ['api', 'edge']) expect(() => parseServerConfig({ ...named, ROLES: role })).not.toThrow();
  });
});

describe('a user pool of Amazon Cognito', () => {
  const cognito = { COGNITO_USER_POOL_ID: 'eu-west-1_AbCdEfGhI', COGNITO_CLIENT_ID: 'site', COGNITO_DOMAIN: 'auth.example.com' };
  const { IDENTITY_SECRET: _identity, ...withoutSecret } = production;

  it('takes the place of the role and of its secret', () => {
    const { roles, identity } = parseServerConfig({ ...withoutSecret, ...cognito });
    expect([...roles]).toEqual(['registry', 'api', 'edge']);
    expect(identity).toMatchObject({
      kind: 'cognito',
      region: 'eu-west-1',
      issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbCdEfGhI',
      endpoint: 'https://cognito-idp.eu-west-1.amazonaws.com',
    });
  });

  it('is what the site is told of, and nothing else changes', () => {
    const embedded = defaultParams(parseServerConfig({}));
    const params = defaultParams(parseServerConfig({ ...cognito, COGNITO_PROVIDERS: 'Google, LinkedIn' }));
    expect(paramsSchema.parse(params)).toEqual({
      ...embedded,
      Auth: {
        region: 'eu-west-1',
        userPoolId: 'eu-west-1_AbCdEfGhI',
        userPoolClientId: 'site',
        domain: 'auth.example.com',
        scopes: embedded.Auth.scopes,
        providers: ['Google', 'LinkedIn'],
      },
    });
  });

  it('refuses the role of the embedded provider', () => {
    expect(() => parseServerConfig({ ...cognito, ROLES: 'api,identity' })).toThrow(/^The setting ROLES cannot be used: it names identity/);
  });

  it.each([
    ['COGNITO_USER_POOL_ID', { COGNITO_USER_POOL_ID: 'pool' }],
    ['COGNITO_USER_POOL_ID', { COGNITO_USER_POOL_ID: '' }],
    ['COGNITO_CLIENT_ID', { COGNITO_CLIENT_ID: '' }],
    ['COGNITO_DOMAIN', { COGNITO_DOMAIN: '' }],
    ['COGNITO_DOMAIN', { COGNITO_DOMAIN: 'https://auth.example.com' }],
    ['COGNITO_IDENTITY_POOL_ID', { COGNITO_IDENTITY_POOL_ID: 'pool' }],
    ['COGNITO_ENDPOINT', { COGNITO_ENDPOINT: 'cognito' }],
    ['COGNITO_SECRET_ACCESS_KEY', { COGNITO_ACCESS_KEY_ID: 'key' }],
    ['COGNITO_ACCESS_KEY_ID', { COGNITO_SECRET_ACCESS_KEY: 'secret' }],
  ])('that is not described whole is refused: %s', (variable, change) => {
    expect(() => parseServerConfig({ ...cognito, ...change })).toThrow(expect.objectContaining({ variable }));
  });
});

describe('a setting that cannot be used', () => {
  it.each([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '70000' }],
    ['ROLES', { ROLES: 'edge,chef' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'www.example.com' }],
    ['PUBLIC_ORIGIN', { PUBLIC_ORIGIN: 'https://www.example.com/site' }],
    ['PUBLIC_ORIGIN', { ...production, PUBLIC_ORIGIN: '' }],
    ['DATABASE_URL', { ...production, DATABASE_URL: '', ROLES: 'api' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'the caretaker' }],
    ['SECURITY_CONTACT', { SECURITY_CONTACT: 'http://example.com/report' }],
  ])('%s, is named without its value', (variable, env) => {
    expect(() => parseServerConfig(env)).toThrow(expect.objectContaining({ variable }));
  });
});
