import type { MessageStatus } from '@site/contracts/api/desk';

/** States of a message, as people read them. */
export const STATUSES: Record<MessageStatus, string> = {
  new: 'New',
  'in-progress': 'In progress',
  answered: 'Answered',
  closed: 'Closed',
};

export const PALETTES: Record<MessageStatus, string> = { new: 'accent', 'in-progress': 'warning', answered: 'success', closed: 'neutral' };
