import type { Db } from '@site/platform/database';
import { AppError, platformError } from '@site/platform/errors';
import type { TokenVerifier } from '@site/platform/jwt';
import { bearerOf } from '@site/platform/tokens';
import type { FastifyRequest } from 'fastify';
import { registryError } from '../errors';
import { EVERYTHING, firstOutside, type Scope } from '../people/scope';
import type { Verb } from '../tables';
import { type GroupsOf, whyHolderIsRefused } from './holders';
import { type Actor, holderOf, type Principal } from './principal';
import { isAccessToken, personOf } from './sign-in';
import { findToken, noteUse, type Token } from './token.repository';

declare module 'fastify' {
  interface FastifyInstance {
    /** Verifies access tokens of the site's identity provider; null where none are accepted. */
    accessTokens: TokenVerifier | null;
    /** Null where accounts that are not signed in cannot be asked about. */
    groupsOf: GroupsOf | null;
  }
  interface FastifyRequest {
    /** Who makes it, also if they are refused; null for nobody. Set by {@link requireToken} and {@link requireIdentity}. */
    principal: Principal | null;
    /** What an admitted one may do here. */
    actor: Caller | null;
  }

  interface FastifyContextConfig {
    /** Whether it shows what is live to everybody, and the rest to holders of a token. */
    seesMoreWithToken?: boolean;
  }
}

/** Who makes a request that was admitted, with the parts that it may be about. */
export type Caller = Actor & Principal;

const ACTIVITIES: Record<Verb, string> = {
  publish: 'publish',
  promote: 'promote',
  approve: 'approve',
  serve: 'serve',
  admin: 'manage tokens',
  view: 'view what is not live',
};

/**
 * An `onRequest` hook that admits people and holders of a token with one of `verbs`, before any of the body is read. Who may do it in other
 * environments than that of the address is refused, and so is a person who has not chosen a handle, unless they only look.
 * @throws AppError `unauthorized`, `forbidden` or `handle-needed`.
 */
export function requireToken(db: Db, ...verbs: [Verb, ...Verb[]]) {
  const hook = async (request: FastifyRequest) => {
    const principal = await identified(db, request);
    const { came } = principal;
    const { environment } = request.params as { environment?: string };
    request.actor = acting(principal, verbs, environment);
    if (came.with === 'token') noteTokenUse(db, came.token, request);
    else if (came.person.handle === null && !verbs.includes('view')) throw registryError('handle-needed');
  };
  return Object.assign(hook, { verbs });
}

/**
 * An `onRequest` hook that admits holders of a valid token and whoever is signed in, whatever they may do, be it nothing.
 * @throws AppError `unauthorized`.
 */
export function requireIdentity(db: Db) {
  const hook = async (request: FastifyRequest) => {
    const { came } = await identified(db, request);
    if (came.with === 'token') noteTokenUse(db, came.token, request);
  };
  const verbs: readonly Verb[] = [];
  return Object.assign(hook, { verbs });
}

/** What a hook of {@link requireToken} asks of tokens: one of these; of {@link requireIdentity}: none. Undefined for other hooks. */
export const verbsOf = (hook: object): readonly Verb[] | undefined => ('verbs' in hook ? (hook.verbs as Verb[]) : undefined);

