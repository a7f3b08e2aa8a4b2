import { describe, expect, it } from '@jest/globals';
import { offeredProviders, parseIdentityConfig } from './config';

const SECRET = 'x'.repeat(32);

describe('configuration', () => {
  it('needs nothing in development', () => {
    const config = parseIdentityConfig({});
    expect(config.issuer).toBe('http://localhost:8080/_idp');
    expect(config.redirectUris).toEqual(['http://localhost:8080/signin']);
    expect(config.password).toEqual({ minLength: 6, classes: [], strength: 2 });
    expect(config.resetCodeMinutes).toBe(10);
    expect(offeredProviders(config)).toEqual(['Google', 'LinkedIn']);
  });

  it.each([
    [{ NODE_ENV: 'production' }, 'IDENTITY_SECRET'],
    [{ IDENTITY_SECRET: 'short' }, 'IDENTITY_SECRET'],
    [{ PUBLIC_URL: 'ftp://example.com' }, 'PUBLIC_URL'],
    [{ IDENTITY_SECOND_FACTOR: 'yes' }, 'IDENTITY_SECOND_FACTOR'],
    [{ IDENTITY_PASSWORD_MIN_LENGTH: '5' }, 'IDENTITY_PASSWORD_MIN_LENGTH'],
    [{ IDENTITY_PASSWORD_CLASSES: 'digit,emoji' }, 'IDENTITY_PASSWORD_CLASSES'],
    [{ IDENTITY_REFRESH_GRACE_SECONDS: '61' }, 'IDENTITY_REFRESH_GRACE_SECONDS'],
    [{ IDENTITY_HASH_COST: '18' }, 'IDENTITY_HASH_COST'],
    [{ NODE_ENV: 'production', IDENTITY_SECRET: SECRET, IDENTITY_HASH_COST: '13' }, 'IDENTITY_HASH_COST'],
    [{ GOOGLE_CLIENT_ID: 'id' }, 'GOOGLE_CLIENT_SECRET'],
    [{ IDENTITY_PROVIDERS: 'Google,Facebook' }, 'IDENTITY_PROVIDERS'],
  ])('names the variable that cannot be used: %j', (env, variable) => {
    expect(() => parseIdentityConfig(env)).toThrow(expect.objectContaining({ variable }));
  });

  it.each([
    [{}, []],
    [{ IDENTITY_SECOND_FACTOR: 'required' }, ['staff', 'release-manager']],
    [{ NODE_ENV: 'production', IDENTITY_SECRET: SECRET }, ['staff', 'release-manager']],
    [{ NODE_ENV: 'production', IDENTITY_SECRET: SECRET, IDENTITY_SECOND_FACTOR: 'optional' }, []],
    [{ NODE_ENV: 'production', IDENTITY_SECRET: SECRET, IDENTITY_SECOND_FACTOR_GROUPS: 'admin, staff' }, ['admin', 'staff']],
  ])('requires a second factor of staff and release managers in production: %j', (env, groups) => {
    expect(parseIdentityConfig(env).secondFactorGroups).toEqual(groups);
  });

  it('hashes at the cost that OWASP recommends, and at a higher one where that is asked for', () => {
    const production = { NODE_ENV: 'production', IDENTITY_SECRET: SECRET };
    expect(parseIdentityConfig(production).hashCost).toBe(14);
    expect(parseIdentityConfig({ ...production, IDENTITY_HASH_COST: '17' }).hashCost).toBe(17);
  });

  it('offers no stand-in for a provider in production', () => {
    const production = { NODE_ENV: 'production', IDENTITY_SECRET: SECRET };
    expect(offeredProviders(parseIdentityConfig(production))).toEqual([]);
    expect(offeredProviders(parseIdentityConfig({ ...production, GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }))).toEqual([
      'Google',
    ]);
    expect(offeredProviders(parseIdentityConfig({ ...production, IDENTITY_PROVIDERS: 'Google' }))).toEqual([]);
  });

  it('offers of those that it could the ones that are named', () => {
    expect(offeredProviders(parseIdentityConfig({ IDENTITY_PROVIDERS: 'LinkedIn' }))).toEqual(['LinkedIn']);
  });
});
