/** The browser's session at the provider, for pages that stand outside a sign-in. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createAccountRepository } from '../accounts/account.repository';
import { lacksSecondFactor } from '../accounts/factors';
import { recordSecurityEvent } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import { endSession as endSignIn } from '../sessions/session.repository';
import type { Account } from '../tables';
import type { HostedContext } from './hosted-scope';

export interface HostedSession {
  uid: string;
  account: Account;
}

/** Null also where the session was made with less than the account's groups have to sign in with by now. */
export async function readSession(context: HostedContext, request: FastifyRequest, reply: FastifyReply): Promise<HostedSession | null> {
  const session = await findSession(context, request, reply);
  const account = session.accountId ? await createAccountRepository(context.database.db).findEnabled(session.accountId) : undefined;
  return account && !lacksSecondFactor(context.config, account, session.amr) ? { uid: session.uid, account } : null;
}

/** Ends the session, if there is one, and the tokens of its sign-in with it. The cookie that is left names nothing any more. */
export async function endSession(context: HostedContext, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = await findSession(context, request, reply);
  if (!session.accountId) return;
  await session.destroy();
  await endSignIn(context.database, session.accountId, session.uid);
  await recordSecurityEvent(context.database.db, { kind: 'signed-out', sub: session.accountId, actor: 'owner', visit: visitOf(request) });
}

function findSession({ host }: HostedContext, request: FastifyRequest, reply: FastifyReply) {
  const provider = host.provider();
  return provider.Session.get(provider.app.createContext(request.raw, reply.raw));
}
