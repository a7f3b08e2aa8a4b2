import { useDeferredValue, type ReactNode } from 'react';
import { Box, Stack, VisuallyHidden } from '@site/ui';
import { Answered, type Answer, shownOf } from '../display/answered';
import { useSearchParams } from '../search-params';
import { PageLinks, type PlaceParameter } from './page-links';
import { useListNews } from './use-list-news';
import { usePageTurn } from './use-page-turn';

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

/** Rows of a list in each of its states: awaited, failed, outdated, none, and one page of many. Screen readers hear what came of another address. */
export function AnsweredList<Row>({ answer: newest, what, empty, paging, children }: AnsweredListProps<Row>) {
  const [parameters] = useSearchParams();
  const answer = useDeferredValue(newest);
  const parameter = paging?.parameter ?? 'before';
  const { isFetching } = answer;
  const data = shownOf(answer);
  const next = data && paging ? nextOf(data, paging) : null;
  const news = useListNews({ shown: data?.length, hasMore: next !== null, isFetching });
  const { start, leave } = usePageTurn(parameters.get(parameter), isFetching);
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <Answered answer={answer} what={what}>
        {(rows) => (
          <Stack gap="6">
            <Box
              ref={start}
              role="group"
              aria-label={`${what.charAt(0).toUpperCase()}${what.slice(1)}`}
              tabIndex={-1}
              scrollMarginTop="calc(var(--site-header-height) + 1.5rem)"
            >
              {rows.length === 0 ? empty : children(rows)}
            </Box>
            {paging && <PageLinks parameter={parameter} next={next} onFollow={leave} />}
          </Stack>
        )}
      </Answered>
    </>
  );
}

function nextOf<Row>(rows: Row[], { size, placeAfter }: Paging<Row>): string | null {
  const last = rows.at(-1);
  return last !== undefined && rows.length === size ? placeAfter(last) : null;
}
