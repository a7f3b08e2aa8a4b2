/** Pages on which people correct what is kept about them. */
import { type AccountView, backToAccount, CURRENT_PASSWORD } from './account-pages';
import { form, type FormErrors, MAILED_CODE, notice, worksOnce } from './form';
import { html } from './html';
import { layout } from './layout';

export interface DetailsView extends AccountView {
  errors: FormErrors;
  typed: { fullName: string; phone: string; location: string | null };
  hasPassword: boolean;
}

export function detailsPage({ site, links, csrf, errors, typed, hasPassword, email }: DetailsView): string {
  const { fullName, phone, location } = typed;
  return layout(site, {
    title: 'Your details',
    lead: html`Your e-mail address is <strong>${email}</strong>. ${hasPassword && html`<a href="${links.email}">Change it</a>`}`,
    body: html`${form({
      action: links.details,
      csrf,
      errors,
      submit: 'Save',
      fields: [
        { name: 'fullName', label: 'Full name', type: 'text', autocomplete: 'name', value: fullName },
        { name: 'phone', label: 'Phone', type: 'tel', autocomplete: 'tel', value: phone, hint: 'Such as +12125550100' },
        ...(location === null
          ? []
          : [{ name: 'location', label: 'City and state', type: 'text', autocomplete: 'address-level2', value: location } as const]),
        ...(hasPassword ? [CURRENT_PASSWORD] : []),
      ],
    })}${backToAccount(links)}`,
  });
}

export function changeEmailPage({ site, links, csrf, errors, typed }: AccountView & { errors: FormErrors; typed: string }): string {
  return layout(site, {
    title: 'Change your e-mail',
    lead: 'We will mail a code to the new address. You sign in with it once you have entered the code.',
    body: html`${form({
      action: links.email,
      csrf,
      errors,
      submit: 'Mail me a code',
      fields: [{ name: 'email', label: 'New e-mail', type: 'email', autocomplete: 'email', value: typed }, CURRENT_PASSWORD],
    })}${backToAccount(links)}`,
  });
}

export function confirmEmailPage(view: AccountView & { errors: FormErrors; newEmail: string; codeMinutes: number }): string {
  const { site, links, csrf, errors, newEmail, codeMinutes } = view;
  return layout(site, {
    title: 'Confirm your e-mail',
    body: html`${
        Object.keys(errors).length === 0 && notice(html`A mail is on its way to <strong>${newEmail}</strong>. ${worksOnce(codeMinutes)}`)
      }${form({
        action: links.confirmEmail,
        csrf,
        errors,
        submit: 'Confirm',
        fields: [MAILED_CODE],
        hidden: { email: newEmail },
      })}
      <p class="aside"><a href="${links.email}">Use another address</a></p>`,
  });
}
