/** A table of many rows, sorted by what its address says. On narrow windows each row is a card with the names of the columns. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import {
  type CellContext,
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type Header,
  type RowData,
  type SortingState,
  useReactTable,
} from '@tanstack/react-table';
import { Box, Button, chakra, VisuallyHidden } from '@site/ui';
import { SORT_PARAMETER } from '../addresses';
import { useSearchParams } from '../search-params';

const Table = chakra('table', {
  base: { width: 'full', borderCollapse: 'collapse', textStyle: 'sm', display: { base: 'block', md: 'table' } },
});
const Head = chakra('thead', { base: { display: { base: 'none', md: 'table-header-group' } } });
const Body = chakra('tbody', { base: { display: { base: 'flex', md: 'table-row-group' }, flexDirection: 'column', gap: '3' } });
const Row = chakra('tr', {
  base: {
    display: { base: 'block', md: 'table-row' },
    borderWidth: { base: '1px', md: '0' },
    borderBottomWidth: { md: '1px' },
    borderRadius: { base: 'l2', md: '0' },
    px: { base: '4', md: '0' },
    py: { base: '2', md: '0' },
  },
});
const HeadCell = chakra('th', {
  base: { textAlign: 'start', verticalAlign: 'bottom', py: '2', pe: '5', color: 'fg.muted', fontWeight: 'semibold', whiteSpace: 'nowrap' },
});
const Cell = chakra('td', {
  base: {
    display: { base: 'grid', md: 'table-cell' },
    gridTemplateColumns: '7rem minmax(0, 1fr)',
    gap: '3',
    alignItems: 'baseline',
    verticalAlign: 'top',
    py: { base: '1', md: '3' },
    '&:not(:last-of-type)': { pe: { md: '5' } },
    // A long word makes no table wider than the window: it is broken where its column would take more than is left beside the others.
    overflowWrap: 'anywhere',
    '& *': { overflowWrap: 'inherit' },
    minW: { md: '20' },
    _before: { content: 'attr(data-label)', display: { md: 'none' }, color: 'fg.muted' },
    '&[data-label=""]': { display: { base: 'block', md: 'table-cell' }, textAlign: { md: 'end' }, whiteSpace: 'nowrap' },
    // Buttons are higher than the line of text beside them, and stand in its middle.
    '&[data-label=""] > *': { my: { md: '-2' } },
    // A label alone says nothing on a card.
    '&:has(> :empty)': { display: { base: 'none', md: 'table-cell' } },
  },
});
const Sorter = chakra('button', {
  base: { fontWeight: 'semibold', cursor: 'pointer', borderRadius: 'l1', whiteSpace: 'nowrap', _hover: { color: 'fg' } },
});

/** Rows that are drawn at first, and with each wish for more. */
const DRAWN = 100;

const MARKS = { asc: ' ↑', desc: ' ↓' } as const;

interface DataTableProps<Data extends RowData> {
  /** Says what the table lists; for screen readers. */
  caption: string;
  /** A header is a text. A column without one holds actions. */
  columns: ColumnDef<Data>[];
  data: Data[];
  rowId: (row: Data) => string;
}

export function DataTable<Data extends RowData>({ caption, columns, data, rowId }: DataTableProps<Data>) {
  const [sorting, sort] = useSortInAddress();
  const [drawn, setDrawn] = useState(DRAWN);
  // eslint-disable-next-line react-hooks/incompatible-library -- the sources are compiled by no compiler that would memoize its functions
  const table = useReactTable({
    data,
    columns,
    getRowId: rowId,
    state: { sorting },
    onSortingChange: (update) => sort(typeof update === 'function' ? update(sorting) : update),
    // The library would set its own state again after each rendering, which keeps React from ever showing the next page.
    autoResetAll: false,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  const { rows } = table.getRowModel();
  // Whoever has wished for more goes on with the first of them.
  const firstOfMore = useRef<HTMLTableRowElement>(null);
  useEffect(() => firstOfMore.current?.focus(), [drawn]);
  return (
    <>
      <Table role="table">
        <VisuallyHidden as="caption">{caption}</VisuallyHidden>
        <Head role="rowgroup">
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id} role="row">
              {group.headers.map((header) => (
                <ColumnHead key={header.id} header={header} />
              ))}
            </tr>
          ))}
        </Head>
        <Body role="rowgroup">
          {rows.slice(0, drawn).map((row, index) => (
            <Row key={row.id} role="row" {...(index > 0 && index === drawn - DRAWN && { ref: firstOfMore, tabIndex: -1 })}>
              {row.getVisibleCells().map(({ id, column, getContext }) => (
                <Cell key={id} role="cell" data-label={labelOf(column.columnDef)}>
                  <Box minW="0">{contentOf(column.columnDef.cell, getContext())}</Box>
                </Cell>
              ))}
            </Row>
          ))}
        </Body>
      </Table>
      {rows.length > drawn && (
        <Button variant="outline" size="sm" mt="4" onClick={() => setDrawn(drawn + DRAWN)}>
          {`Show more: ${rows.length - drawn} of ${rows.length} are left`}
        </Button>
      )}
    </>
  );
}

function ColumnHead<Data extends RowData>({ header }: { header: Header<Data, unknown> }) {
  const { column } = header;
  const label = labelOf(column.columnDef);
  const sorted = column.getIsSorted();
  if (!column.getCanSort())
    return (
      <HeadCell role="columnheader" scope="col">
        {label || <VisuallyHidden>Actions</VisuallyHidden>}
      </HeadCell>
    );
  const order = sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none';
  return (
    <HeadCell role="columnheader" scope="col" aria-sort={order}>
      <Sorter type="button" onClick={column.getToggleSortingHandler()}>
        {label}
        {sorted !== false && <span aria-hidden="true">{MARKS[sorted]}</span>}
      </Sorter>
    </HeadCell>
  );
}

/** Called, and not rendered as a component: columns that are made anew would be other components, and what is open in a row would close. */
const contentOf = <Data extends RowData>(cell: ColumnDef<Data>['cell'], context: CellContext<Data, unknown>): ReactNode =>
  typeof cell === 'function' ? cell(context) : cell;

const labelOf = ({ header }: { header?: unknown }): string => (typeof header === 'string' ? header : '');

/** `?sort=size` or `?sort=-size`. */
function useSortInAddress(): [SortingState, (sorting: SortingState) => void] {
  const [parameters, setParameters] = useSearchParams();
  const text = parameters.get(SORT_PARAMETER) ?? '';
  const id = text.replace(/^-/, '');
  const sorting = id === '' ? [] : [{ id, desc: text !== id }];
  const sort = ([first]: SortingState) => {
    const next = new URLSearchParams(parameters);
    if (first) next.set(SORT_PARAMETER, `${first.desc ? '-' : ''}${first.id}`);
    else next.delete(SORT_PARAMETER);
    setParameters(next, { replace: true });
  };
  return [sorting, sort];
}
