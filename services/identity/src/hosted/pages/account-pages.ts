/** Pages on which a signed-in person looks after the account: password and authenticator app. */
import { form, type FormErrors } from './form';
import { html, trusted } from './html';
import { layout, type Site } from './layout';
import { newPasswordFields } from './sign-in-pages';

export interface AccountLinks {
  home: string;
  password: string;
  secondFactor: string;
  removeSecondFactor: string;
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

export function accountPage(view: AccountView & { hasPassword: boolean; secondFactor: boolean; sessions: number }): string {
  const { site, links, email, hasPassword, secondFactor, sessions } = view;
  return layout(site, {
    title: 'Sign-in settings',
    lead: html`You are signed in as <strong>${email}</strong>.`,
    body: html`${!hasPassword && html`<p>You sign in through another provider. Look there for your password and for a second step.</p>`}
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
              <dd>${secondFactor ? 'On' : 'Off'}</dd>
              <dd>
                ${
                  secondFactor
                    ? html`<a href="${links.removeSecondFactor}">Turn it off</a>`
                    : html`<a href="${links.secondFactor}">Set it up</a>`
                }
              </dd>
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
        <p><a href="${site.siteUrl}/card">Back to your card</a></p>
        <a href="${links.signOut}">Sign out</a>
      </div>`,
  });
}

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
      fields: [CURRENT_PASSWORD, ...newPasswordFields(rules)],
      after: html`<input type="hidden" name="username" autocomplete="username" value="${email}" />`,
    })}${back(links)}`,
  });
}

export function enrolmentPage(view: AccountView & { errors: FormErrors; secret: string; qrSvg: string }): string {
  const { site, links, csrf, errors, secret, qrSvg } = view;
  return layout(site, {
    title: 'Set up an authenticator app',
    lead: 'Scan this picture with the app on your phone, then enter the code that the app shows.',
    body: html`<div class="qr">${trusted(qrSvg)}</div>
      <p class="hint">Or type this key into the app: <code>${secret.replace(/.{4}(?=.)/g, '$& ')}</code></p>
      ${form({
        action: links.secondFactor,
        csrf,
        errors,
        submit: 'Turn it on',
        fields: [
          {
            name: 'code',
            label: 'Code',
            type: 'text',
            autocomplete: 'one-time-code',
            inputmode: 'numeric',
            hint: 'Six digits from the app',
          },
          CURRENT_PASSWORD,
        ],
      })}${back(links)}`,
  });
}

export function recoveryCodesPage({ site, links, codes }: AccountView & { codes: readonly string[] }): string {
  return layout(site, {
    title: 'Keep these recovery codes',
    lead: 'Your authenticator app is on. If you lose the phone, each of these codes lets you in once. They are shown only now.',
    body: html`<ul class="codes">
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a class="button" href="${links.home}">I have saved them</a></p>`,
  });
}

export function removeSecondFactorPage({ site, links, csrf, errors }: AccountView & { errors: FormErrors }): string {
  return layout(site, {
    title: 'Turn off the authenticator app',
    lead: 'Signing in will ask for your password only.',
    body: html`${form({ action: links.removeSecondFactor, csrf, errors, submit: 'Turn it off', fields: [CURRENT_PASSWORD] })}${back(links)}`,
  });
}

export const back = (links: AccountLinks) => html`<p class="aside"><a href="${links.home}">Back to sign-in settings</a></p>`;
