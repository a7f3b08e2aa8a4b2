/** How the desk writes: nothing of somebody else is overwritten unseen, and each write leaves an event with what it changed. */
import type { DeskAct } from '@site/contracts/api/desk-events';
import type { Database, Db } from '@site/platform/database';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../access';
import { deskEvent } from '../domain/tables';
import { apiError } from '../errors';

export interface Versioned {
  version: number | string;
}

interface Write<Item extends Versioned> {
  act: DeskAct;
  /** Id or code of what is written. */
  target: string | number;
  /** Subject of the member whom it is about, if it is about one. */
  member?: string | ((item: Item) => string);
  /** The item as it is, locked until the transaction ends. */
  find: (tx: Db) => Promise<Item | undefined>;
  missing: Parameters<typeof apiError>[0];
  /** What of an item is kept in the event: all of it unless this says less. */
  recorded?: (item: Item) => object;
  /** The item as it is then; null if there is none any more. */
  write: (tx: Db, before: Item) => Promise<Item | null>;
}

/**
 * Writes what exists.
 * @returns The item as it is now, or as it was when it is removed.
 * @throws AppError `missing`, `version-required` and `changed-meanwhile` as {@link requireVersion}, and what `write` throws.
 */
export async function writeItem<Item extends Versioned>(database: Database, request: FastifyRequest, of: Write<Item>): Promise<Item> {
  return database.transaction(async (tx) => {
    const before = await of.find(tx);
    if (!before) throw apiError(of.missing);
    requireVersion(request, before);
    const after = await of.write(tx, before);
    const member = typeof of.member === 'function' ? of.member(before) : of.member;
    const recorded = of.recorded ?? ((item: Item) => item);
    await recordEvent(tx, request, { act: of.act, target: of.target, member, before: recorded(before), after: after && recorded(after) });
    return after ?? before;
  });
}

/** Adds an item, whose id or code `targetOf` reads. */
export async function addItem<Item extends object>(
  database: Database,
  request: FastifyRequest,
  { act, add, targetOf }: { act: DeskAct; add: (tx: Db) => Promise<Item>; targetOf: (item: Item) => string | number },
): Promise<Item> {
  return database.transaction(async (tx) => {
    const after = await add(tx);
    await recordEvent(tx, request, { act, target: targetOf(after), before: null, after });
    return after;
  });
}

/**
 * Whoever writes says which version they have seen: nobody writes over whatever there is, which is what `*` would say. A weak tag is no
 * version (RFC 9110, 13.1.1).
 * @throws AppError `version-required` without a version, `changed-meanwhile` with another one.
 */
export function requireVersion(request: FastifyRequest, { version }: Versioned): void {
  const seen = request.headers['if-match']?.trim() ?? '';
  if (seen === '' || seen === '*') throw apiError('version-required');
  if (!seen.split(',').some((tag) => tag.trim() === `"${version}"`)) throw apiError('changed-meanwhile');
}

interface Event {
  act: DeskAct;
  target: string | number;
  member?: string | undefined;
  before: object | null;
  after: object | null;
}

export async function recordEvent(tx: Db, request: FastifyRequest, { act, target, member, before, after }: Event): Promise<void> {
  const changed = changedFields(before, after);
  await tx.insert(deskEvent).values({ actor: callerOf(request).subject, act, target: String(target), member: member ?? null, ...changed });
}

/** What is the same on both sides says nothing, and neither does the version. */
function changedFields(before: object | null, after: object | null) {
  const of = (item: object | null, other: object | null) =>
    item &&
    Object.fromEntries(
      Object.entries(item).filter(
        ([name, value]) =>
          name !== 'version' && (other === null || JSON.stringify(value) !== JSON.stringify((other as Record<string, unknown>)[name])),
      ),
    );
  return { before: of(before, after), after: of(after, before) };
}
