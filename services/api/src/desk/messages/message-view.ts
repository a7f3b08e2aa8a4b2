/** Messages as the desk reads them, and what an event keeps of them: nothing that the sender wrote or was told. */
import type { DeskMessage } from '@site/contracts/api/desk';
import type { ApiServices } from '../../api-server';
import { staffNames } from '../staff-names';
import type { AnsweredMessage } from './message.repository';

export async function messageViews(
  services: Pick<ApiServices, 'database' | 'identityAdmin'>,
  rows: readonly AnsweredMessage[],
): Promise<DeskMessage[]> {
  const staff = rows.flatMap(({ assignedTo, answers }) => [
    ...(assignedTo === null ? [] : [assignedTo]),
    ...answers.map(({ actor }) => actor),
  ]);
  const names = await staffNames(services, staff);
  const nameOf = (subject: string) => names.get(subject) ?? subject;
  return rows.map(({ assignedTo, answers, receivedAt, ...row }) => ({
    ...row,
    received_at: receivedAt.toISOString(),
    assigned_to: assignedTo === null ? null : { id: assignedTo, name: nameOf(assignedTo) },
    answers: answers.map(({ text, actor, sentAt }) => ({ text, by: nameOf(actor), sent_at: sentAt.toISOString() })),
  }));
}

export async function messageView(services: Pick<ApiServices, 'database' | 'identityAdmin'>, row: AnsweredMessage): Promise<DeskMessage> {
  const [view] = await messageViews(services, [row]);
  return view as DeskMessage;
}

export const recordedMessage = ({ status, assignedTo, answers }: AnsweredMessage) => ({
  status,
  assigned_to: assignedTo,
  answers: answers.length,
});
