/** Peer groups. Codes are kept in capitals and found in any case. */
import type { PeerGroup, PeerGroupName } from '@site/contracts/api/desk';
import type { Db } from '@site/platform/database';
import { asc, eq, gt, sql } from 'drizzle-orm';
import { nextVersion } from '../../domain/next-version';
import { member, peerGroup } from '../../domain/tables';
import { boundedCount } from '../bounded-count';

const PAGE = 50;
/** More than anybody chooses from. */
const MOST_NAMES = 1_000;

const columns = {
  code: peerGroup.code,
  name: peerGroup.name,
  is_open: peerGroup.isOpen,
  version: peerGroup.version,
  members: boundedCount(member, sql`${member}.peer_group_code = ${peerGroup}.code`),
};

export const listPeerGroups = (db: Db, after?: string): Promise<PeerGroup[]> =>
  db
    .select(columns)
    .from(peerGroup)
    .where(after ? gt(peerGroup.code, after.toUpperCase()) : undefined)
    .orderBy(asc(peerGroup.code))
    .limit(PAGE);

export const listPeerGroupNames = (db: Db): Promise<PeerGroupName[]> =>
  db.select({ code: peerGroup.code, name: peerGroup.name }).from(peerGroup).orderBy(asc(peerGroup.code)).limit(MOST_NAMES);

async function findPeerGroup(db: Db, code: string): Promise<PeerGroup | undefined> {
  const [group] = await db.select(columns).from(peerGroup).where(eq(peerGroup.code, code));
  return group;
}

export async function lockPeerGroup(tx: Db, code: string): Promise<PeerGroup | undefined> {
  const [group] = await tx.select(columns).from(peerGroup).where(eq(peerGroup.code, code)).for('update');
  return group;
}

/** Undefined if the code is taken. */
export async function addPeerGroup(db: Db, { code, name }: { code: string; name: string }): Promise<PeerGroup | undefined> {
  const added = await db
    .insert(peerGroup)
    .values({ code: code.toUpperCase(), name })
    .onConflictDoNothing()
    .returning({ code: peerGroup.code });
  return added[0] && findPeerGroup(db, added[0].code);
}

export async function savePeerGroup(tx: Db, code: string, change: { name: string; is_open: boolean }): Promise<PeerGroup> {
  await tx
    .update(peerGroup)
    .set({ name: change.name, isOpen: change.is_open, version: nextVersion(peerGroup.version) })
    .where(eq(peerGroup.code, code));
  return (await findPeerGroup(tx, code)) as PeerGroup;
}
