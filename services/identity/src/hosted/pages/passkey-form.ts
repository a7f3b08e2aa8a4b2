/** Forms whose answer a passkey gives: `passkeys.mjs` asks the browser for it when they are sent. */
import { hiddenFields } from './form';
import { html, type Html } from './html';

export interface PasskeyForm {
  action: string;
  csrf: string;
  /** Make a passkey, or use one. */
  ceremony: 'create' | 'get';
  /** Of WebAuthn, in their JSON form. */
  options: object;
  label: string;
  look: 'button' | 'quiet';
  /** Offers passkeys among the suggestions of the field for the address, too. */
  suggest?: boolean;
  values?: Record<string, string>;
}

export function passkeyForm({ action, csrf, ceremony, options, label, look, suggest, values = {} }: PasskeyForm): Html {
  return html`<form
    class="passkey"
    method="post"
    action="${action}"
    data-passkey="${ceremony}"
    data-options="${JSON.stringify(options)}"
    ${suggest && html`data-suggest`}
  >
    ${hiddenFields({ csrf, ...values, answer: '' })}
    <button class="${look}" type="submit">${KEY}${label}</button>
    <p class="field-error" role="status"></p>
  </form>`;
}

const KEY = html`<svg class="provider-mark" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
  <path
    fill="none"
    stroke="currentColor"
    stroke-width="2.2"
    stroke-linecap="round"
    stroke-linejoin="round"
    d="M11 12a3.5 3.5 0 1 0-7 0 3.5 3.5 0 0 0 7 0zm0 0h10v4m-4.5-4v3"
  />
</svg>`;
