import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createTokenVerifier, type TokenVerifier } from './jwt';

const issuer = 'https://id.example.org/us-east-1_local';
const clientId = 'site';
let verifier: TokenVerifier;
let key: CryptoKey;
let foreignKey: CryptoKey;
let publicKey: CryptoKey;

beforeAll(async () => {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  [key, foreignKey, publicKey] = [own.privateKey, foreign.privateKey, own.publicKey];
  const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256' }] });
  verifier = createTokenVerifier({ issuer, keys, clientId });
});

const good = { sub: 's-1', username: 'player', token_use: 'access', client_id: clientId, 'cognito:groups': ['staff'] };
interface Shape {
  claims?: JWTPayload;
  issuedBy?: string;
  expires?: string | number;
  signWith?: CryptoKey;
}
const token = ({ claims = {}, issuedBy = issuer, expires = '5m', signWith = key }: Shape = {}) =>
  new SignJWT({ ...good, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuedBy)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(signWith);
const verify = async (jwt: string) => verifier.verify(`Bearer ${jwt}`);

describe('an access token', () => {
  it('tells who makes the request', async () => {
    expect(await verify(await token())).toEqual({
      sub: 's-1',
      username: 'player',
      groups: ['staff'],
      groupsAt: expect.any(Date),
      issuedAt: expect.any(Date),
    });
  });

  it.each([
    ['of another issuer', { issuedBy: 'https://evil.example.org' }],
    ['of another application', { claims: { client_id: 'other' } }],
    ['that is an id token', { claims: { token_use: 'id' } }],
    ['that expired', { expires: Math.floor(Date.now() / 1000) - 60 }],
  ] as [string, Shape][])('%s is refused', async (_what, shape) => {
    await expect(verify(await token(shape))).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
  });

  it('signed by somebody else, unsigned, or none at all is refused', async () => {
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...good, iss: issuer })).toString('base64url')}.`;
    for (const jwt of [await token({ signWith: foreignKey }), unsigned, 'nonsense']) {
      await expect(verify(jwt)).rejects.toMatchObject({ code: 'unauthorized' });
    }
    await expect(verifier.verify(undefined)).rejects.toMatchObject({ code: 'unauthorized', headers: { 'www-authenticate': 'Bearer' } });
    await expect(verifier.verify('Basic dXNlcg==')).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('says of the account what is so now, where that is asked, and nothing once the account or the sign-in has ended', async () => {
    let groups: string[] | null = ['release-manager'];
    const asked: unknown[] = [];
    const currentGroups = async (claims: unknown) => {
      asked.push(claims);
      return groups;
    };
    const keys = createLocalJWKSet({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] });
    const asking = createTokenVerifier({ issuer, keys, clientId, currentGroups });
    const authorization = `Bearer ${await token({ claims: { origin_jti: 'sign-in' } })}`;
    expect(await asking.verify(authorization)).toMatchObject({ groups: ['release-manager'] });
    groups = null;
    await expect(asking.verify(authorization)).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    await expect(asking.verify(`Bearer ${await token({ signWith: foreignKey })}`)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(asked).toEqual([
      { sub: 's-1', originJti: 'sign-in' },
      { sub: 's-1', originJti: 'sign-in' },
    ]);
  });

  it('cannot be judged while the keys of the provider cannot be read: 503, not 401', async () => {
    const away = createTokenVerifier({ issuer, keys: new URL('http://127.0.0.1:9/jwks.json'), clientId });
    await expect(away.verify(`Bearer ${await token()}`)).rejects.toMatchObject({ code: 'service-unavailable', status: 503 });
  });
});
