import { useState } from 'react';

interface Kept<Row> {
  address: string;
  /** The answer that was taken in last. */
  of: Row[];
  rows: Row[];
}

/**
 * The rows of a list, each in the place where it was seen first: those that have left the list stay as they were, and new ones follow, so that
 * nothing moves under a pointer.
 * @param address Of the list: once the rows of another one have arrived, it begins anew.
 */
export function useKept<Row extends { id: number }>(listed: Row[], address: string): Row[] {
  const [kept, setKept] = useState<Kept<Row>>({ address, of: listed, rows: listed });
  if (listed === kept.of) return kept.rows;
  const rows = kept.address === address ? merged(kept.rows, listed) : listed;
  setKept({ address, of: listed, rows });
  return rows;
}

function merged<Row extends { id: number }>(rows: Row[], listed: Row[]): Row[] {
  const news = new Map(listed.map((row) => [row.id, row]));
  const seen = new Set(rows.map(({ id }) => id));
  return [...rows.map((row) => news.get(row.id) ?? row), ...listed.filter(({ id }) => !seen.has(id))];
}
