/** One sign-in under way: finding it by its cookie, moving it on, and ending it. */
import type { Db } from '@site/platform/database';
import { enqueueMail } from '@site/platform/outbox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { InteractionResults } from 'oidc-provider';
import { newBrowserMail } from '../accounts/account-mails';
import { createAccountRepository } from '../accounts/account.repository';
import { mailFirstEnrolmentCode } from '../accounts/mailed-code';
import { hasSecondFactor, needsSecondFactor, provesSecondFactor } from '../accounts/factors';
import { RELEASE_CLIENT_ID } from '../config';
import { bearsTag } from '../crypto/keyring';
import { present } from '../present';
import { hasSignedIn, recordSecurityEvent } from '../security/security-log';
import { visitOf } from '../sessions/visit';
import type { Account, SignIn } from '../tables';
import { rememberAccount } from './device-cookie';
import { formRefused, SignInElsewhere, signInExpired } from './hosted-error';
import type { HostedContext } from './hosted-scope';
import type { SignInLinks, SignInView } from './pages/sign-in-pages';
import { clearStep, readStep, saveStep, StepLeft } from './sign-in-steps';

export interface Interaction {
  uid: string;
  /** What the provider asks of the person. */
  prompt: { name: string };
  params: { identity_provider?: string; login_hint?: string };
}

/** The interaction that the address names and the browser's cookie proves. @throws the page 'expired' otherwise. */
export async function openInteraction({ host }: HostedContext, request: FastifyRequest<{ Params: { uid: string } }>, reply: FastifyReply) {
  const details = await host.provider().interactionDetails(request.raw, reply.raw);
  if (details.uid !== request.params.uid) throw signInExpired();
  const { client_id: clientId, redirect_uri: redirectUri } = details.params;
  // The provider has seen that it is an address of the client.
  if (clientId === RELEASE_CLIENT_ID) request.program = new URL(String(redirectUri)).origin;
  return { uid: details.uid, prompt: details.prompt, params: details.params } as Interaction;
}

const baseOf = ({ config }: HostedContext, uid: string): string => `${new URL(config.issuer).pathname}/interaction/${uid}`;

export function signInLinks(context: HostedContext, uid: string): SignInLinks {
  const base = baseOf(context, uid);
  return {
    password: `${base}/password`,
    newPassword: `${base}/new-password`,
    secondFactor: `${base}/second-factor`,
    passkey: `${base}/passkey`,
    secondFactorPasskey: `${base}/passkey/confirm`,
    enrolment: `${base}/enrolment`,
    enrolmentCode: `${base}/enrolment/code`,
    enrolmentMail: `${base}/enrolment/mail`,
    enrolmentApp: `${base}/enrolment/app`,
    enrolmentPasskey: `${base}/enrolment/passkey`,
    forgot: `${base}/forgot`,
    reset: `${base}/reset`,
    cancel: `${base}/cancel`,
    provider: (name) => `${base}/with/${encodeURIComponent(name)}`,
  };
}

/**
 * Where a sign-in that only has to be completed goes on. Another provider sends whichever browser it likes to its address here, and whoever began
 * the sign-in may not be the one who came back: so the address is known only to who was led to it, and {@link openComplete} asks for the cookie too.
 * @param sub Whose sign-in it is; null for nobody's, which was cancelled.
 */
export const completeLink = (context: HostedContext, uid: string, sub: string | null): string =>
  `${baseOf(context, uid)}/complete?proof=${context.keyring.tag('returns', returnOf(uid, sub))}`;

const returnOf = (uid: string, sub: string | null) => `${uid}:${sub ?? ''}`;

/** The sign-in that is to be completed. @throws the page 'expired' for a browser that was not led here. */
export async function openComplete(context: HostedContext, uid: string, proof: string): Promise<SignIn> {
  const found = await standsAt(context, uid, 'finish', 'ended');
  if (!bearsTag(context.keyring, 'returns', returnOf(uid, found.sub), proof)) throw signInExpired();
  return found;
}

