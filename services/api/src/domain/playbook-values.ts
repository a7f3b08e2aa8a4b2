/** The row of a playbook that the desk or the seed describes. */
import type { PlaybookInput } from '@site/contracts/api/desk';

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
