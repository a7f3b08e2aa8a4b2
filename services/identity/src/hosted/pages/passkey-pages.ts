/** Pages on which a signed-in person adds and removes passkeys. */
import { type AccountView, backToAccount, CURRENT_PASSWORD } from './account-pages';
import { form, type FormErrors } from './form';
import { html } from './html';
import { layout } from './layout';
import { passkeyForm } from './passkey-form';

/** The password comes first, so that no device makes a passkey that is then refused. */
export function addPasskeyPage(view: AccountView & { errors: FormErrors; name: string }): string {
  const { site, links, csrf, errors, name } = view;
  return layout(site, {
    title: 'Add a passkey',
    lead: 'With a passkey you sign in by your fingerprint, face or screen lock, or with a security key.',
    body: html`${form({
      action: links.addPasskey,
      csrf,
      errors,
      submit: 'Go on',
      fields: [
        { name: 'name', label: 'Name', type: 'text', autocomplete: 'off', value: name, hint: 'By which you will know it, such as Laptop' },
        CURRENT_PASSWORD,
      ],
    })}${backToAccount(links)}`,
  });
}

export function createPasskeyPage(view: AccountView & { name: string; options: object }): string {
  const { site, links, csrf, name, options } = view;
  return layout(site, {
    title: 'Create the passkey',
    asksForPasskey: true,
    lead: 'Your browser will ask where to keep it.',
    body: html`${passkeyForm({
      action: links.passkeys,
      csrf,
      ceremony: 'create',
      options,
      label: 'Create the passkey',
      look: 'button',
      values: { name },
    })}${backToAccount(links)}`,
  });
}

export function removePasskeyPage(view: AccountView & { errors: FormErrors; passkey: { id: string; name: string } }): string {
  const { site, links, csrf, errors, passkey } = view;
  return layout(site, {
    title: 'Remove the passkey',
    lead: html`<strong>${passkey.name}</strong> will sign nobody in any more. Delete it on your device, too.`,
    body: html`${form({
      action: links.removePasskey(passkey.id),
      csrf,
      errors,
      submit: 'Remove it',
      fields: [CURRENT_PASSWORD],
    })}${backToAccount(links)}`,
  });
}
