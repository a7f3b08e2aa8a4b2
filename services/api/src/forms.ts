/** What the two public forms share: the bot check, and repeats that do no harm. */
import { createHash } from 'node:crypto';
import type { BotAction } from '@site/contracts/api/bot-check';
import type { Db } from '@site/platform/database';
import { AppError } from '@site/platform/errors';
import { idempotent } from '@site/platform/idempotency';
import { networkOf } from '@site/platform/network';
import type { FastifyRequest } from 'fastify';
import type { ApiServices } from './api-server';
import { spendToken } from './bot-check/spent-tokens.repository';
import { apiError } from './errors';

/** The key of a repeatable request: what the client says, or nothing. */
export const idempotencyKey = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
};

/**
 * Accepts a form once: limits the caller and the address that gets mail of it, checks the token and spends it together with what `store` writes.
 * The same form sent again, even at the same moment, gets the first answer and stores nothing.
 * @throws AppError `too-many-requests`, `bot-check-failed`, or what `store` throws.
 */
export async function acceptForm<Form extends { recaptchaToken: string; email: string }, Body>(
  services: ApiServices,
  request: FastifyRequest & { body: Form },
  action: BotAction,
  store: (tx: Db, form: Form) => Promise<Body>,
): Promise<Body> {
  const { database, botCheck, limits } = services;
  const { body: form } = request;
  await limits.forms.consume(`${action} ${networkOf(request.ip)}`);
  // Refused inside only: the repeat of a form that was accepted is answered although its token is spent or expired by now.
  const token = await botCheck.check(form.recaptchaToken, action);
  // Whoever they are who enter it. A form that is not stored sends nothing and counts for nothing: else one token, or codes that are guessed,
  // sent again and again, would keep mail from somebody. It is counted before the transaction, which would wait for a second connection to the
  // database, and refused inside.
  const recipient = `${action} ${form.email.toLowerCase()}`;
  const counting = token && limits.recipients.consume(recipient).then(() => null);
  const refusal = counting && (await counting.catch((error: Error) => error));
  let isStored = false;
  const key = idempotencyKey(request) ?? createHash('sha256').update(JSON.stringify(form)).digest('hex');
  try {
    const answer = await idempotent(database, { scope: `POST /${action}`, key, body: form }, async (tx) => {
      if (refusal) throw refusal;
      if (!token || !(await spendToken(tx, token))) throw apiError('bot-check-failed');
      const body = await store(tx, form);
      isStored = true;
      return { status: 200, body };
    });
    return answer.body as Body;
  } catch (error) {
    isStored = false;
    // A refusal rolls the transaction back, but its token has served: guessing peer group codes costs one token each.
    if (token && !refusal && error instanceof AppError) await spendToken(database.db, token);
    throw error;
  } finally {
    if (token && !isStored) await limits.recipients.giveBack(recipient);
  }
}
