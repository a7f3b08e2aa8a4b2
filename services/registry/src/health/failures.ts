/** Which reports of failures are believed, and how they are counted. */
import type { KeyObject } from 'node:crypto';
import type { Beacon } from '@site/contracts/beacon';
import type { Db } from '@site/platform/database';
import { type Chosen, chosenReleases } from '@site/release-model/choice';
import { dayOf, openSeal, type Seal, sealKey } from '@site/release-model/seal';
import { findRevision } from '../revisions/revision.repository';
import { addFailure, noteFailedDocument } from './health.repository';

/** A part that failed in a document which this registry's edges made. */
export interface Failure {
  environment: string;
  part: string;
  /** The release that the document had of the part, whatever took over for it. */
  releaseId: string;
  cohort: string;
  document: string;
  /** Number of the revision of which the document was made. */
  revision: number;
  /** Of the document's seal. */
  day: string;
}

/** How many days a seal is believed beyond its own. */
const BELIEVED_DAYS = 2;

/** Reports in which the version may be the one that took over. */
const OF_FALLBACKS: ReadonlySet<Beacon['kind']> = new Set(['load-failure', 'fallback-used']);

interface Believing {
  signingKey: KeyObject;
  today: Date;
}

/** What a beacon says, if it has a valid seal, and that target and choice had what it names; else null. */
export async function believedFailure(db: Db, beacon: Beacon, { signingKey, today }: Believing): Promise<Failure | null> {
  const { document, name, version, kind } = beacon;
  const days = Array.from({ length: BELIEVED_DAYS + 1 }, (_, ago) => dayOf(today, -ago));
  const keyOf = ({ environment, day }: Seal) => (days.includes(day) ? sealKey(signingKey, environment, day) : null);
  const seal = document && beacon.seal ? openSeal(beacon.seal, keyOf) : null;
  if (!document || !seal) return null;
  const revision = await findRevision(db, seal.environment, seal.number);
  if (revision?.epoch !== seal.epoch) return null;
  const had = ({ part, release, fallback }: Chosen) =>
    part === name && (release.version === version || (OF_FALLBACKS.has(kind) && fallback?.version === version));
  const chosen = chosenReleases(revision.target.parts, seal).find(had);
  if (!chosen) return null;
  const { part, release, cohort } = chosen;
  return { environment: seal.environment, part, releaseId: release.id, cohort, document, revision: seal.number, day: seal.day };
}

/** Counts a failure, once for each document and part. */
export async function recordFailure(db: Db, failure: Failure): Promise<void> {
  if (await noteFailedDocument(db, failure)) await addFailure(db, failure);
}
