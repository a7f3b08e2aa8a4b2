import { Moment } from '../display/moment';

/** When a subscription ends or ended. @param until Null for somebody who has none. */
export function SubscriptionState({ until }: { until: string | null }) {
  return until === null ? 'none' : <Moment at={until} />;
}
