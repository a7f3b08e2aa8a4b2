/** How far a sign-in has come: kept by the id of its interaction, for as long as that lives. */
import type { Db } from '@site/platform/database';
import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { InteractionResults } from 'oidc-provider';
import { recordHash } from '../oidc/adapter';
import { INTERACTION_SECONDS } from '../oidc/provider-configuration';
import { oidcRecord, type SignIn, signIn } from '../tables';

/** @returns false for the end of a sign-in that has ended as that of the same account: of two that end it at once, one does it. */
export async function saveStep(db: Db, uid: string, step: Pick<SignIn, 'step'> & Partial<SignIn>): Promise<boolean> {
  const values = { sub: null, email: null, methods: [], ...step, expiresAt: nextExpiry() };
  const isOther = sql`(${signIn.step}, ${signIn.sub}) is distinct from ('ended', ${values.sub}::uuid)`;
  const saved = await db
    .insert(signIn)
    .values({ ...values, uid })
    .onConflictDoUpdate({ target: signIn.uid, set: values, ...(step.step === 'ended' && { setWhere: isOther }) })
    .returning({ uid: signIn.uid });
  return saved.length > 0 && !(step.step === 'ended' && (await wasTold(db, uid, values.sub)));
}

/**
 * Moves the sign-in of somebody on from one of these steps, in the transaction that does what leads on.
 * @throws StepLeft where it does not stand there any more: it was ended or taken elsewhere meanwhile, and stays there.
 */
export async function moveStep(
  tx: Db,
  { uid, sub, from }: { uid: string; sub: string; from: SignIn['step'][] },
  to: Pick<SignIn, 'step' | 'methods'> & Partial<SignIn>,
): Promise<void> {
  const moved = await tx
    .update(signIn)
    .set({ email: null, ...to, expiresAt: nextExpiry() })
    .where(and(eq(signIn.uid, uid), eq(signIn.sub, sub), inArray(signIn.step, from)))
    .returning({ uid: signIn.uid });
  if (moved.length === 0) throw new StepLeft();
}

/** Undoes the transaction. */
export class StepLeft extends Error {}

const nextExpiry = () => new Date(Date.now() + INTERACTION_SECONDS * 1000);

/** Whether the provider waits no more to be told that somebody has signed in. It is told before the step is cleared. */
async function wasTold(db: Db, uid: string, sub: string | null): Promise<boolean> {
  const [found] = await db
    .select({ payload: oidcRecord.payload })
    .from(oidcRecord)
    .where(and(eq(oidcRecord.model, 'Interaction'), eq(oidcRecord.idHash, recordHash(uid))));
  return !found || (found.payload.result as InteractionResults | undefined)?.login?.accountId === sub;
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
