/** What a first start in development begins with: accounts to sign in with, and something to see. Never in production. */
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seedDevelopmentData } from '@site/api/seed/seed-development-data';
import type { IdentityContext } from '@site/identity/identity-context';
import { seedDevelopmentAccounts } from '@site/identity/seed-development-accounts';
import { z } from 'zod';

const accountSchema = z.object({ role: z.string(), email: z.string(), password: z.string() });
const fileSchema = z.array(accountSchema);

export type SampleAccount = z.infer<typeof accountSchema>;

/**
 * Creates what is missing. Passwords are random; `<dataDir>/sample-accounts.json` keeps them, readable by the owner only, so that the next
 * start can name them again.
 * @param password One for all accounts, in place of random ones.
 */
export async function createSampleData(identity: IdentityContext, dataDir: string, password: string | undefined): Promise<SampleAccount[]> {
  const file = join(dataDir, 'sample-accounts.json');
  const kept = await readKept(file);
  const seeded = await seedDevelopmentAccounts(identity, { password });
  const player = seeded.find(({ role }) => role === 'player');
  await seedDevelopmentData(identity.database, player && { subject: player.username, ...player });

  const accounts = seeded.flatMap(({ role, email, password: made }): SampleAccount[] => {
    const known = made ?? kept.find((account) => account.email === email)?.password;
    return known === undefined ? [] : [{ role, email, password: known }];
  });
  if (seeded.some((account) => account.password !== null)) {
    await writeFile(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
    // The mode of `writeFile` counts for new files only.
    await chmod(file, 0o600);
  }
  return accounts;
}

async function readKept(file: string): Promise<SampleAccount[]> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return [];
  }
}
