/** What a visitor has written into the intro form and not sent yet: kept for the tab, so that a reload or a detour loses nothing. */
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

const STORAGE_KEY = 'site.contact-draft';

const contactDraftSchema = z.object({
  /** Lead of the page on which it was written; on another one the interest is chosen afresh. */
  lead: z.nullable(z.string()),
  /** Key of the interest, or an empty string. */
  interest: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
});

export type ContactDraft = z.infer<typeof contactDraftSchema>;

const listeners = new Set<() => void>();
/** The stored text, also where the browser refuses to store anything. */
let stored: string | null | undefined;
let parsed: { text: string | null; draft: ContactDraft | null } = { text: null, draft: null };

function readText(): string | null {
  if (stored !== undefined) return stored;
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function parse(text: string | null): ContactDraft | null {
  if (text === null) return null;
  try {
    return contactDraftSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

function readDraft(): ContactDraft | null {
  const text = readText();
  if (text !== parsed.text) parsed = { text, draft: parse(text) };
  return parsed.draft;
}

/** @param draft Null forgets what was kept. */
export function keepContactDraft(draft: ContactDraft | null): void {
  const text = draft && JSON.stringify(draft);
  try {
    if (text === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, text);
    stored = undefined;
  } catch {
    stored = text;
  }
  for (const listener of listeners) listener();
}

/** To what was kept before. @param rendered What the controls show where nothing was kept. */
export function addToContactDraft(rendered: ContactDraft, written: Partial<ContactDraft>): void {
  const { lead, interest } = rendered;
  const kept = readDraft();
  keepContactDraft({ ...rendered, ...kept, interest: kept?.lead === lead ? kept.interest : interest, ...written, lead });
}

/** Unless something else has been written since. */
export function forgetSentContact(sent: ContactDraft | null): void {
  if (JSON.stringify(readDraft()) === JSON.stringify(sent)) keepContactDraft(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The draft, or null. Always null in documents rendered ahead of time and while they hydrate. */
export const useContactDraft = (): ContactDraft | null => useSyncExternalStore(subscribe, readDraft, () => null);
