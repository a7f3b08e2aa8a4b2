/** What a visitor has written into the sign-up form and not sent yet: kept for the tab, so that reading the terms on the way loses nothing. */
import { useSyncExternalStore } from 'react';
import { EMPTY_SIGNUP, type SignupValues } from './signup-rules';

const STORAGE_KEY = 'site.signup-draft';

const listeners = new Set<() => void>();
/** The draft as text, also where the browser refuses to store anything. Undefined until it is first read. */
let text: string | null | undefined;
let values = EMPTY_SIGNUP;

function read(): SignupValues {
  if (text === undefined) adopt(stored());
  return values;
}

function adopt(newText: string | null): void {
  text = newText;
  values = newText === null ? EMPTY_SIGNUP : { ...EMPTY_SIGNUP, ...parse(newText) };
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function parse(json: string): Partial<SignupValues> {
  try {
    return JSON.parse(json) as Partial<SignupValues>;
  } catch {
    return {};
  }
}

/** @param draft Null forgets what was kept. */
export function keepSignupDraft(draft: SignupValues | null): void {
  adopt(draft && JSON.stringify(draft));
  try {
    if (draft === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, text ?? '');
  } catch {
    // A browser that stores nothing still fills in the form; only a reload loses it.
  }
  for (const listener of listeners) listener();
}

/** To what was kept before. */
export const addToSignupDraft = (written: Partial<SignupValues>): void => keepSignupDraft({ ...read(), ...written });

/** Unless something else has been written since. */
export function forgetSentSignup(sent: SignupValues): void {
  if (JSON.stringify(read()) === JSON.stringify(sent)) keepSignupDraft(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const empty = () => EMPTY_SIGNUP;

/** The values of the form. Empty in documents rendered ahead of time and while they hydrate. */
export const useSignupDraft = (): SignupValues => useSyncExternalStore(subscribe, read, empty);
