/**
 * Operations of an identity pool: an id and short-lived credentials for everybody, guests too. The credentials open nothing at AWS; the
 * session token in them is a JWT of ours that names the identity.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { equalTexts } from '../crypto/keyring';
import { CognitoError, invalidParameter, notAuthorized, resourceNotFound } from './cognito-error';
import type { CognitoContext, Operation } from './operation';

const CREDENTIALS_SECONDS = 3600;
const LOGINS = z.record(z.string(), z.string()).optional();
const idInput = z.object({ IdentityPoolId: z.string(), Logins: LOGINS });
const credentialsInput = z.object({ IdentityId: z.string(), Logins: LOGINS });

export function identityPoolOperations(context: CognitoContext): Record<string, Operation> {
  const { config, host, keyring } = context;
  /** The name of the one provider that logins come from: its issuer, without the scheme. */
  const provider = config.issuer.replace(/^https?:\/\//, '');

  return {
    async GetId(body) {
      const input = idInput.safeParse(body);
      if (!input.success) throw invalidParameter('IdentityPoolId is required');
      if (input.data.IdentityPoolId !== config.identityPoolId)
        throw resourceNotFound(`IdentityPool '${input.data.IdentityPoolId}' not found.`);
      const sub = await subjectOf(input.data.Logins);
      if (sub !== null) return { IdentityId: memberId(keyring.tag('guests', ofMember(sub))) };
      const random = randomBytes(8).toString('hex');
      return { IdentityId: guestId(random, keyring.tag('guests', random)) };
    },

    async GetCredentialsForIdentity(body) {
      const input = credentialsInput.safeParse(body);
      if (!input.success) throw invalidParameter('IdentityId is required');
      const { IdentityId, Logins } = input.data;
      const sub = await subjectOf(Logins);
      if (!(sub === null ? isGuestId(IdentityId) : isMemberId(IdentityId, sub)))
        throw resourceNotFound(`Identity '${IdentityId}' not found.`);
      const expiration = Math.floor(Date.now() / 1000) + CREDENTIALS_SECONDS;
      return {
        IdentityId,
        Credentials: {
          AccessKeyId: `ASIA${randomBytes(8).toString('hex').toUpperCase()}`,
          SecretKey: randomBytes(30).toString('base64'),
          SessionToken: await sessionToken(IdentityId, sub, expiration),
          Expiration: expiration,
        },
      };
    },
  };

  /** An id carries its own proof, so that guests cost no storage: half of it is random, half a tag of that. */
  function guestId(random: string, tag: string): string {
    return toIdentityId(`${random}${sha256(tag).slice(0, 16)}`);
  }

  function isGuestId(id: string): boolean {
    const random = id
      .slice(config.region.length + 1)
      .replaceAll('-', '')
      .slice(0, 16);
    return keyring.tags('guests', random).some((tag) => equalTexts(id, guestId(random, tag)));
  }

  /** The same person has the same id every time, as long as the secret is the same. */
  function memberId(tag: string): string {
    return toIdentityId(sha256(tag).slice(0, 32));
  }

  function isMemberId(id: string, sub: string): boolean {
    return keyring.tags('guests', ofMember(sub)).some((tag) => equalTexts(id, memberId(tag)));
  }

  function toIdentityId(hex: string): string {
    return `${config.region}:${[hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-')}`;
  }

  /** The person whose id token comes along, or null for a guest. */
  async function subjectOf(logins: Record<string, string> | undefined): Promise<string | null> {
    const [login, ...more] = Object.entries(logins ?? {});
    if (login === undefined) return null;
    const [from, token] = login;
    if (more.length > 0) throw new CognitoError('NotAuthorizedException', 'Only one login at a time is accepted.');
    if (from !== provider) throw notAuthorized('Token is not from a supported provider of this identity pool.');
    const keys = createLocalJWKSet(host.publicKeys());
    const options = { issuer: config.issuer, audience: config.clientId, algorithms: ['RS256'] };
    const verified = await jwtVerify(token, keys, options).catch(() => null);
    if (verified?.payload.token_use !== 'id' || !verified.payload.sub) throw notAuthorized('Invalid login token.');
    return verified.payload.sub;
  }

  async function sessionToken(identityId: string, sub: string | null, expiration: number): Promise<string> {
    const key = host.signingKey();
    return new SignJWT({ token_use: 'identity', ...(sub && { sub }) })
      .setProtectedHeader({ alg: 'RS256', kid: key.kid })
      .setIssuer(config.issuer)
      .setAudience(identityId)
      .setIssuedAt()
      .setExpirationTime(expiration)
      .sign(await importJWK(key, 'RS256'));
  }
}

const ofMember = (sub: string): string => `member\n${sub}`;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
