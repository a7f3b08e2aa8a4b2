import { deletionRequestSchema, deletionSchema } from '@site/contracts/api/privacy';
import { refusals } from '@site/platform/http';
import { enqueueMail } from '@site/platform/outbox';
import { type Caller, callerOf } from '../access';
import type { ApiServer, ApiServices } from '../api-server';
import { currentMember } from '../current-member';
import { hashSubject, holdMember, updateMember } from '../domain/member.repository';
import { apiError } from '../errors';
import { deletionScheduled } from './privacy-mails';

const FRESH_SIGN_IN_SECONDS = 300;
const DAY_MS = 86_400_000;

export function requestDeletionRoute(app: ApiServer, services: ApiServices): void {
  app.post(
    '/user/deletion',
    {
      config: { access: 'player' },
      schema: {
        summary: 'Have the account erased after a grace period. Needs the password, or a sign-in of the last five minutes',
        tags: ['Privacy'],
        body: deletionRequestSchema,
        response: { 200: deletionSchema, ...refusals(400, 401, 403) },
      },
    },
    async (request) => {
      const { subject, email } = await currentMember(services, request);
      await reauthenticate(services, callerOf(request), request.body.password);
      const due = await services.database.transaction(async (tx) => {
        const held = await holdMember(tx, subject);
        if (!held) throw apiError('account-unknown');
        // Asking again does not move the date.
        if (held.deletionDueAt) return held.deletionDueAt;
        const dueAt = new Date(Date.now() + services.config.DELETION_GRACE_DAYS * DAY_MS);
        await updateMember(tx, subject, { deletionDueAt: dueAt });
        const key = `deletion-${hashSubject(subject)}-${dueAt.getTime()}`;
        await enqueueMail(tx, deletionScheduled(email, dueAt, services.config), { key });
        return dueAt;
      });
      return { deletion_due_at: due.toISOString() };
    },
  );
}

/** @throws AppError `reauthentication-failed`, `too-many-requests`. */
async function reauthenticate({ identityAdmin, limits }: ApiServices, { subject, signedInAt }: Caller, password?: string): Promise<void> {
  if (password === undefined) {
    const isFresh = signedInAt !== null && Date.now() / 1000 - signedInAt < FRESH_SIGN_IN_SECONDS;
    if (!isFresh) throw apiError('reauthentication-failed');
    return;
  }
  await limits.passwords.consume(subject);
  if (!(await identityAdmin.verifyPassword(subject, password))) throw apiError('reauthentication-failed');
  await limits.passwords.reset(subject);
}
