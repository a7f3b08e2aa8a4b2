import type { IdentityAdmin, IdentityUser } from '@site/platform/identity-admin';
import { FROM_CHECKOUT } from './command';

/** The command was understood, and cannot be done: exit code 1. */
export class Refused extends Error {
  override name = 'Refused';
}

/** @throws Refused if nobody has the address. */
export async function findUser(admin: IdentityAdmin, email: string): Promise<IdentityUser> {
  const user = await admin.findUserByEmail(email);
  if (!user)
    throw new Refused(`There is no account of ${email}. First: ${FROM_CHECKOUT} invite ${email} --name "<full name>" --phone <number>`);
  return user;
}
