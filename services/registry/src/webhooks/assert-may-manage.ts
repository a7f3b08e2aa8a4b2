import type { Db } from '@site/platform/database';
import { assertCovers, assertCoversEnvironments, EVERYTHING } from '../tokens/authorize';
import type { Token } from '../tokens/token.repository';
import { findWebhook, type WebhookRow } from './webhook.repository';

/** A webhook is told of every part, in its environments. @throws AppError `forbidden`. */
export function assertMayManage(actor: Token, environments: readonly string[]): void {
  assertCovers(actor, [EVERYTHING]);
  assertCoversEnvironments(actor, environments);
}

/** @throws AppError `webhook-not-found` or `forbidden`. */
export async function findManaged(db: Db, actor: Token, name: string): Promise<WebhookRow> {
  const webhook = await findWebhook(db, name);
  assertMayManage(actor, webhook.environments);
  return webhook;
}
