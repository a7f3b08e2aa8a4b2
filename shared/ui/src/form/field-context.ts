import { createContext, useContext } from 'react';

/** What a field tells the control inside it. */
export interface FieldControl {
  id: string;
  required: boolean;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

const FieldContext = createContext<FieldControl | null>(null);

export const FieldProvider = FieldContext.Provider;

/** Attributes for a control; empty where it stands alone and gets its own `id` and label. */
export const useFieldControl = (): Partial<FieldControl> => useContext(FieldContext) ?? {};

/** The attributes that tie a control to its hint and to its error. */
export function describe(id: string, help: unknown, error: unknown): Pick<FieldControl, 'aria-describedby' | 'aria-invalid'> {
  const ids = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { ...(ids && { 'aria-describedby': ids }), ...(error ? { 'aria-invalid': true as const } : {}) };
}
