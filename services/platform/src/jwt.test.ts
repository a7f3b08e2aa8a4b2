import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { createTokenVerifier, type TokenVerifier } from './jwt';

const issuer = 'https://id.example.org/us-east-1_local';
const clientId = 'site';
let verifier: TokenVerifier;
let key: CryptoKey;
let foreignKey: CryptoKey;

beforeAll(async () => {
  const [own, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  [key, foreignKey] = [own.privateKey, foreign.privateKey];
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
    expect(await verify(await token())).toEqual({ sub: 's-1', username: 'player', groups: ['staff'], issuedAt: expect.any(Date) });
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

  it('cannot be judged while the keys of the provider cannot be read: 503, not 401', async () => {
    const away = createTokenVerifier({ issuer, keys: new URL('http://127.0.0.1:9/jwks.json'), clientId });
    await expect(away.verify(`Bearer ${await token()}`)).rejects.toMatchObject({ code: 'service-unavailable', status: 503 });
  });
});
