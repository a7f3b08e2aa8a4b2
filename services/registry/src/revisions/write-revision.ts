/** The two ways to change what is live. Both are one compare-and-swap on the number of the revision. */
import type { Revision, RevisionChange } from '@site/contracts/revision';
import type { Database, Db } from '@site/platform/database';
import { recordAudit } from '../audit/audit.repository';
import { registryError } from '../errors';
import { findDescriptors } from '../releases/release.repository';
import { assertFitTogether } from './composition-rules';
import { applyChanges, differences, type Entries } from './revision-changes';
import { appendRevision, findCurrent, findRevision, listFrom } from './revision.repository';
import { rollbackTarget } from './rollback-target';

/** Channel of `Database.notify`; the payload is `{"environment","number"}`. */
export const REVISION_CHANNEL = 'registry_revision';

export interface WriteRequest {
  environment: string;
  /** Number of the revision that the caller has seen; 0 if there was none. */
  expectedRevision: number;
  actor: string;
  reason: string | null;
}

interface RollbackRequest extends WriteRequest {
  to: number | undefined;
  assertCovers: (names: string[]) => void;
}

/**
 * Makes versions live.
 * @throws AppError `revision-conflict`, `release-not-found`, `nothing-changes`, or what {@link assertFitTogether} throws.
 */
export async function promote(database: Database, request: WriteRequest & { changes: RevisionChange[] }): Promise<Revision> {
  return compareAndSwap(database, request, async (tx, current) => {
    const entries = applyChanges(current?.entries ?? {}, request.changes);
    await assertPublished(tx, request.changes);
    if (differences(current?.entries ?? {}, entries).length === 0) throw registryError('nothing-changes');
    const live = Object.entries(entries).map(([name, { version }]) => ({ name, version }));
    assertFitTogether(await findDescriptors(tx, live));
    return { kind: 'promotion', copies: null, entries };
  });
}

/**
 * Makes an earlier revision live again, as a new one.
 * @param request.to Number of that revision; that of {@link rollbackTarget} if undefined.
 * @param request.assertCovers Throws if the caller may not change one of the names.
 * @throws AppError `revision-conflict`, `revision-not-found`, `nothing-changes` or `nothing-to-roll-back`.
 */
export async function rollBack(database: Database, request: RollbackRequest): Promise<Revision> {
  return compareAndSwap(database, request, async (tx, current) => {
    if (!current) throw registryError('nothing-to-roll-back');
    const { to, environment } = request;
    const target = to === undefined ? await rollbackTarget(tx, current) : await findRevision(tx, environment, to);
    if (!target) throw registryError('revision-not-found');
    const changes = differences(current.entries, target.entries);
    request.assertCovers(changes.map(({ name }) => name));
    if (changes.length === 0) throw registryError('nothing-changes');
    return { kind: 'rollback', copies: target.number, entries: target.entries };
  });
}

type Next = (tx: Db, current: Revision | null) => Promise<{ kind: Revision['kind']; copies: number | null; entries: Entries }>;

async function compareAndSwap(database: Database, request: WriteRequest, next: Next): Promise<Revision> {
  const { environment, expectedRevision, actor, reason } = request;
  const written = await database.transaction(async (tx) => {
    const current = await findCurrent(tx, environment);
    if ((current?.number ?? 0) !== expectedRevision) return null;
    const change = await next(tx, current);
    const revision = await appendRevision(tx, { environment, number: expectedRevision + 1, createdBy: actor, reason, ...change });
    if (!revision) return null;
    const changes = differences(current?.entries ?? {}, revision.entries);
    await recordAudit(tx, {
      actor,
      action: change.kind === 'promotion' ? 'promote' : 'rollback',
      environment,
      subject: changes.map(({ name, to }) => `${name}@${to}`).join(' '),
      fromRevision: current?.number ?? null,
      toRevision: revision.number,
      reason,
      details: { changes },
    });
    await database.notify(REVISION_CHANNEL, JSON.stringify({ environment, number: revision.number }), tx);
    return revision;
  });
  if (written) return written;
  throw await conflict(database, environment, expectedRevision);
}

async function assertPublished(tx: Db, changes: RevisionChange[]): Promise<void> {
  const found = await findDescriptors(tx, changes);
  const missing = changes.find(({ name, version }) => !found.some((release) => release.name === name && release.version === version));
  if (missing)
    throw registryError('release-not-found', { message: `${missing.name}@${missing.version} was not published.`, details: missing });
}

/** Says what changed since the revision that the caller has seen. */
async function conflict(database: Database, environment: string, expected: number): Promise<Error> {
  const revisions = await listFrom(database.db, environment, Math.max(expected, 1));
  const since = revisions
    .filter(({ number }) => number > expected)
    .map((revision) => ({
      number: revision.number,
      kind: revision.kind,
      createdBy: revision.createdBy,
      createdAt: revision.createdAt,
      reason: revision.reason,
      changes: differences(revisions.find(({ number }) => number === revision.number - 1)?.entries ?? {}, revision.entries),
    }));
  const current = (await findCurrent(database.db, environment))?.number ?? 0;
  return registryError('revision-conflict', { details: { expected, current, since } });
}
