/** People who come with an access token of the site's identity provider. */
import type { Db } from '@site/platform/database';
import { AppError, platformError } from '@site/platform/errors';
import type { TokenVerifier } from '@site/platform/jwt';
import { unavailable } from '../unavailable';
import { findPerson, notePerson } from '../people/person.repository';
import { personWithGrants, type Principal } from './principal';

/** Tokens of the registry have no dots. */
export const isAccessToken = (secret: string): boolean => secret.split('.').length === 3;

/**
 * The person of an access token. Who may do something is noted with their groups, from then on also when they may not any more; of anybody else
 * nothing is kept but what they were refused (`audit-refusals.ts`).
 * @throws AppError `unauthorized`, or `service-unavailable` while the keys of the provider cannot be read.
 */
export async function personOf(db: Db, verifier: TokenVerifier, authorization: string | undefined): Promise<Principal> {
  const {
    sub: subject,
    groups,
    groupsAt,
    issuedAt,
  } = await verifier.verify(authorization).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const known = await findPerson(db, subject);
  if (known?.signedOutAt && issuedAt <= known.signedOutAt) throw ended();
  // Another token may have told more since.
  const isNewer = !known?.seenAt || groupsAt >= known.seenAt;
  const principal = await personWithGrants(db, {
    ...{ subject, handle: known?.handle ?? null, groups: isNewer ? groups : known.groups },
    since: known?.createdAt ?? new Date(),
  });
  const isNoted = known?.seenAt ? isNewer && isNews(known.groups, known.seenAt, groups, groupsAt) : principal.scopes.length > 0;
  if (isNoted) await notePerson(db, subject, { groups, groupsAt, issuedAt });
  return principal;
}

/** Not at each request: what is known is as good for a minute. */
const isNews = (known: readonly string[], seenAt: Date, groups: readonly string[], at: Date): boolean =>
  at.getTime() - seenAt.getTime() > 60_000 || known.length !== groups.length || groups.some((group) => !known.includes(group));

function refusalOf(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  if (error.code === 'unauthorized') return ended(error);
  return error.code === 'service-unavailable' ? unavailable('identity provider', { message: KEYS_AWAY, cause: error }) : error;
}

const KEYS_AWAY = "The registry cannot check who you are: the identity provider's keys cannot be read.";

const ended = (cause?: unknown) =>
  platformError('unauthorized', {
    message: 'This sign-in has ended, or is not one of this site. Sign in again: npx release login',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    cause,
  });
