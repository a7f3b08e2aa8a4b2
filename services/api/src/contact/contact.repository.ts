/** Contact messages. */
import type { ContactRequest } from '@site/contracts/api/contact';
import type { Db } from '@site/platform/database';
import { contactMessage } from '../domain/tables';

/** @returns Id of the message. */
export async function storeMessage(db: Db, { goal, name, email, phone, message }: ContactRequest): Promise<number> {
  const [row] = await db
    .insert(contactMessage)
    .values({ goal, name, email: email.toLowerCase(), phone, message })
    .returning({ id: contactMessage.id });
  if (!row) throw new Error('the message was not stored');
  return row.id;
}
