import type { Db } from '@site/platform/database';
import { platformError } from '@site/platform/errors';
import { bearerOf } from '@site/platform/tokens';
import type { FastifyRequest } from 'fastify';
import { type Actor, findActor, type Verb } from './token.repository';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by {@link requireToken}. */
    actor: Actor | null;
  }
}

/**
 * An `onRequest` hook that admits holders of a token with `verb`, before any of the body is read.
 * @throws AppError `unauthorized` or `forbidden`.
 */
export const requireToken = (db: Db, verb: Verb) => async (request: FastifyRequest) => {
  const token = bearerOf(request.headers.authorization);
  const actor = token === null ? null : await findActor(db, token);
  if (!actor) throw platformError('unauthorized', { message: 'A valid token is needed.', headers: { 'www-authenticate': 'Bearer' } });
  request.actor = actor;
  if (!actor.verbs.includes(verb)) throw platformError('forbidden', { message: `This token does not allow to ${verb}.` });
};

/** The holder of the token of an admitted request. */
export function actorOf(request: FastifyRequest): Actor {
  if (!request.actor) throw new Error('The route does not require a token');
  return request.actor;
}

/** @throws AppError `forbidden` if the token does not cover one of the remotes. */
export function assertCovers(actor: Actor, names: string[]): void {
  const outside = names.find((name) => !actor.remotes.includes('*') && !actor.remotes.includes(name));
  if (outside !== undefined) throw platformError('forbidden', { message: `This token does not cover ${outside}.` });
}
