import type { Db } from '@site/platform/database';
import { asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { people, teamMembers } from '../tables';

export type Person = typeof people.$inferSelect;

export async function findPerson(db: Db, subject: string): Promise<Person | null> {
  const [found] = await db.select().from(people).where(eq(people.subject, subject));
  return found ?? null;
}

/** Handles are told apart by more than capitals. */
export async function findPersonByHandle(db: Db, handle: string): Promise<Person | null> {
  const [found] = await db
    .select()
    .from(people)
    .where(sql`lower(${people.handle}) = lower(${handle})`);
  return found ?? null;
}

/** Handles by subject, of those who have one. */
export async function handlesOf(db: Db, subjects: readonly string[]): Promise<Map<string, string>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .select({ subject: people.subject, handle: people.handle })
    .from(people)
    .where(inArray(people.subject, [...new Set(subjects)]));
  return new Map(rows.flatMap(({ subject, handle }) => (handle === null ? [] : [[subject, handle] as const])));
}

interface Told {
  groups: readonly string[];
  /** When they were read. */
  groupsAt: Date;
  issuedAt: Date;
}

/** Notes what an access token says of a person, unless a newer one has said something since, or {@link signOut} has ended it meanwhile. */
export async function notePerson(db: Db, subject: string, { groups, groupsAt, issuedAt }: Told): Promise<void> {
  const seen = { groups: [...groups], seenAt: groupsAt };
  const isNewer = or(isNull(people.seenAt), lt(people.seenAt, groupsAt));
  const isGood = or(isNull(people.signedOutAt), lt(people.signedOutAt, issuedAt));
  await db
    .insert(people)
    .values({ subject, ...seen })
    .onConflictDoUpdate({ target: people.subject, set: seen, setWhere: sql`${isNewer} and ${isGood}` });
}

/** Gives a person, known or not, a handle. Whoever calls it has seen that nobody else has it. */
export async function setHandle(tx: Db, subject: string, handle: string): Promise<void> {
  await tx.insert(people).values({ subject, handle }).onConflictDoUpdate({ target: people.subject, set: { handle } });
}

/**
 * From now on access tokens of before are worth nothing, and no group counts until a new one says so. It holds for whom nobody has seen here,
 * too: who they are is in tokens that are out already.
 */
export async function signOut(db: Db, subject: string): Promise<void> {
  const signedOut = { groups: [], signedOutAt: sql`now()` };
  await db
    .insert(people)
    .values({ subject, ...signedOut })
    .onConflictDoUpdate({ target: people.subject, set: signedOut });
}

/** Names of the teams of a person. */
export async function teamsOf(db: Db, subject: string): Promise<string[]> {
  const rows = await db
    .select({ team: teamMembers.team })
    .from(teamMembers)
    .where(eq(teamMembers.subject, subject))
    .orderBy(asc(teamMembers.team));
  return rows.map(({ team }) => team);
}
