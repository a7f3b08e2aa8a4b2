/** What stands in the place of an answer of the registry: the answer, or that it is awaited, failed or outdated. */
import type { ApiError } from '@site/api-client';
import { useDeferredValue, type ReactNode } from 'react';
import { Box, Button, ErrorPanel, Notice, Skeleton, Stack, VisuallyHidden } from '@site/ui';
import { factsOf, isRefusal, messageOf } from '../registry/failure';

/** As RTK Query's hooks answer. */
export interface Answer<Data> {
  /** The last that there was, also where that was asked for with other arguments. */
  data?: Data | undefined;
  /** That of the present arguments. */
  currentData?: Data | undefined;
  error?: ApiError | { message?: string } | undefined;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * What stands in view: the answer before, while another is awaited; but where the other does not come, nothing that was not asked for, which would
 * look as if it were the answer.
 */
export const shownOf = <Data,>({ data, currentData, error, isFetching }: Answer<Data>): Data | undefined =>
  isFetching && !error ? data : currentData;

interface AnsweredProps<Data> {
  answer: Answer<Data>;
  /** What is awaited, such as 'the history'. */
  what: string;
  children: (data: Data) => ReactNode;
}

/**
 * An answer that was there stays in view when it is asked for again in vain, and says that it is old. A long one is drawn in pieces, between which
 * the browser answers.
 */
export function Answered<Data>({ answer, what, children }: AnsweredProps<Data>) {
  const deferred = useDeferredValue(answer);
  const { error, isFetching, refetch } = deferred;
  const data = shownOf(deferred);
  const retry = () => void refetch();
  if (data !== undefined)
    return (
      <>
        {error && !isRefusal(error) && (
          <Notice status="warning" role="status" mb="5" title={`What you see of ${what} may be outdated`}>
            {messageOf(error)}{' '}
            <Button variant="plain" size="xs" onClick={retry} aria-disabled={isFetching}>
              Try again
            </Button>
          </Notice>
        )}
        {children(data)}
      </>
    );
  if (error)
    return (
      <ErrorPanel
        title={isRefusal(error) ? `You do not see ${what}` : `This shows nothing of ${what} at the moment`}
        message={[messageOf(error), ...factsOf(error).map(({ name, value }) => `${name}: ${value}`)].join(' ')}
        {...(!isRefusal(error) && { onRetry: retry, retrying: isFetching })}
      />
    );
  return (
    <Box role="status">
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      <Stack gap="3" aria-hidden="true">
        <Skeleton height="6" width="1/2" />
        <Skeleton height="24" />
        <Skeleton height="24" />
      </Stack>
    </Box>
  );
}
