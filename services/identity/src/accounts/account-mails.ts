/** Mails about accounts. Plain sentences; nothing in them that the owner of the address may not know. */
import * as paths from '@site/contracts/paths';
import type { Mail } from '@site/platform/mail';
import type { Account } from '../tables';

export interface MailContext {
  brand: string;
  siteUrl: string;
}

type Recipient = Pick<Account, 'email' | 'fullName'>;

/** Without a name: whoever signs up with somebody else's address would have us call them whatever was typed. */
export function invitationMail({ brand, siteUrl }: MailContext, email: string, temporaryPassword: string, days: number): Mail {
  return mail({ email, fullName: null }, `Your ${brand} account`, [
    `Your account is ready. Sign in at ${siteUrl}${paths.signIn} with your e-mail address and this temporary password:`,
    `    ${temporaryPassword}`,
    `It works once, for ${inUnits(days, 'day')}; you will then choose your own.`,
    'If you did not sign up, ignore this mail: nobody can use the account without this password.',
  ]);
}

export function alreadyRegisteredMail({ brand, siteUrl }: MailContext, to: Recipient): Mail {
  return mail(to, `You already have a ${brand} account`, [
    'Somebody, probably you, has just tried to sign up with this e-mail address. It already has an account.',
    `Sign in at ${siteUrl}${paths.signIn}. If you forgot your password, choose "Forgot your password?" there.`,
    'If it was not you, there is nothing to do.',
  ]);
}

export function resetCodeMail({ brand, siteUrl }: MailContext, to: Recipient, code: string, minutes: number): Mail {
  return mail(to, `${code} is your ${brand} code`, [
    'Enter this code on the page where you asked for it to choose a new password:',
    `    ${code}`,
    `It works once, for ${inUnits(minutes, 'minute')}. Nobody of us will ever ask you for it.`,
    `If you did not ask for it, ignore this mail; your password at ${siteUrl} stays as it is.`,
  ]);
}

export function enrolmentCodeMail({ brand, siteUrl }: MailContext, to: Recipient, code: string, minutes: number): Mail {
  return mail(to, `${code} is your ${brand} code`, [
    'Enter this code on the page where you are signing in, to set up the second step that your role needs:',
    `    ${code}`,
    `It works once, for ${inUnits(minutes, 'minute')}. Nobody of us will ever ask you for it.`,
    `If you are not signing in, somebody knows your password: choose "Forgot your password?" at ${siteUrl}${paths.signIn} at once.`,
  ]);
}

export function passwordChangedMail({ brand, siteUrl }: MailContext, to: Recipient): Mail {
  return mail(to, `Your ${brand} password was changed`, [
    'Your password was changed just now, and you were signed out everywhere else.',
    `If it was not you, choose "Forgot your password?" at ${siteUrl}${paths.signIn} at once.`,
  ]);
}

export function secondFactorMail({ brand, siteUrl }: MailContext, to: Recipient, enabled: boolean): Mail {
  return mail(to, `Your authenticator app was turned ${enabled ? 'on' : 'off'} at ${brand}`, [
    enabled
      ? 'From now on, signing in with your password also asks for a code of your authenticator app.'
      : 'Signing in no longer asks for a code of your authenticator app.',
    `If it was not you, choose "Forgot your password?" at ${siteUrl}${paths.signIn} at once.`,
  ]);
}

export function passkeyMail({ brand, siteUrl }: MailContext, to: Recipient, change: 'added' | 'removed'): Mail {
  return mail(to, `A passkey was ${change} at ${brand}`, [
    change === 'added'
      ? 'From now on, whoever has this passkey can sign in to your account.'
      : 'It signs nobody in to your account any more.',
    `If it was not you, choose "Forgot your password?" at ${siteUrl}${paths.signIn} at once, and tell us.`,
  ]);
}

export function factorsResetMail({ brand, siteUrl }: MailContext, to: Recipient): Mail {
  return mail(to, `Your second factor was reset at ${brand}`, [
    'Your authenticator app, your passkeys and your recovery codes no longer work here, and you were signed out everywhere.',
    `Sign in at ${siteUrl}${paths.signIn} with your password. If you did not ask for this, tell us at once.`,
  ]);
}

/** Without a name, because the address may be somebody else's. */
export function emailCodeMail({ brand, siteUrl }: MailContext, email: string, code: string, minutes: number): Mail {
  return mail({ email, fullName: null }, `${code} confirms your e-mail address at ${brand}`, [
    'Enter this code on the page where you changed your e-mail address:',
    `    ${code}`,
    `It works once, for ${inUnits(minutes, 'minute')}. Nobody of us will ever ask you for it.`,
    `If you have no account at ${siteUrl}, ignore this mail: somebody mistyped an address.`,
  ]);
}

export function addressTakenMail({ brand, siteUrl }: MailContext, to: Recipient): Mail {
  return mail(to, `Your e-mail address at ${brand}`, [
    'Somebody, probably you, wants to use this e-mail address for another account. It already has one, so nothing was changed.',
    `Sign in to it at ${siteUrl}${paths.signIn}. If it was not you, there is nothing to do.`,
  ]);
}

/** To the old address. */
export function emailChangedMail({ brand, siteUrl }: MailContext, to: Recipient): Mail {
  return mail(to, `Your e-mail address at ${brand} was changed`, [
    'Your account uses another e-mail address from now on, and you sign in with that one. This one gets no further mail.',
    `If it was not you, write to us at once: ${siteUrl}${paths.contact}`,
  ]);
}

/** @param from Browser and network in words. */
export function newBrowserMail({ brand, siteUrl }: MailContext, to: Recipient, from: { device: string; network: string }): Mail {
  return mail(to, `New sign-in to your ${brand} account`, [
    `Somebody, probably you, has just signed in with ${from.device}, from the network ${from.network}. This browser was not used before.`,
    `If it was not you, choose "Forgot your password?" at ${siteUrl}${paths.signIn} at once: a new password ends all sign-ins.`,
  ]);
}

function mail({ email, fullName }: { email: string; fullName: string | null }, subject: string, paragraphs: string[]): Mail {
  return { to: email, subject, text: [fullName === null ? 'Hello,' : `Hello ${fullName},`, ...paragraphs].join('\n\n') + '\n' };
}

export const inUnits = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
