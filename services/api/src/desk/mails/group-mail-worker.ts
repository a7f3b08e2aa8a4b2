/**
 * Queues mails to peer groups for their members, some at a time: a group may have more members than one request, or one transaction, can
 * take. Whoever turns notifications off meanwhile is left out.
 */
import { enqueueMails } from '@site/platform/outbox';
import { asc, eq } from 'drizzle-orm';
import type { ApiServices } from '../../api-server';
import { groupMail as groupMails } from '../../domain/tables';
import { groupMail } from './group-mail';
import { listRecipients } from './recipient.repository';

type GroupMailServices = Pick<ApiServices, 'database' | 'config' | 'basePath'>;

/** Of one transaction. */
const AT_A_TIME = 500;

/** Queues all that waits. Several processes may do it at once: none takes the mail that another one works on. @returns How many mails were queued. */
export async function queueGroupMails(services: GroupMailServices, isStopped: () => boolean = () => false): Promise<number> {
  for (let queued = 0; ;) {
    const some = isStopped() ? null : await queueSome(services);
    if (some === null) return queued;
    queued += some;
  }
}

/** @returns How many were queued; null if no mail waits. */
const queueSome = (services: GroupMailServices): Promise<number | null> =>
  services.database.transaction(async (tx) => {
    const [waiting] = await tx.select().from(groupMails).orderBy(asc(groupMails.id)).limit(1).for('update', { skipLocked: true });
    if (!waiting) return null;
    const recipients = await listRecipients(tx, waiting.code, { after: waiting.queuedUntil, limit: AT_A_TIME });
    await enqueueMails(
      tx,
      recipients.map((recipient) => groupMail(recipient, waiting, services)),
      { isBulk: true },
    );
    const last = recipients[AT_A_TIME - 1];
    const isIt = eq(groupMails.id, waiting.id);
    await (last ? tx.update(groupMails).set({ queuedUntil: last.subject }).where(isIt) : tx.delete(groupMails).where(isIt));
    return recipients.length;
  });
