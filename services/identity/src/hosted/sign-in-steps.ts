/** How far a sign-in has come: kept by the id of its interaction, for as long as that lives. */
import type { Db } from '@site/platform/database';
import { and, eq, gt, sql } from 'drizzle-orm';
import { INTERACTION_SECONDS } from '../oidc/provider-configuration';
import { type SignIn, signIn } from '../tables';

export async function saveStep(db: Db, uid: string, step: Pick<SignIn, 'step'> & Partial<SignIn>): Promise<void> {
  const values = { sub: null, email: null, methods: [], ...step, expiresAt: new Date(Date.now() + INTERACTION_SECONDS * 1000) };
  await db
    .insert(signIn)
    .values({ ...values, uid })
    .onConflictDoUpdate({ target: signIn.uid, set: values });
}

/** How far the sign-in has come, if it has come anywhere. */
export async function readStep(db: Db, uid: string): Promise<SignIn | undefined> {
  const [row] = await db
    .select()
    .from(signIn)
    .where(and(eq(signIn.uid, uid), gt(signIn.expiresAt, sql`now()`)));
  return row;
}

/** Takes the sign-in of somebody away from a step. @returns false if it does not stand there any more: of two that do this at once, one does it. */
export async function leaveStep(tx: Db, uid: string, sub: string, step: SignIn['step']): Promise<boolean> {
  const where = and(eq(signIn.uid, uid), eq(signIn.sub, sub), eq(signIn.step, step));
  return (await tx.delete(signIn).where(where).returning({ uid: signIn.uid })).length > 0;
}

export async function clearStep(db: Db, uid: string): Promise<void> {
  await db.delete(signIn).where(eq(signIn.uid, uid));
}
