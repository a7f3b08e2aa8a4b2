import { Box } from '@site/ui';
import type { Failure } from '../registry/failure';
import { FailureNotice } from './failure-notice';

/** What was asked in vain of an item of a list. */
export interface RefusedItem {
  id: number;
  failure: Failure;
}

interface RefusalOfGoneProps {
  /** Word for an item. */
  what: string;
  refused: RefusedItem | null | undefined;
  /** Those that say themselves why they were refused. */
  listed: readonly { id: number }[] | undefined;
}

/** Says why an item is refused that has left the list, as it does where somebody else was faster. */
export function RefusalOfGone({ what, refused, listed }: RefusalOfGoneProps) {
  if (!refused || listed?.some(({ id }) => id === refused.id)) return null;
  return (
    <Box mb="5">
      <FailureNotice failure={refused.failure} title={`${what} ${refused.id}`} />
    </Box>
  );
}
