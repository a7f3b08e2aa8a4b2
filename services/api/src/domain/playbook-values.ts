/** The row of a playbook that the desk or the seed describes, and the description of a row. */
import type { PlaybookInput } from '@site/contracts/api/desk';
import type { PlaybookRow } from './tables';

export const playbookValues = (input: PlaybookInput) => ({
  name: input.name,
  description1: input.description_1,
  description2: input.description_2,
  description3: input.description_3,
  minSize: input.min_size,
  maxSize: input.max_size,
  memberLevel: input.memberLevel,
  needsSubscription: input.needs_subscription,
  needsRank: input.needs_rank,
  isListed: input.is_listed,
});

export const playbookOf = (row: PlaybookRow): PlaybookInput & { id: number } => ({
  id: row.id,
  name: row.name,
  description_1: row.description1,
  description_2: row.description2,
  description_3: row.description3,
  min_size: row.minSize,
  max_size: row.maxSize,
  memberLevel: row.memberLevel,
  needs_subscription: row.needsSubscription,
  needs_rank: row.needsRank,
  is_listed: row.isListed,
});
