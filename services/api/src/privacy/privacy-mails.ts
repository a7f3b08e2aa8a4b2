/** Mails about the erasure of an account. */
import * as paths from '@site/contracts/paths';
import type { Mail } from '@site/platform/mail';
import type { ApiConfig } from '../config';

const day = (moment: Date) => moment.toISOString().slice(0, 10);

export const deletionScheduled = (email: string, due: Date, { BRAND, SITE_URL }: ApiConfig): Mail => ({
  to: email,
  subject: `Your account at ${BRAND} will be erased`,
  text: [
    `You asked us to erase your account at ${BRAND}. On ${day(due)} (UTC) it will be erased with everything in it.`,
    `Until then you can change your mind: sign in and keep the account at ${new URL(paths.card, SITE_URL).href}.`,
    'If you did not ask for this, sign in now, keep the account, and set a new password.',
  ].join('\n\n'),
});

export const deletionCancelled = (email: string, { BRAND }: ApiConfig): Mail => ({
  to: email,
  subject: `Your account at ${BRAND} stays`,
  text: `You called off the erasure of your account at ${BRAND}. Nothing was erased.`,
});

export const accountErased = (email: string, { BRAND }: ApiConfig): Mail => ({
  to: email,
  subject: `Your account at ${BRAND} was erased`,
  text: `As you asked, your account at ${BRAND} was erased with everything in it. This is the last mail about it.`,
});
