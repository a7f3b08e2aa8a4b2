import { useState } from 'react';

/** The one of a list that is looked at beside it: the newest that is known of it, also once the list leaves it out. */
export function useChosen<Row extends { id: number }>(rows: readonly Row[] | undefined): [Row | null, (row: Row | null) => void] {
  const [chosen, choose] = useState<Row | null>(null);
  const listed = chosen === null ? undefined : rows?.find(({ id }) => id === chosen.id);
  if (listed !== undefined && listed !== chosen) choose(listed);
  return [listed ?? chosen, choose];
}
