import type { Db } from '@site/platform/database';
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { grants } from '../tables';
import { type Scope, VERB_OF } from './scope';

export type Grant = typeof grants.$inferSelect & { state: 'valid' | 'expired' | 'revoked' };

const isValid = and(isNull(grants.revokedAt), or(isNull(grants.expiresAt), gt(grants.expiresAt, sql`now()`)));
const state = sql<Grant['state']>`case when ${isValid} then 'valid' when ${grants.revokedAt} is null then 'expired' else 'revoked' end`;
const columns = { ...getTableColumns(grants), state };

export interface Holder {
  subject: string;
  groups: readonly string[];
  teams: readonly string[];
}

/** The valid ones of a person, however they come to them. */
export function grantsOf(db: Db, { subject, groups, teams }: Holder): Promise<Grant[]> {
  const to = (kind: Grant['holderKind'], names: readonly string[]) =>
    names.length === 0 ? undefined : and(eq(grants.holderKind, kind), inArray(grants.holder, [...names]));
  return db
    .select(columns)
    .from(grants)
    .where(and(isValid, or(to('person', [subject]), to('team', teams), to('group', groups))))
    .orderBy(asc(grants.createdAt), asc(grants.role), asc(grants.id));
}

export const scopeOf = ({ role, parts, environments, expiresAt }: Grant): Scope => ({
  ...{ verbs: [VERB_OF[role]], parts, environments, expiresAt },
});

/** All of them, the valid ones first, the newest first. */
export const listGrants = (db: Db): Promise<Grant[]> =>
  db
    .select(columns)
    .from(grants)
    .orderBy(desc(sql`${state} = 'valid'`), desc(grants.createdAt), asc(grants.id));

/** The valid ones that name this holder. */
export const grantsTo = (db: Db, holderKind: Grant['holderKind'], holder: string): Promise<Grant[]> =>
  db
    .select(columns)
    .from(grants)
    .where(and(isValid, eq(grants.holderKind, holderKind), eq(grants.holder, holder)));

export async function findGrant(db: Db, id: string): Promise<Grant | null> {
  const [found] = await db.select(columns).from(grants).where(eq(grants.id, id));
  return found ?? null;
}

export async function insertGrant(tx: Db, row: typeof grants.$inferInsert): Promise<Grant> {
  const [added] = await tx.insert(grants).values(row).returning(columns);
  return added as Grant;
}

/** @returns Whether it was valid until now. */
export async function markGrantRevoked(tx: Db, id: string): Promise<boolean> {
  const revoked = await tx
    .update(grants)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(grants.id, id), isValid))
    .returning({ id: grants.id });
  return revoked.length > 0;
}

/** Until the transaction ends, no grant is given and no team changed. */
export async function lockGrants(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('registry.grants'))`);
}
