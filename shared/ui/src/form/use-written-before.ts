import { useLayoutEffect, useRef } from 'react';

/**
 * What was written into the controls of a rendered document before its scripts were there: React tells of no change then, and takes it away with
 * the first rendering after.
 * @param rendered What the controls were rendered with, by their names; `idOf` finds them in the document.
 * @param take Called once if something else stands there, with that alone.
 */
export function useWrittenBefore<Values extends { [Name in keyof Values]: string | boolean }>(
  rendered: Values,
  idOf: (name: keyof Values & string) => string,
  take: (written: Partial<Values>) => void,
): void {
  const isLookedAt = useRef(false);
  useLayoutEffect(() => {
    if (isLookedAt.current) return;
    isLookedAt.current = true;
    const names = Object.keys(rendered) as (keyof Values & string)[];
    const written = names.flatMap((name) => {
      const stands = valueOf(document.getElementById(idOf(name)));
      return stands === null || stands === rendered[name] ? [] : [[name, stands] as const];
    });
    if (written.length > 0) take(Object.fromEntries(written) as Partial<Values>);
  });
}

function valueOf(control: HTMLElement | null): string | boolean | null {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked;
  const isWritten = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement || control instanceof HTMLSelectElement;
  return isWritten ? control.value : null;
}
