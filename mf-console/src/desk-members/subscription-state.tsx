import { Moment } from '../display/moment';

/** @param until End of a subscription, null for somebody who never had one. */
export function SubscriptionState({ until }: { until: string | null }) {
  if (until === null) return 'none';
  return (
    <>
      {Date.parse(until) > Date.now() ? 'ends ' : 'ended '}
      <Moment at={until} />
    </>
  );
}
