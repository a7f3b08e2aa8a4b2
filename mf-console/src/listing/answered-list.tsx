import type { ReactNode } from 'react';
import { Stack } from '@site/ui';
import { Answered, type Answer } from '../display/answered';
import { PageLinks, type PlaceParameter } from './page-links';

interface Paging<Row> {
  /** Rows of a page. */
  size: number;
  /** In the address, where the place is. */
  parameter?: PlaceParameter;
  /** Place of the page that follows this row; null where none does. */
  placeAfter: (last: Row) => string | null;
}

interface AnsweredListProps<Row> {
  answer: Answer<Row[]>;
  /** What is awaited, such as 'the history'. */
  what: string;
  /** Stands in the place of rows where there are none. */
  empty: ReactNode;
  /** Absent where all rows come at once. */
  paging?: Paging<Row>;
  children: (rows: Row[]) => ReactNode;
}

/** Rows of a list in each of its states: awaited, failed, outdated, none, and one page of many. */
export function AnsweredList<Row>({ answer, what, empty, paging, children }: AnsweredListProps<Row>) {
  return (
    <Answered answer={answer} what={what}>
      {(rows) => (
        <Stack gap="6">
          {rows.length === 0 ? empty : children(rows)}
          {paging && <PageLinks parameter={paging.parameter ?? 'before'} next={nextOf(rows, paging)} />}
        </Stack>
      )}
    </Answered>
  );
}

function nextOf<Row>(rows: Row[], { size, placeAfter }: Paging<Row>): string | null {
  const last = rows.at(-1);
  return last !== undefined && rows.length === size ? placeAfter(last) : null;
}
