import type { Database, Db } from '@site/platform/database';
import type { Shown } from '@site/release-model/preview';
import type { IssuedPreview } from '@site/release-model/registry-answers';
import type { ReleaseRef } from '@site/release-model/release-id';
import type { RevokedPreview } from '@site/release-model/revoked-previews';
import { utcText } from '@site/release-model/wall-clock';
import { and, asc, desc, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm';
import { recordAudit } from '../audit/audit.repository';
import { deleteOld } from '../delete-old';
import { holdEnvironment } from '../environments/environment.repository';
import { registryError } from '../errors';
import { previews } from '../preview-table';
import { PREVIEWS_CHANNEL } from '../revisions/channels';
import { assertShowable } from './link';

type PreviewRow = typeof previews.$inferSelect;

/** For how long what has expired is on record here. The audit keeps it for good. */
const KEPT_DAYS = 30;

const issued = ({ environment: _, revokedBy, revokedAt, revokedReason, ...row }: PreviewRow): IssuedPreview => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  revoked: revokedAt && { by: revokedBy ?? '', at: revokedAt.toISOString(), reason: revokedReason },
});

interface Recorded extends Pick<PreviewRow, 'kind' | 'subject' | 'parts' | 'reason'> {
  /** Releases that it shows whatever is live. */
  shows: Record<string, ReleaseRef>;
  /** For the audit, which has the ids of the releases too. */
  details?: Record<string, unknown>;
}

/**
 * That a link is made: in the list and in the audit, without the link. From then on no collection takes what it shows.
 * @throws AppError `release-yanked` or `release-collected` for what was so meanwhile.
 */
export async function recordPreview(
  { database, now }: { database: Database; now: () => Date },
  { id, environment, expiresAt, createdBy }: Shown,
  { shows, details, ...recorded }: Recorded,
): Promise<void> {
  const { kind, subject, reason } = recorded;
  await database.transaction(async (tx) => {
    // Whoever yanks or collects releases holds it as well.
    await holdEnvironment(tx, environment);
    await assertShowable(tx, shows);
    await deleteOld(tx, previews, previews.expiresAt, KEPT_DAYS);
    const times = { createdAt: now(), expiresAt: new Date(expiresAt) };
    await tx.insert(previews).values({ id, environment, createdBy, ...times, ...recorded });
    const audited = { id, expiresAt, ...details, releases: Object.values(shows).map((release) => release.id) };
    await recordAudit(tx, { actor: createdBy, action: kind, environment, subject, reason, details: audited });
    await database.notify(PREVIEWS_CHANNEL, environment, tx);
  });
}

interface PreviewQuery {
  /** Only those that were made before the one with this number. */
  before?: number | undefined;
  limit: number;
}

/** Those that have not expired, newest first, with those that were revoked. */
export async function listPreviews(db: Db, environment: string, now: Date, { before, limit }: PreviewQuery): Promise<IssuedPreview[]> {
  const rows = await db
    .select()
    .from(previews)
    .where(
      and(
        eq(previews.environment, environment),
        gt(previews.expiresAt, now),
        before === undefined ? undefined : lt(previews.number, before),
      ),
    )
    .orderBy(desc(previews.number))
    .limit(limit);
  return rows.map(issued);
}

/** @throws AppError `preview-not-found` */
export async function findPreview(db: Db, environment: string, id: string): Promise<IssuedPreview> {
  const [row] = await db
    .select()
    .from(previews)
    .where(and(eq(previews.environment, environment), eq(previews.id, id)));
  if (!row) throw registryError('preview-not-found');
  return issued(row);
}

/** @throws AppError `preview-ended` for one that has expired or was revoked before. */
export async function revokePreview(
  database: Database,
  { environment, id, by, at, reason }: { environment: string; id: string; by: string; at: Date; reason: string },
): Promise<IssuedPreview> {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(previews)
      .set({ revokedBy: by, revokedAt: at, revokedReason: reason })
      .where(and(eq(previews.environment, environment), eq(previews.id, id), isNull(previews.revokedAt), gt(previews.expiresAt, at)))
      .returning();
    if (!row) throw registryError('preview-ended', { message: whyEnded(await findPreview(tx, environment, id)) });
    const { subject, createdBy } = row;
    await recordAudit(tx, { actor: by, action: 'revoke-preview', environment, subject, reason, details: { id, createdBy } });
    await database.notify(PREVIEWS_CHANNEL, environment, tx);
    return issued(row);
  });
}

const whyEnded = ({ revoked, expiresAt }: IssuedPreview): string =>
  revoked ? `${revoked.by} has revoked it, at ${utcText(new Date(revoked.at))}.` : `It has expired, at ${utcText(new Date(expiresAt))}.`;

/** Those that were revoked and have not expired, in the order in which they were made. */
export async function listRevoked(db: Db, environment: string, now: Date): Promise<RevokedPreview[]> {
  const rows = await db
    .select({ id: previews.id, expiresAt: previews.expiresAt })
    .from(previews)
    .where(and(eq(previews.environment, environment), gt(previews.expiresAt, now), isNotNull(previews.revokedAt)))
    .orderBy(asc(previews.number));
  return rows.map(({ id, expiresAt }) => ({ id, expiresAt: expiresAt.toISOString() }));
}
