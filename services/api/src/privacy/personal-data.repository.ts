/** Everything that is kept about one member. */
import type { DataExport } from '@site/contracts/api/privacy';
import type { Db } from '@site/platform/database';
import { forgetAnswers } from '@site/platform/idempotency';
import { listWaitingMails } from '@site/platform/outbox';
import { and, asc, eq, inArray, ne, notExists, or } from 'drizzle-orm';
import { demoScope } from '../domain/demo-scope';
import {
  consent,
  contactMessage,
  deskEvent,
  type MemberRow,
  member,
  messageAnswer,
  playerDemo,
  playerPlaybook,
  signup,
} from '../domain/tables';

type Named = Pick<MemberRow, 'subject' | 'email'>;
type Records = Omit<DataExport, 'exported_at' | 'profile' | 'account'>;

/** The sign-up that made the account. Later ones with its address may have been written by anybody: they are erased, but not shown. */
const ownSignup = ({ subject }: MemberRow) => and(eq(signup.subject, subject), eq(signup.outcome, 'created'));
/** Anybody can write to us under any address. With the phone number beside it, it is theirs. Whatever has the address is erased. */
const ownMessage = ({ email, phone }: MemberRow) => and(eq(contactMessage.email, email), eq(contactMessage.phone, phone));
/** Two members may have one address: what made the other one is the other's. */
const everySignup = (db: Db, { subject, email }: Named) => {
  const ofOther = db
    .select({ subject: member.subject })
    .from(member)
    .where(and(eq(member.subject, signup.subject), ne(member.subject, subject)));
  return or(eq(signup.subject, subject), and(eq(signup.email, email), notExists(ofOther)));
};

export async function readRecords(db: Db, who: MemberRow): Promise<Records> {
  const signups = await db.select().from(signup).where(ownSignup(who)).orderBy(asc(signup.id));
  const consents = signups.length
    ? await db
        .select()
        .from(consent)
        .where(
          inArray(
            consent.signupId,
            signups.map((row) => row.id),
          ),
        )
        .orderBy(asc(consent.acceptedAt), asc(consent.document))
    : [];
  const demos = await db.select().from(playerDemo).where(eq(playerDemo.subject, who.subject)).orderBy(asc(playerDemo.id));
  const playbooks = await db.select().from(playerPlaybook).where(eq(playerPlaybook.subject, who.subject)).orderBy(asc(playerPlaybook.id));
  const messages = await db.select().from(contactMessage).where(ownMessage(who)).orderBy(asc(contactMessage.id));
  const answers = await db
    .select()
    .from(messageAnswer)
    .where(
      inArray(
        messageAnswer.messageId,
        messages.map((row) => row.id),
      ),
    )
    .orderBy(asc(messageAnswer.id));
  const events = await db.select().from(deskEvent).where(eq(deskEvent.member, who.subject)).orderBy(asc(deskEvent.id));
  const mails = await listWaitingMails(db, who.email);
  return {
    signups: signups.map(({ fullName, email, phone, location, code, receivedAt }) => ({
      full_name: fullName,
      email,
      phone,
      location,
      code,
      received_at: receivedAt.toISOString(),
    })),
    consents: consents.map(({ document, version, acceptedAt }) => ({ document, version, accepted_at: acceptedAt.toISOString() })),
    demos: demos.map(({ id, demoKindId, url, description, endorsements }) => ({
      id,
      demo_kind_id: demoKindId,
      url,
      description,
      endorsements,
    })),
    playbooks: playbooks.map(({ id, playbookId, role }) => ({ id, playbook_id: playbookId, role })),
    messages: messages.map(({ id, goal, name, phone, message, status, receivedAt }) => ({
      goal,
      name,
      phone,
      message,
      status,
      received_at: receivedAt.toISOString(),
      answers: answers.filter(({ messageId }) => messageId === id).map(({ text, sentAt }) => ({ text, sent_at: sentAt.toISOString() })),
    })),
    changes_by_staff: events.map(({ at, act, before, after }) => ({ at: at.toISOString(), act, before, after })),
    waiting_mails: mails.map(({ subject, queuedAt }) => ({ subject, queued_at: queuedAt.toISOString() })),
  };
}

/** Demos and follows go with the member, consents with the sign-ups, answers with the messages. That the desk did something stays, and not to whom. */
export async function deleteRecords(tx: Db, who: Named): Promise<void> {
  await tx.update(deskEvent).set({ target: null, member: null, before: null, after: null }).where(eq(deskEvent.member, who.subject));
  await tx.delete(contactMessage).where(eq(contactMessage.email, who.email));
  await tx.delete(signup).where(everySignup(tx, who));
  await forgetAnswers(tx, demoScope(who.subject));
  await tx.delete(member).where(eq(member.subject, who.subject));
}
