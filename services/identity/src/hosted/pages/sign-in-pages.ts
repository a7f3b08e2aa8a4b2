/** Pages of a sign-in: first the password or another provider, then what the account still asks for. */
import * as paths from '@site/contracts/paths';
import { form, buttonForm, MAILED_CODE, notice, type FormErrors, worksOnce } from './form';
import { html } from './html';
import { layout, type Site } from './layout';
import { passkeyForm } from './passkey-form';

/** Addresses of one sign-in. */
export interface SignInLinks {
  password: string;
  newPassword: string;
  passkey: string;
  secondFactor: string;
  secondFactorPasskey: string;
  enrolment: string;
  enrolmentCode: string;
  /** Mails another code. */
  enrolmentMail: string;
  enrolmentApp: string;
  enrolmentPasskey: string;
  /** Where the sign-in ends. */
  forgot: string;
  reset: string;
  cancel: string;
  /** Start at another provider. */
  provider: (name: string) => string;
}

export interface SignInView {
  site: Site;
  links: SignInLinks;
  csrf: string;
  errors: FormErrors;
}

export function signInPage({
  site,
  links,
  csrf,
  errors,
  email,
  providers,
  passkeys,
}: SignInView & { email: string; providers: readonly string[]; passkeys: object }): string {
  const others = providers.map(
    (name) => html`<a class="quiet" href="${links.provider(name)}">${PROVIDER_MARKS[name]}Continue with ${name}</a>`,
  );
  return layout(site, {
    title: 'Sign in',
    asksForPasskey: true,
    body: html`${form({
        action: links.password,
        csrf,
        errors,
        submit: 'Sign in',
        fields: [
          { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username webauthn', value: email },
          { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
        ],
      })}
      ${passkeyForm({ action: links.passkey, csrf, ceremony: 'get', options: passkeys, label: 'Continue with a passkey', look: 'quiet', suggest: true })}
      <p class="aside"><a href="${links.forgot}">Forgot your password?</a></p>
      ${
        others.length > 0 &&
        html`<p class="divider"><span>or</span></p>
          <div class="providers">${others}</div>`
      }
      <div class="below">
        <p>New here? <a href="${site.siteUrl}${paths.signUp}">Sign up</a></p>
        ${buttonForm(links.cancel, csrf, 'Cancel', 'link')}
      </div>`,
  });
}

export function newPasswordPage({ site, links, csrf, errors, rules, email }: SignInView & { rules: string; email: string }): string {
  return layout(site, {
    title: 'Choose your password',
    lead: 'You signed in with a temporary password. Choose your own to finish.',
    body: form({
      action: links.newPassword,
      csrf,
      errors,
      submit: 'Save and sign in',
      username: email,
      fields: newPasswordFields(rules),
    }),
  });
}

export function forgotPage({ site, links, csrf, errors, email }: SignInView & { email: string }): string {
  return layout(site, {
    title: 'Forgot your password?',
    lead: 'Enter your e-mail address. We will mail you a code with which to choose a new password.',
    body: html`${form({
        action: links.forgot,
        csrf,
        errors,
        submit: 'Mail me a code',
        fields: [{ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email }],
      })}
      <p class="aside"><a href="${links.password}">Back to sign in</a></p>`,
  });
}

/** @param view With the `code` that was typed before, where it is not what was refused. */
export function resetPage(view: SignInView & { rules: string; email: string; code: string; codeMinutes: number }): string {
  const { site, links, csrf, errors, rules, email, code, codeMinutes } = view;
  return layout(site, {
    title: 'Choose a new password',
    body: html`${Object.keys(errors).length === 0 && notice(html`If an account uses <strong>${email}</strong>, a code is on its way. ${worksOnce(codeMinutes)}`)}
      ${form({
        action: links.reset,
        csrf,
        errors,
        submit: 'Save and sign in',
        username: email,
        fields: [{ ...MAILED_CODE, value: code }, ...newPasswordFields(rules)],
      })}
      <p class="aside"><a href="${links.forgot}">Ask for another code</a></p>`,
  });
}

/** @param view With `passkeys`, the options of those that the account has, if it has any. What the person is most likely to have comes first. */
export function secondFactorPage(view: SignInView & { hasApp: boolean; passkeys: object | null }): string {
  const { site, links, csrf, errors, hasApp, passkeys } = view;
  const codeForm = form({
    action: links.secondFactor,
    csrf,
    errors,
    submit: 'Confirm',
    focus: hasApp,
    fields: [
      {
        name: 'code',
        label: hasApp ? 'Code' : 'Recovery code',
        type: 'text',
        autocomplete: 'one-time-code',
        // With all letters: recovery codes have some.
        ...(hasApp && { hint: 'Six digits, or one of your recovery codes' }),
      },
    ],
  });
  const passkey =
    passkeys &&
    passkeyForm({
      action: links.secondFactorPasskey,
      csrf,
      ceremony: 'get',
      options: passkeys,
      label: 'Use a passkey',
      look: hasApp ? 'quiet' : 'button',
    });
  return layout(site, {
    title: 'Confirm that it is you',
    asksForPasskey: passkeys !== null,
    lead: hasApp
      ? html`Enter the code that your authenticator app shows now${passkeys && ', or use a passkey'}.`
      : 'Use your passkey, or enter one of your recovery codes.',
    body: html`${
        hasApp
          ? html`${codeForm}${passkey}`
          : html`${
              passkey &&
              html`${passkey}
                <p class="divider"><span>or</span></p>`
            }${codeForm}`
      }
      <div class="below">
        <p></p>
        ${buttonForm(links.cancel, csrf, 'Cancel', 'link')}
      </div>`,
  });
}

export interface ChooserAccount {
  sub: string;
  fullName: string;
  email: string;
}

export function chooserPage({
  site,
  links,
  csrf,
  provider,
  accounts,
}: SignInView & { provider: string; accounts: readonly ChooserAccount[] }): string {
  const rows = accounts.map(
    (account) =>
      html`<button class="choice" name="sub" value="${account.sub}">
        <strong>${account.fullName}</strong><span>${account.email}</span>
      </button>`,
  );
  return layout(site, {
    title: 'Development account chooser',
    lead: html`Stands in for ${provider}, for which no credentials are configured. It does not exist in production.`,
    body: html`${accounts.length === 0 && notice('There is no account yet.')}
      <form class="choices" method="post" action="${links.provider(provider)}">
        <input type="hidden" name="csrf" value="${csrf}" />${rows}
      </form>
      <div class="below">
        <p><a href="${links.password}">Back to sign in</a></p>
        ${buttonForm(links.cancel, csrf, 'Cancel', 'link')}
      </div>`,
  });
}

export const newPasswordFields = (rules: string) =>
  [
    { name: 'newPassword', label: 'New password', type: 'password', autocomplete: 'new-password', hint: rules },
    { name: 'repeatPassword', label: 'New password, again', type: 'password', autocomplete: 'new-password' },
  ] as const;

const PROVIDER_MARKS: Record<string, ReturnType<typeof html>> = {
  Google: html`<svg class="provider-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path fill="none" stroke="currentColor" stroke-width="2.6" d="M19.5 7.2A9 9 0 1 0 21 12h-8.6" />
  </svg>`,
  LinkedIn: html`<svg class="provider-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path fill="none" stroke="currentColor" stroke-width="2.6" d="M5 10v9M5 5v1.6M10.5 19v-9M10.5 19v-5.2c0-4.6 8-4.6 8 0V19" />
  </svg>`,
};
