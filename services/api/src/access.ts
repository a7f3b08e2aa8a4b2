/** Who may call a route. Every route says so in its `config.access`; one that does not is refused at the start. */
import type { Db } from '@site/platform/database';
import { platformError } from '@site/platform/errors';
import type { TokenVerifier } from '@site/platform/jwt';
import { bearerOf } from '@site/platform/tokens';
import { STAFF_GROUP } from '@site/contracts/api/desk';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { isErased } from './domain/member.repository';
import { apiError } from './errors';

export type Access = 'public' | 'player' | 'staff';

/** The account that a bearer token stands for. */
export interface Caller {
  subject: string;
  username: string;
  groups: string[];
  /** When the person signed in, in seconds since 1970; null if the token does not say. */
  signedInAt: number | null;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Null on public routes, where a token is not looked at. */
    caller: Caller | null;
  }
}

export function guardRoutes(app: FastifyInstance, verifier: TokenVerifier, db: Db): void {
  app.decorateRequest('caller', null);
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`The route ${String(method)} ${url} does not say who may call it`);
  });
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config;
    // Addresses that are no routes have no access either, and answer 404 to everybody.
    if (!access || access === 'public') return;
    const { sub: subject, username, groups } = await verifier.verify(request.headers.authorization);
    if (access === 'staff' && !groups.includes(STAFF_GROUP)) throw platformError('forbidden');
    if (await isErased(db, subject)) throw apiError('account-unknown');
    request.caller = { subject, username, groups, signedInAt: signInTime(request.headers.authorization) };
  });
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.routeOptions.url ?? 'a route'} is public and has no caller`);
  return request.caller;
}

/** Read from the token that was just verified. */
function signInTime(authorization: string | undefined): number | null {
  const time = decodeJwt(bearerOf(authorization) ?? '').auth_time;
  return typeof time === 'number' ? time : null;
}
