import { registryError } from '../errors';
import type { WebhookRow } from './webhook.repository';

/** @throws AppError `webhook-disabled`. */
export function assertEnabled(webhook: WebhookRow): WebhookRow {
  const { name, disabledAt, disabledReason: reason } = webhook;
  if (disabledAt === null) return webhook;
  const message = `${name} was disabled on ${disabledAt.toISOString().slice(0, 10)}. Enable it first. The reason was: ${reason}`;
  throw registryError('webhook-disabled', { message, details: { at: disabledAt.toISOString(), reason } });
}
