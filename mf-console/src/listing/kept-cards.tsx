import type { ReactNode } from 'react';
import { Stack } from '@site/ui';
import { useKept } from './use-kept';

interface Props<Row> {
  rows: Row[];
  /** Of the list: see {@link useKept}. */
  address: string;
  /** Stands in the place of cards where there are none. */
  empty: ReactNode;
  /** @param isListed Whether the row is still one of the list. */
  children: (row: Row, isListed: boolean) => ReactNode;
}

/** A card for each row that the list has or had while it was looked at. */
export function KeptCards<Row extends { id: number }>({ rows, address, empty, children }: Props<Row>) {
  const kept = useKept(rows, address);
  if (kept.length === 0) return empty;
  return (
    <Stack as="ul" role="list" listStyleType="none" ps="0" gap="5">
      {kept.map((row) => (
        <li key={row.id}>
          {children(
            row,
            rows.some(({ id }) => id === row.id),
          )}
        </li>
      ))}
    </Stack>
  );
}
