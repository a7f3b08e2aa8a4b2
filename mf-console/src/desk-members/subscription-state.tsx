import { Moment } from '../display/moment';

/** When a subscription ends or ended. @param until Null for somebody who never had one. */
export function SubscriptionState({ until }: { until: string | null }) {
  return until === null ? 'never had one' : <Moment at={until} />;
}
