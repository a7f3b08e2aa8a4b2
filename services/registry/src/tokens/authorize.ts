import type { Db } from '@site/platform/database';
import { platformError } from '@site/platform/errors';
import { bearerOf } from '@site/platform/tokens';
import type { FastifyRequest } from 'fastify';
import { registryError } from '../errors';
import type { Verb } from '../tables';
import { type Actor, findToken, noteUse, type Token } from './token.repository';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose token it has, valid or not. Set by {@link requireToken}. */
    actor: Token | null;
  }

  interface FastifyContextConfig {
    /** Whether it shows what is live to everybody, and the rest to holders of a token. */
    seesMoreWithToken?: boolean;
  }
}

/** Covers every part, or every environment. */
export const EVERYTHING = '*';

const ACTIVITIES: Record<Verb, string> = {
  publish: 'publish',
  promote: 'promote',
  serve: 'serve',
  admin: 'manage tokens',
  view: 'view what is not live',
};

/**
 * An `onRequest` hook that admits holders of a token with one of `verbs`, before any of the body is read. A token that is for other environments
 * than that of the address is refused.
 * @throws AppError `unauthorized` or `forbidden`.
 */
export function requireToken(db: Db, ...verbs: [Verb, ...Verb[]]) {
  const hook = async (request: FastifyRequest) => {
    const secret = bearerOf(request.headers.authorization);
    const token = secret === null ? null : await findToken(db, secret);
    if (!token) throw unauthorized(secret === null ? 'A token is needed.' : 'This token is not known here.');
    request.actor = token;
    if (token.state === 'revoked') throw unauthorized('This token was revoked.');
    if (token.state === 'expired') throw unauthorized(`This token has expired, on ${token.expiresAt?.toISOString().slice(0, 10)}.`);
    if (!verbs.some((verb) => verb === 'view' || token.verbs.includes(verb)))
      throw platformError('forbidden', { message: `This token does not allow to ${verbs.map((verb) => ACTIVITIES[verb]).join(' or ')}.` });
    const { environment } = request.params as { environment?: string };
    if (environment !== undefined) assertCoversEnvironments(token, [environment]);
    if (token.lastUsedOn !== new Date().toISOString().slice(0, 10))
      noteUse(db, token.id).catch((err: unknown) => request.log.warn({ err }, 'that a token was used could not be noted'));
  };
  return Object.assign(hook, { verbs });
}

/** What a hook of {@link requireToken} asks of tokens: one of these. Undefined for other hooks. */
export const verbsOf = (hook: object): readonly Verb[] | undefined => ('verbs' in hook ? (hook.verbs as Verb[]) : undefined);

const unauthorized = (message: string) => platformError('unauthorized', { message, headers: { 'www-authenticate': 'Bearer' } });

/** The token of an admitted request. */
export function actorOf(request: FastifyRequest): Token {
  if (!request.actor) throw new Error('The route does not require a token');
  return request.actor;
}

/** @throws AppError `forbidden` if the token does not have the verb. */
export function assertHasVerb({ verbs }: Actor, verb: Verb): void {
  if (!verbs.includes(verb)) throw platformError('forbidden', { message: `This token does not allow to ${ACTIVITIES[verb]}.` });
}

/** Who manages tokens may break a freeze, and says why. @throws AppError `forbidden` or `reason-needed`. */
export function assertMayForce(actor: Actor, reason: string | null): void {
  if (!actor.verbs.includes('admin'))
    throw platformError('forbidden', { message: 'A freeze is broken with a token that manages tokens, the verb admin.' });
  if (reason === null) throw registryError('reason-needed', { message: 'Whoever breaks a freeze says why.' });
}

/** @param names Parts; {@link EVERYTHING} for what concerns all. @throws AppError `forbidden` if the token does not cover one of them. */
export function assertCovers({ parts }: Actor, names: readonly string[]): void {
  const outside = firstOutside(parts, names);
  if (outside === undefined) return;
  throw platformError('forbidden', { message: `This token does not cover ${outside === EVERYTHING ? 'every part' : outside}.` });
}

/** @throws AppError `forbidden` if the token does not cover one of the environments. */
export function assertCoversEnvironments({ environments }: Actor, names: readonly string[]): void {
  const outside = firstOutside(environments, names);
  if (outside === undefined) return;
  const what = outside === EVERYTHING ? 'every environment' : `the environment ${outside}`;
  throw platformError('forbidden', { message: `This token does not cover ${what}.` });
}

const firstOutside = (covered: readonly string[], names: readonly string[]): string | undefined =>
  covered.includes(EVERYTHING) ? undefined : names.find((name) => !covered.includes(name));