/** Whether whoever asks may view what is not live, somewhere at least; also of a request that needs no token. */
export async function mayView(db: Db, request: FastifyRequest): Promise<boolean> {
  try {
    acting(await identified(db, request), ['view']);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function identified(db: Db, request: FastifyRequest): Promise<Principal> {
  const principal = await identify(db, request);
  request.principal = principal;
  if (principal.came.with === 'token') await assertValid(db, principal.came.token, request.server.groupsOf);
  return principal;
}

async function identify(db: Db, { headers, server }: FastifyRequest): Promise<Principal> {
  const secret = bearerOf(headers.authorization);
  if (secret === null) throw unauthorized('A token is needed.');
  if (server.accessTokens && isAccessToken(secret)) return personOf(db, server.accessTokens, headers.authorization);
  const token = await findToken(db, secret);
  if (!token) throw unauthorized('This token is not known here.');
  return holderOf(token);
}

async function assertValid(db: Db, token: Token, groupsOf: GroupsOf | null): Promise<void> {
  const { state, expiresAt } = token;
  if (state === 'revoked') throw unauthorized('This token was revoked.');
  if (state === 'expired') throw unauthorized(`This token has expired, on ${expiresAt?.toISOString().slice(0, 10)}.`);
  const why = await whyHolderIsRefused(db, token, groupsOf);
  if (why !== null) throw unauthorized(why);
}

function noteTokenUse(db: Db, { id, lastUsedOn }: Token, { log }: FastifyRequest): void {
  if (lastUsedOn === new Date().toISOString().slice(0, 10)) return;
  noteUse(db, id).catch((err: unknown) => log.warn({ err }, 'that a token was used could not be noted'));
}

const unauthorized = (message: string) => platformError('unauthorized', { message, headers: { 'www-authenticate': 'Bearer' } });
const forbidden = (message: string) => platformError('forbidden', { message });

/**
 * Whoever made a request, with the parts for which they may do one of the verbs there.
 * @param environment Undefined where what is asked concerns none.
 * @throws AppError `forbidden`.
 */
export function acting(principal: Principal, verbs: readonly Verb[], environment?: string): Caller {
  const { name, scopes, came } = principal;
  const hasToken = came.with === 'token';
  if (scopes.length === 0) throw forbidden(`You are signed in, and nobody has granted you anything here. Ask who manages grants.`);
  const allowing = scopes.filter((scope) => verbs.some((verb) => verb === 'view' || scope.verbs.includes(verb)));
  if (allowing.length === 0) {
    const what = verbs.map((verb) => ACTIVITIES[verb]).join(' or ');
    throw forbidden(hasToken ? `This token does not allow to ${what}.` : `${name} has no grant to ${what}.`);
  }
  const partsOf = (granted: readonly Scope[]) => [...new Set(granted.flatMap(({ parts }) => parts))];
  const allowingIn = (name: string) => allowing.filter((scope) => covers(scope.environments, name));
  const there = environment === undefined ? allowing : allowingIn(environment);
  if (there.length === 0) throw notCovered({ name, hasToken }, inWords(environment as string));
  return { ...principal, hasToken, parts: partsOf(there), partsIn: (name) => partsOf(allowingIn(name)) };
}

const covers = (covered: readonly string[], name: string): boolean => firstOutside(covered, [name]) === undefined;
const inWords = (environment: string): string => (environment === EVERYTHING ? 'every environment' : `the environment ${environment}`);

const notCovered = ({ name, hasToken }: Pick<Actor, 'name' | 'hasToken'>, outside: string) =>
  forbidden(hasToken ? `This token does not cover ${outside}.` : `${name} has no grant for this that covers ${outside}.`);

/** Who makes a request that {@link requireIdentity} admitted. */
export function principalOf({ principal }: FastifyRequest): Principal {
  if (!principal) throw new Error('The route does not ask who it is');
  return principal;
}

/** Who makes an admitted request. @param verb Narrows to what they may do with this one, where the route admits several. */
export function actorOf(request: FastifyRequest, verb?: Verb): Caller {
  if (!request.actor) throw new Error('The route does not require a token');
  const { environment } = request.params as { environment?: string };
  return verb === undefined ? request.actor : acting(request.actor, [verb], environment);
}

/** Who manages tokens may go against a rule that can be broken, and says why. @throws AppError `forbidden` or `reason-needed`. */
export function assertMayForce({ scopes }: Principal, reason: string | null): void {
  if (!scopes.some(({ verbs }) => verbs.includes('admin'))) throw forbidden('Only who manages tokens, the verb admin, forces a change.');
  if (reason === null) throw registryError('reason-needed', { message: 'Whoever forces a change says why.' });
}

/** @param names Parts; {@link EVERYTHING} for what concerns all. @throws AppError `forbidden` if one of them is not covered. */
export function assertCovers(actor: Actor, names: readonly string[]): void {
  const outside = firstOutside(actor.parts, names);
  if (outside !== undefined) throw notCovered(actor, outside === EVERYTHING ? 'every part' : outside);
}

/** @throws AppError `forbidden` if the part is not covered in each of the environments. */
export function assertCoversIn(actor: Actor, environments: readonly string[], part: string): void {
  const outside = environments.find((name) => !covers(actor.partsIn(name), part));
  if (outside !== undefined) throw notCovered(actor, `${part} in ${inWords(outside)}`);
}

/**
 * Nobody gives away, or takes, more than they manage themselves.
 * @throws AppError `forbidden` unless whoever asks manages tokens and grants for all of these parts in all of these environments.
 */
export function assertManages(principal: Principal, { parts, environments }: Pick<Scope, 'parts' | 'environments'>): void {
  assertCovers(acting(principal, ['admin']), parts);
  for (const environment of environments) assertCovers(acting(principal, ['admin'], environment), parts);
}

/**
 * Who may manage for a time gives the same to others for no longer.
 * @throws AppError `forbidden` where {@link assertManages} says so, or if `given` lasts longer.
 */
export function assertManagesUntil(principal: Principal, given: Pick<Scope, 'parts' | 'environments' | 'expiresAt'>): void {
  assertManages(principal, given);
  const { expiresAt } = given;
  const lasting = principal.scopes.filter((scope) => scope.expiresAt === null || (expiresAt !== null && expiresAt <= scope.expiresAt));
  const ends = principal.scopes.flatMap((scope) => (scope.verbs.includes('admin') && scope.expiresAt ? [scope.expiresAt.getTime()] : []));
  try {
    assertManages({ ...principal, scopes: lasting }, given);
  } catch (cause) {
    const day = new Date(Math.max(...ends)).toISOString().slice(0, 10);
    const message =
      principal.came.with === 'token'
        ? `A token that manages tokens ends before the one that makes it, which is on ${day}.`
        : `What manages tokens ends before the grant of who gives it, which is on ${day}.`;
    throw platformError('forbidden', { message, cause });
  }
}
