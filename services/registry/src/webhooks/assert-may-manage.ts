import type { Db } from '@site/platform/database';
import { EVERYTHING } from '../people/scope';
import { assertManages } from '../tokens/authorize';
import type { Principal } from '../tokens/principal';
import { findWebhook, type WebhookRow } from './webhook.repository';

/** A webhook is told of every part, in its environments. @throws AppError `forbidden`. */
export const assertMayManage = (principal: Principal, environments: readonly string[]): void =>
  assertManages(principal, { parts: [EVERYTHING], environments: [...environments] });

/** @throws AppError `webhook-not-found` or `forbidden`. */
export async function findManaged(db: Db, principal: Principal, name: string): Promise<WebhookRow> {
  const webhook = await findWebhook(db, name);
  assertMayManage(principal, webhook.environments);
  return webhook;
}
