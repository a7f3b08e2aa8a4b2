/** The parts of which the hosted forms are made: fields with their labels, errors and hints; the summary of errors; buttons. */
import { inUnits } from '../../accounts/account-mails';
import { html, type Html } from './html';

/** Errors by the name of the field they belong to; the empty name is the form as a whole. */
export type FormErrors = Readonly<Record<string, string>>;

export interface Field {
  name: string;
  label: string;
  type: 'email' | 'password' | 'tel' | 'text';
  autocomplete: string;
  value?: string;
  hint?: Html | string;
  inputmode?: 'numeric';
}

export const TOO_OFTEN = 'There were too many attempts. Please, wait a little before you try again.';
export const NO_CODE = 'Confirmation code cannot be empty';
export const WRONG_MAILED_CODE = 'This code is not right, or no longer valid. You can ask for another one.';

/** A code that came by mail. */
export const MAILED_CODE = {
  name: 'code',
  label: 'Code',
  type: 'text',
  autocomplete: 'one-time-code',
  inputmode: 'numeric',
  hint: 'Six digits from the mail',
} as const satisfies Field;

/** About such a code, which may have been on its way for a while where the page is shown again. */
export const worksOnce = (minutes: number): string => `The code works once, for ${inUnits(minutes, 'minute')} after we sent it.`;

export interface Form {
  action: string;
  csrf: string;
  fields: readonly Field[];
  submit: string;
  errors: FormErrors;
  /** Values that nobody types. */
  hidden?: Record<string, string>;
  /** Whether the first field has the focus when the page loads; so it is unless an error has it. */
  focus?: boolean;
  /** Whose password a form is about, where nobody types it: password managers keep it together with the new one. */
  username?: string;
}

export function form({ action, csrf, fields, submit, errors, hidden = {}, focus = true, username }: Form): Html {
  return html`${errorSummary(fields, errors)}
    <form method="post" action="${action}" novalidate>
      ${hiddenFields({ csrf, ...hidden })}
      ${username !== undefined && html`<input type="email" name="username" autocomplete="username" value="${username}" readonly hidden />`}
      ${fields.map((field, index) => fieldRow(field, errors[field.name], focus && index === 0 && Object.keys(errors).length === 0))}
      <button class="button" type="submit">${submit}</button>
    </form>`;
}

/**
 * A form of one button that looks like a link or a quiet button.
 * @param about What the button is for, for whoever does not see what stands around it.
 */
export function buttonForm(
  action: string,
  csrf: string,
  label: string,
  look: 'link' | 'quiet',
  values: Record<string, string> = {},
  about?: string,
): Html {
  return html`<form method="post" action="${action}">
    ${hiddenFields({ csrf, ...values })}<button class="${look}" type="submit">
      ${label}${about && html` <span class="unseen">${about}</span>`}
    </button>
  </form>`;
}

export const hiddenFields = (values: Record<string, string>): Html[] =>
  Object.entries(values).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);

export const notice = (text: Html | string): Html => html`<p class="notice" role="status">${text}</p>`;

function fieldRow(field: Field, error: string | undefined, focus: boolean): Html {
  const described = [field.hint && `${field.name}-hint`, error && `${field.name}-error`].filter(Boolean).join(' ');
  return html`<div class="field">
    <label for="${field.name}">${field.label}</label>
    ${field.hint && html`<p class="hint" id="${field.name}-hint">${field.hint}</p>`}
    <input
      id="${field.name}"
      name="${field.name}"
      type="${field.type}"
      autocomplete="${field.autocomplete}"
      required${field.value !== undefined && html` value="${field.value}"`}${
        field.inputmode && html` inputmode="${field.inputmode}"`
      }${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}${focus && html` autofocus`}${
        (field.type !== 'text' || field.autocomplete === 'one-time-code') && html` spellcheck="false" autocapitalize="none"`
      }
    />
    ${error && html`<p class="field-error" id="${field.name}-error">${error}</p>`}
  </div>`;
}

/** Takes the focus when the page loads, says what is wrong, and leads to each field. */
export function errorSummary(fields: readonly Field[], errors: FormErrors): Html | null {
  const entries = Object.entries(errors);
  if (entries.length === 0) return null;
  const items = entries.map(([name, message]) =>
    fields.some((field) => field.name === name) ? html`<li><a href="#${name}">${message}</a></li>` : html`<li>${message}</li>`,
  );
  return html`<div class="errors" role="alert" tabindex="-1" autofocus>
    <ul>
      ${items}
    </ul>
  </div>`;
}
