/** The provider's secret where the configuration gives none: made at the first start and kept in the database. Development only. */
import { randomBytes } from 'node:crypto';
import type { Db } from '@site/platform/database';
import { present } from './present';
import { localSecret } from './tables';

export async function readSecret(db: Db): Promise<string> {
  await db
    .insert(localSecret)
    .values({ secret: randomBytes(32).toString('base64url') })
    .onConflictDoNothing();
  const [row] = await db.select().from(localSecret);
  return present(row, 'secret').secret;
}
