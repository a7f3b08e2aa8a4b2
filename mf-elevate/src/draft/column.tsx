import { Fragment, useDeferredValue, type ReactNode } from 'react';
import { requestOf, type Failure } from '@site/api-client/failure';
import { Box, EmptyState, ErrorPanel, Heading, Spinner, Stack, Text } from '@site/ui';
import { Loading } from '../loading';

interface ColumnProps<Entry> {
  id: string;
  title: string;
  lead: string;
  /** Absent while it is being fetched. */
  entries: readonly Entry[] | undefined;
  /** An entry of usual length, which stands for those that are awaited. */
  sample: Entry;
  emptyText: string;
  /** Of the call that fetches them. */
  failure: Failure | undefined;
  onRetry: () => void;
  children: (entry: Entry) => ReactNode;
}

/** One of the two lists of the page, in whichever state it is. */
export function Column<Entry>({ id, title, lead, entries, ...list }: ColumnProps<Entry>) {
  // Many cards at once are rendered in pieces, between which the browser answers.
  const shown = useDeferredValue(entries);
  return (
    <Box as="section" id={id} aria-labelledby={`${id}-heading`} minW="0">
      <Heading as="h2" id={`${id}-heading`} size="3xl" mb="2">
        {title}
      </Heading>
      <Text color="fg.muted" mb="6">
        {lead}
      </Text>
      <Entries title={title} entries={shown} {...list} />
    </Box>
  );
}

function Entries<Entry>({ title, entries, sample, emptyText, failure, onRetry, children }: Omit<ColumnProps<Entry>, 'id' | 'lead'>) {
  if (entries && entries.length > 0) return <Stack gap="5">{entries.map(children)}</Stack>;
  if (entries) return <EmptyState title={emptyText} illustration={<Spinner aria-hidden color="accent.solid" />} />;
  if (failure) {
    const message = 'The rest of the page works. Try again in a moment.';
    return <ErrorPanel title={`${title} did not load`} message={message} request={requestOf(failure)} onRetry={onRetry} />;
  }
  return (
    <Loading what={title.toLowerCase()}>
      <Stack gap="5">
        {[1, 2, 3].map((place) => (
          <Fragment key={place}>{children(sample)}</Fragment>
        ))}
      </Stack>
    </Loading>
  );
}
