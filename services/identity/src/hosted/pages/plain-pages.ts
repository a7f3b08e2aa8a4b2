/** Pages without a form to fill in: something went wrong, or it is done. */
import * as paths from '@site/contracts/paths';
import { html, type Html } from './html';
import { layout, type Site } from './layout';

export interface ErrorView {
  title: string;
  message: Html | string;
  /** Code of the protocol, for whoever sets up a client. */
  code?: string;
}

export function errorPage(site: Site, { title, message, code }: ErrorView): string {
  return layout(site, {
    title,
    lead: message,
    body: html`${code && html`<p class="code">Code: ${code}</p>`}
      <p><a class="button" href="${site.siteUrl}${paths.signIn}">Back to sign in</a></p>`,
  });
}

/** After a sign-in at another provider by somebody who has no account: signing up needs a peer group code. */
export function noAccountPage(site: Site, provider: string, email: string | null, tryAgainUrl: string): string {
  return layout(site, {
    title: 'No account yet',
    lead: html`${provider} confirmed who you are, but no account uses ${email ? html`<strong>${email}</strong>` : 'your address'}. Sign up
    with your peer group access code first.`,
    body: html`<p><a class="button" href="${site.siteUrl}${paths.signUp}">Sign up</a></p>
      <p class="aside"><a href="${tryAgainUrl}">Sign in another way</a></p>`,
  });
}

export function signedOutPage(site: Site): string {
  return layout(site, {
    title: 'Signed out',
    lead: 'You are signed out here.',
    body: html`<p><a class="button" href="${site.siteUrl}/">To the site</a></p>`,
  });
}

/** @param action Where to confirm. @param xsrf Token of the provider's own form. */
export function signOutPage(site: Site, action: string, xsrf: string): string {
  return layout(site, {
    title: 'Sign out?',
    lead: 'An application asks to sign you out.',
    body: html`<form method="post" action="${action}">
        <input type="hidden" name="xsrf" value="${xsrf}" /><button class="button" name="logout" value="yes">Sign out</button>
      </form>
      <p class="aside"><a href="${site.siteUrl}/">Stay signed in</a></p>`,
  });
}