/** What every page of a sign-in needs to be shown. */
export function signInView(context: HostedContext, uid: string, errors: SignInView['errors'] = {}): SignInView {
  return { site: context.pages.site, links: signInLinks(context, uid), csrf: context.keyring.tag('forms', uid), errors };
}

/** @throws the page 'cannot be used' for a form that does not come from a page of this sign-in. */
export function assertOwnForm(context: HostedContext, uid: string, csrf: string): void {
  if (!bearsTag(context.keyring, 'forms', uid, csrf)) throw formRefused();
}

/**
 * After each proof of who it is: what else does the account ask for? Nothing, and the sign-in ends.
 * @param proof.methods By which the person has proved it so far.
 * @param proof.byMail Whether the password, or the code with which it was chosen, came by mail just now.
 * @param proof.spend Spends the proof, in the transaction that writes down how far the sign-in has come by it.
 * @returns where to go; null if the proof was spent before, and the sign-in stands where it stood.
 */
export async function goOn(
  context: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  proof: Proof & { spend: (tx: Db) => Promise<boolean> },
): Promise<string | null>;
export async function goOn(context: HostedContext, request: FastifyRequest, reply: FastifyReply, proof: Proof): Promise<string>;
export async function goOn(
  context: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { uid, spend, ...proof }: Proof & { spend?: (tx: Db) => Promise<boolean> },
): Promise<string | null> {
  const { account, methods } = proof;
  const next = await context.database.transaction(async (tx) => {
    if (spend && !(await spend(tx))) return null;
    const step = await nextStep(context, tx, proof);
    const isNews = await saveStep(tx, uid, { sub: account.sub, ...step });
    if (step.step === 'ended') await noteSignIn(context, tx, request, reply, { sub: account.sub, methods, isNews });
    return step;
  });
  if (!next) return null;
  if (next.step === 'ended') return finishSignIn(context, request, reply, uid, signedIn(account.sub, methods));
  if (next.step === 'enrolment' && next.email === null) await mailFirstEnrolmentCode(context, account);
  return present(pageOf(context, { uid, sub: account.sub, step: next.step }), 'page of the step');
}

interface Proof {
  uid: string;
  account: Account;
  methods: string[];
  byMail?: boolean;
}

async function nextStep(
  { config }: HostedContext,
  tx: Db,
  { account, methods, byMail = false }: Omit<Proof, 'uid'>,
): Promise<Pick<SignIn, 'step'> & Partial<SignIn>> {
  const byPassword = methods.includes('pwd');
  if (byPassword && account.status === 'FORCE_CHANGE_PASSWORD') return { step: 'new-password' };
  // Who signs in elsewhere is asked for a second step there, unless the account must have one here.
  const asked = needsSecondFactor(config, account) || (byPassword && account.totpEnabled);
  if (!asked || provesSecondFactor(methods)) return { step: 'ended', methods };
  if (await hasSecondFactor(tx, account)) return { step: 'second-factor', methods };
  // A password may be known to others. With it alone, whoever comes first would set up the factor that keeps its owner out.
  return { step: 'enrolment', methods, email: byMail || !byPassword ? account.email : null };
}

/** Where a sign-in at a step goes on; null at 'finish', whose address is for nobody but who was led to it. */
function pageOf(context: HostedContext, { uid, sub, step }: Pick<SignIn, 'uid' | 'sub' | 'step'>): string | null {
  const links = signInLinks(context, uid);
  const pages = {
    'new-password': links.newPassword,
    'second-factor': links.secondFactor,
    enrolment: links.enrolment,
    reset: links.reset,
    finish: null,
    ended: completeLink(context, uid, sub),
  };
  return pages[step];
}

/**
 * The sign-in at one of these steps.
 * @throws SignInElsewhere if it has ended at the application, or stands at another step; the page 'expired' if it is nowhere, or waits at 'finish'.
 */
