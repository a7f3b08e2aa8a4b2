import { utcText } from '@site/release-model/wall-clock';
import { registryError } from '../errors';
import type { WebhookRow } from './webhook.repository';

/** Receivers were promised that they may know the secret of before until then. @throws AppError `webhook-in-overlap`. */
export function assertNotInOverlap({ previousSecretUntil: until }: WebhookRow, now: Date): void {
  if (until === null || until <= now) return;
  const message = `Until ${utcText(until)} messages are signed with the secret of before as well. Wait for that, or rotate with an overlap of 0, which ends it at once.`;
  throw registryError('webhook-in-overlap', { message, details: { until: until.toISOString() } });
}
