/** How far a sign-in has come: kept by the id of its interaction, for as long as that lives. */
import type { Db } from '@site/platform/database';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { INTERACTION_SECONDS } from '../oidc/provider-configuration';
import { type SignIn, signIn } from '../tables';

export async function saveStep(db: Db, uid: string, step: Pick<SignIn, 'step'> & Partial<SignIn>): Promise<void> {
  const values = { sub: null, email: null, methods: [], ...step, expiresAt: new Date(Date.now() + INTERACTION_SECONDS * 1000) };
  await db
    .insert(signIn)
    .values({ ...values, uid })
    .onConflictDoUpdate({ target: signIn.uid, set: values });
}

/** The sign-in, if it stands at one of these steps. */
export async function readStep(db: Db, uid: string, ...steps: SignIn['step'][]): Promise<SignIn | undefined> {
  const [row] = await db
    .select()
    .from(signIn)
    .where(and(eq(signIn.uid, uid), inArray(signIn.step, steps), gt(signIn.expiresAt, sql`now()`)));
  return row;
}

export async function clearStep(db: Db, uid: string): Promise<void> {
  await db.delete(signIn).where(eq(signIn.uid, uid));
}
