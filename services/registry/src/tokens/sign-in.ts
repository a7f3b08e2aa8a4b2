/** People who come with an access token of the site's identity provider. */
import type { Db } from '@site/platform/database';
import { AppError, platformError } from '@site/platform/errors';
import type { TokenVerifier } from '@site/platform/jwt';
import { findPerson, notePerson } from '../people/person.repository';
import { personWithGrants, type Principal } from './principal';

/** Tokens of the registry have no dots. */
export const isAccessToken = (secret: string): boolean => secret.split('.').length === 3;

/**
 * The person of an access token. Who may do something is noted with their groups; nothing is kept of anybody else.
 * @throws AppError `unauthorized`, or `service-unavailable` while the keys of the provider cannot be read.
 */
export async function personOf(db: Db, verifier: TokenVerifier, authorization: string | undefined): Promise<Principal> {
  const {
    sub: subject,
    groups,
    issuedAt,
  } = await verifier.verify(authorization).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'unauthorized' ? ended(error) : error;
  });
  const known = await findPerson(db, subject);
  if (known?.signedOutAt && issuedAt <= known.signedOutAt) throw ended();
  // A newer token has told more.
  const isNewer = !known?.seenAt || issuedAt >= known.seenAt;
  const principal = await personWithGrants(db, {
    ...{ subject, handle: known?.handle ?? null, groups: isNewer ? groups : known.groups },
    since: known?.createdAt ?? new Date(),
  });
  if (known ? isNewer && issuedAt.getTime() !== known.seenAt?.getTime() : principal.scopes.length > 0)
    await notePerson(db, subject, groups, issuedAt);
  return principal;
}

const ended = (cause?: unknown) =>
  platformError('unauthorized', {
    message: 'This sign-in has ended, or is not one of this site. Sign in again: npx release login',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    cause,
  });