export async function standsAt(context: HostedContext, uid: string, ...steps: SignIn['step'][]): Promise<SignIn> {
  const found = await readStep(context.database.db, uid);
  if (found && steps.includes(found.step)) return found;
  const page = found ? pageOf(context, found) : await resultOf(context, uid);
  throw page === null ? signInExpired() : new SignInElsewhere(page);
}

/** Leads to where the sign-in stands, or has ended. */
export async function leadOn(context: HostedContext, uid: string): Promise<never> {
  await standsAt(context, uid);
  throw signInExpired();
}

/** What moves the sign-in on from its step, or leads to where it stands if it has left that step meanwhile. */
export const unlessLeft = <Result>(context: HostedContext, uid: string, moving: Promise<Result>): Promise<Result> =>
  moving.catch((thrown: unknown) => {
    if (thrown instanceof StepLeft) return leadOn(context, uid);
    throw thrown;
  });

/**
 * Leads to where a sign-in has come by this method already, if it has: a proof that works once came again.
 * @throws also the page 'expired' for one from whose end the browser has gone on.
 */
export async function leadOnIfProved(context: HostedContext, uid: string, method: string): Promise<void> {
  const found = await readStep(context.database.db, uid);
  const page = found ? found.methods.includes(method) && pageOf(context, found) : await resultOf(context, uid);
  if (page) throw new SignInElsewhere(page);
  if (!found && !(await context.host.provider().Interaction.find(uid))) throw signInExpired();
}

/** Where a sign-in that has ended at the application goes on; null for another one. */
async function resultOf({ host }: HostedContext, uid: string): Promise<string | null> {
  const interaction = await host.provider().Interaction.find(uid);
  return interaction?.result?.login ? interaction.returnTo : null;
}

/** Whose sign-in {@link standsAt} one of these steps. @throws the same; the page 'expired' if the account is gone or disabled. */
export async function openStep(context: HostedContext, uid: string, ...steps: SignIn['step'][]) {
  const found = await standsAt(context, uid, ...steps);
  const account = found.sub ? await createAccountRepository(context.database.db).findEnabled(found.sub) : undefined;
  if (!account) throw signInExpired();
  return { account, step: found.step, methods: found.methods, email: found.email };
}

/** Ends the sign-in. @returns where the browser goes on, on its way back to the application. */
export async function finishSignIn(
  context: HostedContext,
  request: FastifyRequest,
  reply: FastifyReply,
  uid: string,
  result: InteractionResults,
) {
  const returnTo = await context.host.provider().interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false });
  // After the result: a form that comes again and finds no step finds that.
  await clearStep(context.database.db, uid);
  return returnTo;
}

/** Writes the sign-in down, once, and tells the owner where it came from a browser that none came from before. */
async function noteSignIn(
  context: HostedContext,
  tx: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { sub, methods, isNews }: { sub: string; methods: string[]; isNews: boolean },
): Promise<void> {
  const isKnown = rememberAccount(context, request, reply, sub);
  if (!isNews) return;
  const visit = visitOf(request);
  const account = isKnown || !(await hasSignedIn(tx, sub)) ? undefined : await createAccountRepository(tx).find(sub);
  await recordSecurityEvent(tx, { kind: 'signed-in', sub, actor: 'owner', visit, detail: methods.join(' ') });
  if (account) await enqueueMail(tx, newBrowserMail(context.config, account, visit));
}

/**
 * The provider asks for consent where a program on somebody's machine signs in, whatever session the browser has: any program could call itself
 * by that name (RFC 8252, 8.6). Signing in for it is the consent. Whoever signs in has chosen an account by that, where a client asks for a choice.
 */
export const signedIn = (sub: string, methods: string[]): InteractionResults => ({
  login: { accountId: sub, amr: methods, remember: true },
  consent: {},
  select_account: {},
});
export const cancelled = (description: string): InteractionResults => ({ error: 'access_denied', error_description: description });
