import { describe, expect, it } from '@jest/globals';
import { parseServerConfig } from './config';

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

describe('the port', () => {
  it('decides the public origin, that of the services included', () => {
    const config = parseServerConfig({ PORT: '9000' });
    expect(config.publicOrigin).toBe('http://localhost:9000');
    expect(config.identity.issuer).toBe('http://localhost:9000/_idp');
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
  ])('%s, is named without its value', (variable, env) => {
    expect(() => parseServerConfig(env)).toThrow(expect.objectContaining({ variable }));
  });
});
