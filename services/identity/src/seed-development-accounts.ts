/** Accounts to try the site with, on a developer's machine. */
import { RELEASE_MANAGER_GROUP } from '@site/contracts/release';
import { createAccountRepository } from './accounts/account.repository';
import { createTemporaryPassword } from './accounts/passwords';
import { hashSecret } from './crypto/secret-hash';
import type { IdentityContext } from './identity-context';
import { present } from './present';

export interface SeededAccount {
  role: 'player' | 'staff' | 'release manager';
  username: string;
  email: string;
  fullName: string;
  phone: string;
  /** Null if the account was there before: its password is known to whoever saw the first start. */
  password: string | null;
}

export interface SeedOptions {
  /** One password for all, for tests and for those who start anew often. Otherwise each gets a random one. */
  password?: string | undefined;
}

export const STAFF_GROUP = 'staff';

const ACCOUNTS = [
  { role: 'player', email: 'player@example.com', fullName: 'Sample Player', phone: '+12125550111', groups: [] },
  { role: 'staff', email: 'staff@example.com', fullName: 'Sample Staff', phone: '+12125550112', groups: [STAFF_GROUP] },
  {
    role: 'release manager',
    email: 'releases@example.com',
    fullName: 'Sample Release Manager',
    phone: '+12125550113',
    groups: [RELEASE_MANAGER_GROUP],
  },
] as const;

/**
 * Creates the accounts that are missing; safe to call at every start. Print the passwords that it returns: they are nowhere else.
 * @throws Error in production.
 */
export async function seedDevelopmentAccounts({ config, database }: IdentityContext, options: SeedOptions = {}): Promise<SeededAccount[]> {
  if (config.production) throw new Error('Sample accounts are for development: they are not created in production.');
  return Promise.all(
    ACCOUNTS.map(async ({ role, groups, ...person }) => {
      const accounts = createAccountRepository(database.db);
      const known = await accounts.findByEmail(person.email);
      if (known) return { role, username: known.sub, ...person, password: null };
      const password = options.password ?? createTemporaryPassword();
      const passwordHash = await hashSecret(password, config.hashCost);
      const created = await accounts.insert({ ...person, groups: [...groups], status: 'CONFIRMED', emailVerified: true, passwordHash });
      // Another process may have been quicker; then its password is the one that counts.
      const account = created ?? present(await accounts.findByEmail(person.email), 'sample account');
      return { role, username: account.sub, ...person, password: created ? password : null };
    }),
  );
}
