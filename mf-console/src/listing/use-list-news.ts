import { useState } from 'react';
import { useLocation } from '@site/router';

interface Listed {
  /** How many rows are shown; undefined while none have arrived. */
  shown: number | undefined;
  /** Whether more follow on another page. */
  hasMore: boolean;
  isFetching: boolean;
}

/** What screen readers hear when a list has arrived, and again when the address has led to other rows; not each time that the same are looked up again. */
export function useListNews({ shown, hasMore, isFetching }: Listed): string {
  const { search } = useLocation();
  const [news, setNews] = useState<{ search: string | null; text: string }>({ search: null, text: '' });
  if (!isFetching && shown !== undefined && news.search !== search) {
    const entries = shown === 0 ? 'No entries' : shown === 1 ? '1 entry' : `${shown} entries`;
    setNews({ search, text: hasMore ? `${entries}, more on the next page` : entries });
  }
  return news.text;
}
