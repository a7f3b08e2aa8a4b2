/** The member who calls. */
import type { FastifyRequest } from 'fastify';
import { callerOf } from './access';
import type { ApiServices } from './api-server';
import { createMember, findMember } from './domain/member.repository';
import type { MemberRow } from './domain/tables';
import { apiError } from './errors';

/**
 * The member of the caller's account, made from the sign-up when the account is used for the first time.
 * @throws AppError `account-unknown` if the identity provider does not know the account any more.
 */
export async function currentMember({ database, identityAdmin }: ApiServices, request: FastifyRequest): Promise<MemberRow> {
  const { subject } = callerOf(request);
  const known = await findMember(database.db, subject);
  if (known) return known;
  const account = await identityAdmin.getUser(subject);
  if (!account) throw apiError('account-unknown');
  return createMember(database.db, subject, account);
}
