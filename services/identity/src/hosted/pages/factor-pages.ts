/** Setting up a second factor: the parts that the account pages and a sign-in share. */
import { renderSVG } from 'uqr';
import { buttonForm, errorSummary, form, MAILED_CODE, notice, worksOnce } from './form';
import { html, type Html, trusted } from './html';
import { layout, type Site } from './layout';
import { passkeyForm } from './passkey-form';
import type { SignInView } from './sign-in-pages';

/** Why an app is not turned on. */
export const APP_REFUSALS = {
  'wrong-code': { code: 'This code is not right. Wait for the next one, and try again.' },
  'other-app': { '': 'Another authenticator app was turned on for this account meanwhile. Its codes count, and none of this one.' },
} as const;
export const NO_MAILED_CODE =
  'No code is on its way: there were too many attempts, or the last code has expired. Please, wait a little, then have another one mailed.';
export const PASSKEY_NOT_ADDED = 'The passkey was not added. Please, try again.';

export interface AppSetup {
  secret: string;
  /** The secret as the form carries it. */
  sealed: string;
  /** Address that the app's camera reads from the picture. */
  uri: string;
}

export const APP_CODE = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  hint: 'Six digits from the app',
} as const;

export const appPicture = ({ secret, uri }: AppSetup): Html =>
  html`<div class="qr">${trusted(renderSVG(uri, { border: 4 }))}</div>
    <p class="hint">Or type this key into the app: <code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>`;

/** Within a sign-in by password alone: the owner of the account reads its mail. */
export function mailedCodePage(view: SignInView & { email: string; codeMinutes: number }): string {
  const { site, links, csrf, errors, email, codeMinutes } = view;
  return layout(site, {
    title: 'Confirm that it is you',
    lead: 'Your role here needs a second step when you sign in. Before you set one up, enter the code that we mailed to you.',
    body: html`${
        Object.keys(errors).length === 0 && notice(html`A mail is on its way to <strong>${email}</strong>. ${worksOnce(codeMinutes)}`)
      }${form({ action: links.enrolmentCode, csrf, errors, submit: 'Confirm', fields: [MAILED_CODE] })}
      <div class="below">
        ${buttonForm(links.enrolmentMail, csrf, 'Mail me another code', 'link')} ${buttonForm(links.cancel, csrf, 'Cancel', 'link')}
      </div>`,
  });
}

/** Within a sign-in. */
export function enrolmentPage(view: SignInView & { app: AppSetup; passkeyOptions: object }): string {
  const { site, links, csrf, errors, app, passkeyOptions } = view;
  const { '': whole, ...ofApp } = errors;
  return layout(site, {
    title: 'Protect your account',
    asksForPasskey: true,
    lead: 'Your role here needs a second step when you sign in. Set one up to go on.',
    body: html`${whole && errorSummary([], { '': whole })}
      <h2>With a passkey</h2>
      <p class="hint">Your fingerprint, face or screen lock, or a security key. The quickest way to sign in from then on.</p>
      ${passkeyForm({ action: links.enrolmentPasskey, csrf, ceremony: 'create', options: passkeyOptions, label: 'Create a passkey', look: 'button' })}
      <p class="divider"><span>or</span></p>
      <h2>With an authenticator app</h2>
      <p class="hint">Scan this picture with the app on your phone, then enter the code that the app shows.</p>
      ${appPicture(app)}
      ${form({ action: links.enrolmentApp, csrf, errors: ofApp, submit: 'Use this app', fields: [APP_CODE], hidden: { sealed: app.sealed }, focus: false })}
      <div class="below">
        <p></p>
        ${buttonForm(links.cancel, csrf, 'Cancel', 'link')}
      </div>`,
  });
}

/** @param next Where the page leads on to. */
export function recoveryCodesPage(site: Site, codes: readonly string[], next: string): string {
  return layout(site, {
    title: 'Keep these recovery codes',
    lead: 'If you lose your phone or your passkey, each of these codes lets you in once, after your password. They are shown only now.',
    body: html`<ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button" href="${next}">I have saved them</a></p>`,
  });
}
