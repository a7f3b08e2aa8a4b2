/** Seals everything at rest with the present secret, so that the one before it is needed by nobody. */
import type { Db } from '@site/platform/database';
import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';
import { sealContext } from './accounts/second-factor';
import type { IdentityContext } from './identity-context';
import { account, signingKey } from './tables';

const PAGE = 500;

export interface Resealed {
  /** Name of the secret with which everything is sealed now. */
  id: string;
  /** How many seals there are, and how many of them were another secret's. */
  seals: number;
  anew: number;
  /** How many no accepted secret opens. They are left as they are. */
  unreadable: number;
}

/** Beside a running site: what is written meanwhile is left as it was written. May be repeated. */
export async function reseal({ database: { db }, keyring }: Pick<IdentityContext, 'database' | 'keyring'>): Promise<Resealed> {
  const done = { id: keyring.id, seals: 0, anew: 0, unreadable: 0 };

  /** @param write Writes the new seal, if the row still has the one that was read. */
  async function renew(sealed: string, context: string, write: (next: string) => Promise<unknown>): Promise<void> {
    done.seals += 1;
    const by = keyring.sealedWith(sealed, context);
    if (by === null) done.unreadable += 1;
    if (by === null || by === keyring.id) return;
    await write(keyring.seal(keyring.open(sealed, context), context));
    done.anew += 1;
  }

  for (const { kid, sealedJwk } of await db.select().from(signingKey)) {
    const isSame = and(eq(signingKey.kid, kid), eq(signingKey.sealedJwk, sealedJwk));
    await renew(sealedJwk, kid, (next) => db.update(signingKey).set({ sealedJwk: next }).where(isSame));
  }
  for await (const { sub, totpSecret } of apps(db)) {
    const isSame = and(eq(account.sub, sub), eq(account.totpSecret, totpSecret));
    await renew(totpSecret, sealContext(sub), (next) => db.update(account).set({ totpSecret: next }).where(isSame));
  }
  return done;
}

/** Accounts with an authenticator app, page by page. */
async function* apps(db: Db): AsyncGenerator<{ sub: string; totpSecret: string }> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await db
      .select({ sub: account.sub, totpSecret: account.totpSecret })
      .from(account)
      .where(and(isNotNull(account.totpSecret), gt(account.sub, after)))
      .orderBy(asc(account.sub))
      .limit(PAGE);
    for (const { sub, totpSecret } of page) if (totpSecret !== null) yield { sub, totpSecret };
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.sub;
  }
}
