/** The product API and the administration of accounts on a database that {@link seedProgramme} filled, as production puts them together. */
import { generateKeyPairSync } from 'node:crypto';
import { createAltchaCheck } from '@site/api/bot-check/altcha-check';
import { apiConfigSchema } from '@site/api/config';
import { apiPlugin } from '@site/api/plugin';
import { solve } from '@site/api/testing/solve';
import type { BotAction, BotChallenge } from '@site/contracts/api/bot-check';
import { STAFF_GROUP } from '@site/contracts/api/desk';
import { parseIdentityConfig } from '@site/identity/config';
import { createIdentityContext } from '@site/identity/identity-context';
import { createIdentityAdmin } from '@site/identity/local-identity-admin';
import { parseConfig } from '@site/platform/config';
import type { Database } from '@site/platform/database';
import { createHttpServer } from '@site/platform/http';
import type { IdentityAdmin } from '@site/platform/identity-admin';
import { createTokenVerifier } from '@site/platform/jwt';
import { silentLogger } from '@site/platform/logging';
import type { Storage } from '@site/platform/storage';
import type { FastifyInstance } from 'fastify';
import { SignJWT } from 'jose';
import { currentGroupsIn } from '../members';
import { grantOf, subjectOf } from './seed-programme';

const BOT_CHECK_SECRET = 'a secret of a programme that is measured';
const TOKEN_SECONDS = 3600;

export interface Programme {
  server: FastifyInstance;
  database: Database;
  identityAdmin: IdentityAdmin;
  /** Value of the `Authorization` header of a member who has just signed in. */
  authorizationOf(member: number): Promise<string>;
  /** A solved challenge. */
  botToken(action: BotAction): Promise<string>;
  close(): Promise<void>;
}

/** Limits are so high that nobody meets them. Members 1, 10,001 and so on are staff. */
export async function openProgramme(database: Database, storage: Storage): Promise<Programme> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const identity = parseIdentityConfig({ NODE_ENV: 'production', IDENTITY_SECRET: 'x'.repeat(32) });
  const identityAdmin = createIdentityAdmin(await createIdentityContext(database, identity));
  const { issuer, clientId } = identity;
  const logger = silentLogger();
  const server = createHttpServer({ logger, production: true, drainTimeoutMs: 0 });
  await server.register(apiPlugin, {
    prefix: '/api',
    ...{ database, storage, identityAdmin, logger },
    tokenVerifier: createTokenVerifier({ issuer, clientId, keys: async () => publicKey, currentGroups: currentGroupsIn(database) }),
    config: parseConfig(apiConfigSchema, { NODE_ENV: 'production', BOT_CHECK_SECRET, FORM_LIMIT: '1000000', RECIPIENT_LIMIT: '1000000' }),
  });
  await server.ready();
  const challenges = createAltchaCheck({ secret: BOT_CHECK_SECRET, maxWork: 2, lifeSeconds: 3600 });
  return {
    ...{ server, database, identityAdmin },
    authorizationOf: async (member) => {
      const [sub, now] = [subjectOf(member), Math.floor(Date.now() / 1000)];
      const claims = { token_use: 'access', client_id: clientId, username: sub, origin_jti: grantOf(member), auth_time: now };
      const token = new SignJWT({ ...claims, 'cognito:groups': [STAFF_GROUP] }).setProtectedHeader({ alg: 'RS256' });
      const signed = await token
        .setSubject(sub)
        .setIssuer(issuer)
        .setIssuedAt(now)
        .setExpirationTime(now + TOKEN_SECONDS)
        .sign(privateKey);
      return `Bearer ${signed}`;
    },
    botToken: async (action) => solve((await challenges.createChallenge(action)) as BotChallenge),
    close: () => server.close(),
  };
}
