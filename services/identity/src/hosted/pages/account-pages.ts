/** Pages on which a signed-in person looks after the account: password, authenticator app, and the list of passkeys. */
import * as paths from '@site/contracts/paths';
import { APP_CODE, appPicture, type AppSetup } from './factor-pages';
import { form, type FormErrors } from './form';
import { html } from './html';
import { layout, type Site } from './layout';
import { newPasswordFields } from './sign-in-pages';

export interface AccountLinks {
  home: string;
  password: string;
  secondFactor: string;
  removeSecondFactor: string;
  passkeys: string;
  addPasskey: string;
  removePasskey: (id: string) => string;
  sessions: string;
  endOtherSessions: string;
  details: string;
  email: string;
  confirmEmail: string;
  activity: string;
  signOut: string;
}

export interface AccountView {
  site: Site;
  links: AccountLinks;
  csrf: string;
  email: string;
}

export const CURRENT_PASSWORD = {
  name: 'password',
  label: 'Current password',
  type: 'password',
  autocomplete: 'current-password',
} as const;

export interface PasskeyRow {
  id: string;
  name: string;
  createdAt: Date;
}

export interface AccountState {
  hasPassword: boolean;
  hasApp: boolean;
  passkeys: readonly PasskeyRow[];
  /** How many, this one included. */
  sessions: number;
}

export function accountPage(view: AccountView & AccountState): string {
  const { site, links, email, hasPassword, hasApp, passkeys, sessions } = view;
  return layout(site, {
    title: 'Sign-in settings',
    lead: html`You are signed in as <strong>${email}</strong>.`,
    body: html`${
        !hasPassword &&
        html`<p>
          You sign in through another provider. Look there for your password. To change how you sign in here, choose a password first: sign
          out, and use "Forgot your password?".
        </p>`
      }
      <dl class="settings">
        ${
          hasPassword &&
          html`<div>
              <dt>Password</dt>
              <dd>Set</dd>
              <dd><a href="${links.password}">Change the password</a></dd>
            </div>
            <div>
              <dt>Authenticator app</dt>
              <dd>${hasApp ? 'On' : 'Off'}</dd>
              <dd>
                ${hasApp ? html`<a href="${links.removeSecondFactor}">Turn it off</a>` : html`<a href="${links.secondFactor}">Set it up</a>`}
              </dd>
            </div>
            <div>
              <dt>Passkeys</dt>
              <dd>${passkeys.length || 'None'}</dd>
              <dd>${passkeys.length > 0 && passkeyList(links, passkeys)}<a href="${links.addPasskey}">Add a passkey</a></dd>
            </div>`
        }
        <div>
          <dt>Your details</dt>
          <dd><a href="${links.details}">Name, phone and e-mail</a></dd>
        </div>
        <div>
          <dt>Where you are signed in</dt>
          <dd>${sessions === 1 ? 'Here only' : `${sessions} places`}</dd>
          <dd><a href="${links.sessions}">Show them</a></dd>
        </div>
        <div>
          <dt>Recent activity</dt>
          <dd><a href="${links.activity}">Show it</a></dd>
        </div>
      </dl>
      <div class="below">
        <p><a href="${site.siteUrl}${paths.card}">Back to your card</a></p>
        <a href="${links.signOut}">Sign out</a>
      </div>`,
  });
}

const passkeyList = (links: AccountLinks, passkeys: readonly PasskeyRow[]) =>
  html`<ul class="passkeys">
    ${passkeys.map(
      ({ id, name, createdAt }) =>
        html`<li>
          <strong>${name}</strong>
          <span class="hint">Added on ${createdAt.toISOString().slice(0, 10)}</span>
          <a href="${links.removePasskey(id)}" aria-label="Remove the passkey ${name}">Remove</a>
        </li>`,
    )}
  </ul>`;

export function changePasswordPage(view: AccountView & { errors: FormErrors; rules: string }): string {
  const { site, links, csrf, errors, rules, email } = view;
  return layout(site, {
    title: 'Change your password',
    lead: 'You will be signed out everywhere and sign in with the new one.',
    body: html`${form({
      action: links.password,
      csrf,
      errors,
      submit: 'Change the password',
      username: email,
      fields: [CURRENT_PASSWORD, ...newPasswordFields(rules)],
    })}${backToAccount(links)}`,
  });
}

export function appSetupPage(view: AccountView & { errors: FormErrors; app: AppSetup }): string {
  const { site, links, csrf, errors, app } = view;
  return layout(site, {
    title: 'Set up an authenticator app',
    lead: 'Scan this picture with the app on your phone, then enter the code that the app shows.',
    body: html`${appPicture(app)}
    ${form({
      action: links.secondFactor,
      csrf,
      errors,
      submit: 'Turn it on',
      fields: [APP_CODE, CURRENT_PASSWORD],
      hidden: { sealed: app.sealed },
    })}${backToAccount(links)}`,
  });
}

export function removeSecondFactorPage({ site, links, csrf, errors }: AccountView & { errors: FormErrors }): string {
  return layout(site, {
    title: 'Turn off the authenticator app',
    lead: 'Signing in with your password will not ask for its codes any more.',
    body: html`${form({ action: links.removeSecondFactor, csrf, errors, submit: 'Turn it off', fields: [CURRENT_PASSWORD] })}${backToAccount(links)}`,
  });
}

export const backToAccount = (links: AccountLinks) => html`<p class="aside"><a href="${links.home}">Back to sign-in settings</a></p>`;
