import { useState } from 'react';

/** The one of a list that is looked at beside it: the newest that is known of it, also once the list leaves it out. */
export function useChosen<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => number | string,
): [Row | null, (row: Row | null) => void] {
  const [chosen, choose] = useState<Row | null>(null);
  const listed = chosen === null ? undefined : rows?.find((row) => keyOf(row) === keyOf(chosen));
  if (listed !== undefined && listed !== chosen) choose(listed);
  return [listed ?? chosen, choose];
}
